import { until } from '../engine/engine-test-kit.ts';
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

describe('switching before a new embedder is complete', () => {
  it('back to a fuller one, that one answers at once, and nothing is said to be rebuilt', async () => {
    bench = await Bench.with(VAULT);
    await embedded(new ToyEmbedder({ model: 'first' }), NOTES);
    await bench.write('Late.md', 'Late tyres of a car.\n');
    await embedded(upTo(2, 'second'), 2);
    const gone = new ToyEmbedder({ model: 'second', before: () => Promise.reject(new Error('gone')) });
    const engine = await start(upTo(0, 'first'), gone);
    expect((await find(engine, 'automobile', { mode: 'semantic', limit: 20 })).length).toBe(NOTES);
    expect((await engine.status()).lastReindexReasons).toEqual([]);
  });

  it('to a third, the fullest of the others answers', async () => {
    bench = await Bench.with(VAULT);
    const first = new ToyEmbedder({ model: 'first' });
    await embedded(first, NOTES);
    await embedded(upTo(2, 'second'), 2);
    const engine = await start(upTo(0, 'third'), first, new ToyEmbedder({ model: 'second' }));
    expect((await find(engine, 'automobile', { mode: 'semantic' })).length).toBe(NOTES);
  });

  it('away from one that fails, the new one answers with what it has', async () => {
    bench = await Bench.with(VAULT);
    await embedded(new ToyEmbedder({ model: 'first' }), NOTES);
    let isAsked = false;
    const gone = Object.assign(new ToyEmbedder({ model: 'first' }), {
      embed: () => {
        isAsked = true;
        return Promise.reject(new Error('gone'));
      },
      state: () => ({ phase: isAsked ? 'failed' : 'idle' }),
    });
    const engine = await start(upTo(4, 'second'), gone);
    await until(async () => expect((await engine.status()).notesWithEmbeddings).toBeGreaterThanOrEqual(2));
    expect((await find(engine, 'automobile', { mode: 'semantic' })).length).toBeGreaterThanOrEqual(2);
    expect(isAsked).toBe(true);
  });
});

/** Runs an engine until this many notes are embedded. */
async function embedded(embedder: ToyEmbedder, notes: number): Promise<void> {
  const engine = await start(embedder);
  await until(async () => expect((await engine.status()).notesWithEmbeddings).toBeGreaterThanOrEqual(notes));
  await bench.stop(engine);
}
