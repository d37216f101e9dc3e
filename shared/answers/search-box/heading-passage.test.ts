import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { searchBoxInput, type BoxRow } from '../../protocol/schemas/search-box.ts';

let folder: string;
let engine: EngineHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heading-passage-'));
  const vault = join(folder, 'vault');
  await mkdir(vault);
  await writeFile(
    join(vault, 'Plan.md'),
    'A paragraph.\n\n## Done\n\nYes.\n\n## Zorbix five\n## Later on\n\nThe end.\n',
  );
  await writeFile(join(vault, 'Bare.md'), '# One\n\n## Quorv\n');
  await writeFile(join(vault, 'Lugs.md'), 'A paragraph.\n\n## Lugs\n');
  engine = await createDiskEngine({
    vaultPath: vault,
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
}, 60_000);

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function first(query: string): Promise<BoxRow | undefined> {
  return (await engine.searchBox(searchBoxInput.parse({ query, mode: 'words' }))).rows[0];
}

it('leads to the heading that has what was typed if no text is under it', async () => {
  const zorbix = { heading: 'Zorbix five', headingRanges: [[0, 5]], line: 7, excerpt: 'Zorbix five', ranges: [[0, 5]] };
  expect(await first('zorbi')).toMatchObject({ path: 'Plan.md', passages: [zorbix] });
  expect(await first('quorv')).toMatchObject({ path: 'Bare.md', passages: [{ heading: 'Quorv', line: 3 }] });
});

it('shows the beginning of a note where its heading has no other words than its name', async () => {
  expect(await first('lugs')).toMatchObject({ path: 'Lugs.md', passages: [{ isBeginning: true }] });
});
