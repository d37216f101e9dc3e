import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { searchBoxInput, type SearchBoxOutput } from '../../protocol/schemas/search-box.ts';

const NOTES = 600;
const QUESTION = searchBoxInput.parse({ query: 'lantern', limit: 20 });

let folder: string;
let engine: EngineHost;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'while-reading-'));
  await mkdir(join(folder, 'vault', 'Secret'), { recursive: true });
  await writeFile(join(folder, 'vault', '.vaultloomignore'), 'Secret/\n');
  const filler = 'A line about lamps, oil and wicks.\n'.repeat(40);
  for (let number = 0; number < NOTES; number++) {
    const place = number % 10 === 0 ? 'Secret' : '.';
    await writeFile(join(folder, 'vault', place, `Note ${number}.md`), `A lantern, number ${number}.\n\n${filler}`);
  }
  engine = await createDiskEngine({
    vaultPath: join(folder, 'vault'),
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
}, 60_000);

afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

it('the search box finds what is read while the rest is being read, and says how much that is', async () => {
  const partly: SearchBoxOutput[] = [];
  let isReady = false;
  const started = engine.start().then(() => (isReady = true));
  while (!isReady) partly.push(await engine.searchBox(QUESTION));
  await started;
  const early = partly.find(({ rows, reading }) => reading !== undefined && rows.length > 0);
  expect(early?.reading?.done).toBeLessThan(early?.reading?.total ?? 0);
  expect(early?.reading?.total).toBe(NOTES);
  expect(partly.flatMap(({ rows }) => rows).filter(({ path }) => path.startsWith('Secret/'))).toEqual([]);
  const whole = await engine.searchBox(QUESTION);
  expect(whole.reading).toBeUndefined();
  expect(whole.rows).toHaveLength(20);
}, 60_000);
