import type * as FsPromises from 'node:fs/promises';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../engine/engine-test-kit.ts';
import { decodeManifest, MANIFEST_NAME } from '../store/manifest.ts';
import { Bench, caughtUp, chosen, ToyEmbedder } from './embedding-test-kit.ts';
import { VECTORS_FORMAT } from './vectors/saved-vectors.ts';

const system = vi.hoisted(() => ({ full: '', held: '', hasHeld: false, release: (): void => undefined }));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  const rename = async (from: string, to: string): Promise<void> => {
    const isSegment = basename(to).startsWith('segment-');
    if (isSegment && dirname(to) === system.full)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    if (isSegment && basename(dirname(to)) === system.held) {
      system.held = '';
      system.hasHeld = true;
      await new Promise<void>((resolve) => (system.release = resolve));
    }
    await fs.rename(from, to);
  };
  return { ...fs, rename };
});

it('an edit after which the new vectors are saved at last drops the replaced ones, too', async () => {
  const text = 'The car needs tyres.\n';
  const bench = await Bench.with({ 'Note.md': text });
  onTestFinished(() => bench.remove());
  const former = (): ToyEmbedder => new ToyEmbedder({ model: 'old' });
  const first = await bench.start({ createEmbedder: chosen(former()) });
  await caughtUp(first, 1);
  await bench.stop(first);
  const folder = await bench.vectors();
  const models = async (): Promise<string[]> => {
    const stored = decodeManifest(await readFile(join(folder, MANIFEST_NAME), 'utf8'), VECTORS_FORMAT);
    const infos = 'manifest' in stored ? stored.manifest.segments.filter(({ kind }) => kind === 'vectors') : [];
    return [...new Set(infos.map(({ meta }) => (meta['identity'] as { model: string }).model))].sort();
  };

  system.full = folder;
  const engine = await bench.start({
    createEmbedder: chosen(new ToyEmbedder({ model: 'new' })),
    createFormerEmbedder: () => Promise.resolve({ embedder: former(), readsEnglishOnly: false }),
  });
  await caughtUp(engine, 1);
  await until(async () => expect((await engine.status()).hostNote).toContain('Vectors could not be saved'));
  expect(await models()).toEqual(['old']);
  system.full = '';
  // Nothing new is embedded for it.
  await bench.write('Note.md', `---\nkind: plain\n---\n${text}`);
  await until(async () => expect(await models()).toEqual(['new']));
});

it('a note that comes while a run is saving what it has made is embedded after it', async () => {
  const bench = await Bench.with({ 'Note.md': 'The car needs tyres.\n' });
  onTestFinished(() => bench.remove());
  system.held = 'vectors';
  const engine = await bench.start({
    createEmbedder: chosen(new ToyEmbedder()),
    learnTerms: () => Promise.resolve(false),
  });
  await until(async () => Promise.resolve(expect(system.hasHeld).toBe(true)));
  await bench.write('Later.md', 'A cat sleeps.\n');
  await until(async () =>
    expect(await engine.status()).toMatchObject({ summary: '2 notes indexed; 50 % embedded by toy.' }),
  );
  // It has been taken in, and the run has not ended.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await engine.status()).embeddingInProgress).toBe(true);
  system.release();
  await caughtUp(engine, 2);
});
