import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import { searchBoxInput } from '../../protocol/schemas/search-box.ts';

it.each([
  ['none', 'the model is off in the settings.'],
  ['lsa', 'there are too few notes to learn from.'],
])('says why nothing is found by meaning: %s', async (embedder, cause) => {
  const folder = await mkdtemp(join(tmpdir(), 'meaning-off-'));
  const vault = join(folder, 'vault');
  await mkdir(vault);
  await writeFile(join(vault, 'Tea.md'), 'Water boils for tea.\n');
  const env = { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: embedder };
  const engine = await createDiskEngine({ vaultPath: vault, env, log: () => undefined });
  try {
    await engine.start();
    const ask = searchBoxInput.parse({ query: 'kettle', mode: 'meaning' });
    await expect.poll(async () => (await engine.searchBox(ask)).cause, { timeout: 20_000 }).toBe(cause);
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
});
