import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { readNoteInput } from '../../protocol/schemas/find.ts';

const LINKED = [
  'See [the roses][r], [its page](https://example.org/garden) and [[Garden|the garden]]; ![[Garden]].',
  '',
  '[r]: Garden.md "The Garden"',
  '[[Other|my garden]]',
  '',
  '```',
  'garden',
  '```',
];
const MENTIONED = ['The garden is <b title="garden">wet</b>.', '', '%% garden %%', '- [[Soil]], not the garden'];

let folder: string;
let engine: EngineHost;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-mentions-'));
  await mkdir(join(folder, 'vault'));
  const notes = { Garden: 'Beds.', A: LINKED.join('\n'), B: [...LINKED, ...MENTIONED].join('\n') };
  for (const [name, text] of Object.entries(notes)) await writeFile(join(folder, 'vault', `${name}.md`), text);
  engine = await createDiskEngine({
    vaultPath: join(folder, 'vault'),
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
});
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

it('mentions are in the text: not in links, their targets, references to them, tags of HTML and code', async () => {
  const { mentions } = await engine.readNote(readNoteInput.parse({ name: 'Garden', mentions: true }));
  expect(mentions).toEqual([
    { path: 'B.md', line: 9, text: MENTIONED[0] },
    { path: 'B.md', line: 11, text: MENTIONED[2] },
    { path: 'B.md', line: 12, text: MENTIONED[3] },
  ]);
});

it('of more mentions than are listed it is said that there are more', async () => {
  const add = (lines: number): Promise<void> =>
    writeFile(join(folder, 'vault', 'Many.md'), 'The garden again.\n\n'.repeat(lines));
  const named = async (): Promise<unknown> => {
    const { mentions = [], mentionsTruncated } = await engine.readNote(
      readNoteInput.parse({ name: 'Garden', mentions: true }),
    );
    return [mentions.length, mentionsTruncated];
  };
  await add(47);
  await engine.refresh({ paths: ['Many.md'] });
  expect(await named()).toEqual([50, undefined]);
  await add(48);
  await engine.refresh({ paths: ['Many.md'] });
  expect(await named()).toEqual([50, true]);
});
