import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { searchBoxInput } from '../../protocol/schemas/search-box.ts';
import { query, vault, type MadeNote } from './box-truth-test-kit.ts';

const VAULTS = 8;
const QUERIES = 60;

it('the search box finds what is in the files, whatever operators and words a query has', async () => {
  await fc.assert(
    fc.asyncProperty(
      vault,
      fc.array(fc.tuple(query, fc.boolean()), { minLength: QUERIES, maxLength: QUERIES }),
      (notes, queries) =>
        withEngine(notes, async (engine) => {
          for (const [{ query: typed, meets }, prefix] of queries) {
            const input = searchBoxInput.parse({ query: typed, mode: 'words', limit: 200, prefix });
            const found = (await engine.searchBox(input)).rows.map(({ path }) => path);
            expect({ typed, found: sorted(found) }).toEqual({
              typed,
              found: sorted(notes.filter(meets).map(({ path }) => path)),
            });
          }
        }),
    ),
    { numRuns: VAULTS, seed: 7, endOnFailure: true },
  );
}, 120_000);

/** The engine gives paths in NFC. */
function sorted(paths: readonly string[]): string[] {
  return paths.map((path) => path.normalize('NFC')).sort();
}

async function withEngine(notes: readonly MadeNote[], ask: (engine: EngineHost) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'box-truth-'));
  for (const { path, text } of notes) {
    await mkdir(dirname(join(folder, 'vault', path)), { recursive: true });
    await writeFile(join(folder, 'vault', path), text);
  }
  const engine = await createDiskEngine({
    vaultPath: join(folder, 'vault'),
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  try {
    await engine.start();
    await ask(engine);
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}
