import { afterEach, expect, it } from 'vitest';
import { modelFolder } from '../embeddings/use/weights/model-test-kit.ts';
import { Bench, caughtUp, find } from './embedding-test-kit.ts';

let bench: Bench;
afterEach(() => bench.remove());

it('the built-in encoder, as in a default engine, finds by meaning with nothing from outside', async () => {
  bench = await Bench.with({
    'Devices.md': 'Keep the same notes on your phone and your laptop with a sync service.\n',
    'Backup.md': 'Copy the folder to an external disk once a week.\n',
    'Fonts.md': 'You can choose a larger font size in the settings, under appearance.\n',
    'Receta.md': 'La masa reposa una hora y luego va al horno con aceite y sal para la cena.\n',
  });
  const engine = await bench.start(undefined, [await modelFolder()]);
  const status = await caughtUp(engine, 4);
  expect(status).toMatchObject({
    provider: 'use',
    embeddingDim: 512,
    notesWithEmbeddings: 3,
    notesInOtherLanguages: 1,
    prefixSource: 'none',
    embedderReady: true,
    initError: null,
  });
  for (const mode of ['semantic', 'hybrid']) {
    expect((await find(engine, 'How do I make these letters bigger?', { mode }))[0]?.path).toBe('Fonts.md');
  }
  await bench.stop(engine);
  const again = await bench.start(undefined, [await modelFolder()]);
  expect((await find(again, 'How do I make these letters bigger?', { mode: 'semantic' }))[0]?.path).toBe('Fonts.md');
});
