import type * as FsPromises from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../engine/engine-test-kit.ts';
import { Bench, caughtUp, chosen, find, ToyEmbedder } from './embedding-test-kit.ts';

const system = vi.hoisted(() => ({ refuses: (_file: string): boolean => false }));

// Nobody is refused a file reliably on all systems (a superuser never is), so the system's refusal is simulated.
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  const open = (path: string, ...rest: unknown[]): unknown =>
    system.refuses(path)
      ? Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' }))
      : Reflect.apply(fs.open, fs, [path, ...rest]);
  return { ...fs, open };
});

// The real one waits for half a minute.
vi.mock('../kit/time/backoff.ts', () => import('./quick-backoff-test-kit.ts'));

const VAULT = {
  ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`Note ${i}.md`, `The car number${i} needs tyres.\n`])),
  'Pets.md': 'A cat sleeps on the sofa all day.\n',
};
const NOTES = 41;

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.with(VAULT);
  const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
  await caughtUp(engine, NOTES);
  await bench.stop(engine);
});
afterEach(async () => {
  system.refuses = () => false;
  await bench.remove();
});

describe.each(['segments', 'the manifest'])('if the system refuses to open %s for now', (what) => {
  const isMeant = (file: string): boolean => basename(file).startsWith(what === 'segments' ? 'segment-' : 'manifest');

  it('vectors stay on disk, and are read again later', async () => {
    const folder = await bench.vectors();
    const before = await filesIn(folder);
    system.refuses = (file) => dirname(file) === folder && isMeant(file);
    const never = new ToyEmbedder({
      before: (text) => (/tyres|cat/u.test(text) ? new Promise(() => undefined) : null),
    });
    const log: string[] = [];
    const engine = await bench.start({ createEmbedder: chosen(never) }, [], log);
    await until(async () =>
      expect(log.filter((line) => line.includes('cannot be read now')).length).toBeGreaterThan(2),
    );
    expect(await filesIn(folder)).toEqual(expect.arrayContaining(before));
    expect((await engine.status()).lastReindexReasons).toEqual([]);
    system.refuses = () => false;
    await until(async () =>
      expect((await find(engine, 'feline kitten', { mode: 'semantic' }))[0]?.path).toBe('Pets.md'),
    );
    await until(async () => expect((await engine.status()).notesWithEmbeddings).toBe(NOTES));
    expect(never.texts.document).toEqual([]);
    expect(await filesIn(folder)).toEqual(expect.arrayContaining(before));
  });

  it('the index stays on disk and is made in memory, until it can be read', async () => {
    const folder = join(await bench.vectors(), '..');
    const before = await filesIn(folder);
    system.refuses = (file) => dirname(file) === folder && isMeant(file);
    const log: string[] = [];
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) }, [], log);
    expect((await find(engine, 'number7'))[0]?.path).toBe('Note 7.md');
    await until(async () =>
      expect(log.filter((line) => line.includes('cannot be read now')).length).toBeGreaterThan(1),
    );
    await bench.write('New.md', 'A pion.\n');
    await engine.refresh({ paths: ['New.md'] });
    expect((await find(engine, 'pion'))[0]?.path).toBe('New.md');
    expect((await engine.status()).lastReindexReasons).toEqual([]);
    expect(await filesIn(folder)).toEqual(before);
    system.refuses = () => false;
    await until(async () => expect((await filesIn(folder)).length).toBeGreaterThan(before.length));
    expect(await filesIn(folder)).toEqual(expect.arrayContaining(before));
    expect((await find(engine, 'pion'))[0]?.path).toBe('New.md');
    expect((await find(engine, 'number7'))[0]?.path).toBe('Note 7.md');
  });
});

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('segment-')).sort();
}
