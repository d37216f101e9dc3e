import { afterEach, describe, expect, it } from 'vitest';
import type { EngineHost } from '../engine/engine.ts';
import { Bench, caughtUp, chosen, find, ToyEmbedder } from './embedding-test-kit.ts';

const NOTES = 6;
const VAULT = Object.fromEntries(
  Array.from({ length: NOTES }, (_, i) => [`Note ${i}.md`, `The car number${i} needs tyres.\n`]),
);

let bench: Bench;
afterEach(() => bench.remove());

/** One that embeds this many texts and then hangs. Queries are answered. */
function upTo(texts: number, model: string): ToyEmbedder {
  let embedded = 0;
  const hang = (text: string): unknown =>
    text.includes('tyres') && ++embedded > texts ? new Promise(() => undefined) : undefined;
  return new ToyEmbedder({ model, before: hang });
}

/** Starts with an embedder, and with others in case that their vectors are there. */
function start(wanted: ToyEmbedder, ...former: ToyEmbedder[]): Promise<EngineHost> {
  return bench.start({
    createEmbedder: chosen(wanted),
    createFormerEmbedder: ({ model }) => {
      const embedder = former.find(({ identity }) => identity.model === model);
      return Promise.resolve(embedder === undefined ? null : { embedder, readsEnglishOnly: false });
    },
  });
}

describe('while the vectors of a previous embedder answer', () => {
  it('the summary counts those of the new one', async () => {
    bench = await Bench.with(VAULT);
    const engine = await start(new ToyEmbedder({ model: 'old' }));
    await caughtUp(engine, NOTES);
    await bench.stop(engine);
    const again = await start(upTo(0, 'new'), new ToyEmbedder({ model: 'old' }));
    expect((await find(again, 'automobile', { mode: 'semantic' })).length).toBe(NOTES);
    expect((await again.status()).summary).toContain(' 0 % embedded by toy');
  });
});
