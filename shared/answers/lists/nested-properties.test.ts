import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listNotesInput, type ListNotesOutput } from '../../protocol/schemas/find.ts';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';

let folder: string;
let engine: EngineHost;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-nested-'));
  const vault = join(folder, 'vault');
  await mkdir(vault);
  await writeFile(join(vault, 'A.md'), '---\nsize:\n  Width: 20\n  x: {y: deep}\n---\n');
  await writeFile(join(vault, 'B.md'), '---\nsize: {width: 3}\n---\n');
  await writeFile(join(vault, 'C.md'), '---\nsize: {width: 9}\nsize.width: 1\n---\n');
  await writeFile(join(vault, 'D.md'), '---\nsize: [1]\n---\n');
  engine = await createDiskEngine({
    vaultPath: vault,
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
  await engine.whenReady({ timeoutMs: 20_000 });
}, 60_000);
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function list(input: object): Promise<ListNotesOutput> {
  return engine.listNotes(listNotesInput.parse(input));
}

it('list_notes sorts by values within a property and shows them, by the names that `where` takes', async () => {
  const { notes, hint } = await list({ sort: 'size.width', properties: ['size.width', 'note.size.x.y', 'size.none'] });
  expect(notes.map(({ path, properties }) => [path, properties])).toEqual([
    ['C.md', { 'size.width': 1 }],
    ['B.md', { 'size.width': 3 }],
    ['A.md', { 'size.width': 20, 'note.size.x.y': 'deep' }],
    ['D.md', undefined],
  ]);
  expect(hint).toBeUndefined();
  expect((await list({ sort: 'siz.width' })).hint).toContain('No note has the property "siz.width" to sort by.');
}, 60_000);
