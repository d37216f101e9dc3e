import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchInput } from '../../protocol/schemas/find.ts';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { until } from '../../engine/engine-test-kit.ts';

/** More than any ranking takes, so that what is equal decides what is left out. */
const EQUAL_NOTES = 300;

let folder: string;
let vault: string;
const open: EngineHost[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-equal-hits-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
  await rm(folder, { recursive: true, force: true });
});

describe('notes that match equally well', () => {
  it('come in the order of their paths, however they came to be known', async () => {
    await writeNotes(EQUAL_NOTES / 2, EQUAL_NOTES);
    const early = await start('early');
    await writeNotes(0, EQUAL_NOTES / 2);
    await until(async () => expect((await early.status()).notesTotal).toBe(EQUAL_NOTES));
    const late = await start('late');
    const first = Array.from({ length: 20 }, (_, i) => pathOf(i));
    for (const unique of ['notes', 'chunks'] as const) {
      for (const mode of ['fulltext', 'hybrid'] as const) {
        expect(await found(early, unique, mode)).toEqual(first);
        expect(await found(late, unique, mode)).toEqual(first);
      }
    }
  });
});

async function writeNotes(from: number, to: number): Promise<void> {
  for (let i = from; i < to; i++) await writeFile(join(vault, pathOf(i)), 'The same oak in each of them.\n');
}

function pathOf(i: number): string {
  return `Tree ${String(i).padStart(3, '0')}.md`;
}

async function start(data: string): Promise<EngineHost> {
  const engine = await createDiskEngine({
    vaultPath: vault,
    env: { VAULT_LOOM_DATA_DIR: join(folder, data), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  open.push(engine);
  await engine.start();
  await engine.whenReady({ timeoutMs: 20_000 });
  return engine;
}

async function found(engine: EngineHost, unique: 'notes' | 'chunks', mode: 'fulltext' | 'hybrid'): Promise<string[]> {
  const { rows } = await engine.search(searchInput.parse({ query: 'oak', unique, mode, limit: 20 }));
  return rows.map(({ path }) => path);
}
