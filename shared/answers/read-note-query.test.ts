import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDiskEngine } from '../engine/disk-engine.ts';
import type { EngineHost } from '../engine/engine.ts';
import { readNoteInput } from '../protocol/schemas/find.ts';
import { DiskVault } from '../vault/disk/disk-vault.ts';

let folder: string;
let engine: EngineHost;
const write = (text: string): Promise<void> => writeFile(join(folder, 'vault/Note.md'), text);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-read-'));
  await mkdir(join(folder, 'vault'));
  await write('# One\n\nfirst\n');
  engine = await createDiskEngine({
    vaultPath: join(folder, 'vault'),
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

it('answers with headings and text of one version, if the note is written in between', async () => {
  const read = vi.spyOn(DiskVault.prototype, 'read');
  read.mockImplementationOnce(async function (this: DiskVault, path) {
    await write('# Second\n\nsecond text\n');
    return this.read(path);
  });
  const note = await engine.readNote(readNoteInput.parse({ name: 'Note', mode: 'full' }));
  expect(note).toMatchObject({ headings: [{ text: 'Second' }], content: '# Second\n\nsecond text\n' });
});

it('reads on within the part that the name gives', async () => {
  await write('# One\n\n[[One]] first text\n\n# Two\n\nsecond text\n\n# Three\n\nthird\n');
  const read = async (args: Record<string, unknown>): Promise<Record<string, unknown>> =>
    engine.readNote(readNoteInput.parse({ maxContentLength: 10, ...args }));
  const first = await read({ name: 'Note#Two' });
  expect(first).toMatchObject({ content: '# Two\n\nsec', contentLength: 18 });
  const rest = { offset: first['nextOffset'], maxContentLength: 99 };
  expect(await read({ name: '[[Note#Two]]', ...rest })).toMatchObject({ content: 'ond text', truncated: false });
  expect(await read({ name: 'Note#Four', ...rest })).toMatchObject({
    content: 'ond text\n\n# Three\n\nthird\n',
    hint: expect.stringContaining('No heading "Four"') as string,
  });
});
