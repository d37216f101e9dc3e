import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { VaultPlaces } from '../places/vault-places.ts';
import { Trash } from './trash.ts';
import { bytes, change, makeVault, refusal, removeVaults, type TestVault } from '../writing-test-kit.ts';

afterEach(removeVaults);

const remove = (path: string, before?: string): ReturnType<typeof change> =>
  change({ kind: 'delete', path, ...(before === undefined ? {} : { before: bytes(before) }) });

const SAME_NAMES = ['a.md', 'b/a.md', 'c/A.md'].map((path) => ({ kind: 'delete', path }) as const);

const trashFolder = (vault: TestVault): string => join(vault.root, '..', 'share', 'Trash');

function setTrash(vault: TestVault, option: string): void {
  vault.write('.obsidian/app.json', JSON.stringify({ trashOption: option }));
}

describe("with the app's trash set to the vault's own", () => {
  it('a deleted note goes to .trash, which is created', async () => {
    const vault = makeVault({ 'folder/a.md': 'a' });
    setTrash(vault, 'local');
    const { ino } = statSync(join(vault.root, 'folder/a.md'));
    expect((await vault.writer.apply(remove('folder/a.md'))).trashed).toEqual([
      { path: 'folder/a.md', trashedTo: '.trash/a.md' },
    ]);
    expect(vault.read('.trash/a.md')).toBe('a');
    expect(statSync(join(vault.root, '.trash/a.md')).ino).toBe(ino);
    expect([vault.has('folder'), vault.has('folder/a.md')]).toEqual([true, false]);
  });

  it('one of the same name gets a number', async () => {
    const vault = makeVault({ '.trash/a.md': '1', '.trash/a 2.md': '2', 'a.md': '3', 'b/a.md': '4' });
    setTrash(vault, 'local');
    const went = [await vault.writer.apply(remove('a.md')), await vault.writer.apply(remove('b/a.md'))];
    expect(went.map(({ trashed }) => trashed[0]?.trashedTo)).toEqual(['.trash/a 3.md', '.trash/a 4.md']);
    expect(['a', 'a 2', 'a 3', 'a 4'].map((name) => vault.read(`.trash/${name}.md`))).toEqual(['1', '2', '3', '4']);
  });

  it('so do several of one change, in any letter case', async () => {
    const vault = makeVault({ 'a.md': '1', 'b/a.md': '2', 'c/A.md': '3' });
    setTrash(vault, 'local');
    const { trashed } = await vault.writer.apply(change(...SAME_NAMES));
    expect(trashed.map(({ trashedTo }) => trashedTo?.toLowerCase()).sort()).toEqual([
      '.trash/a 2.md',
      '.trash/a 3.md',
      '.trash/a.md',
    ]);
    expect(trashed.map(({ trashedTo }) => vault.read(trashedTo ?? ''))).toEqual(['1', '2', '3']);
  });
});

it('a trash that goes away while a note is being deleted leaves it where it is, and says so', async () => {
  const vault = makeVault({ 'a.md': 'a', '.trash/b.md': 'b' });
  setTrash(vault, 'local');
  const agree = (): void => rmSync(join(vault.root, '.trash'), { recursive: true });
  expect(await refusal(vault.writer.apply({ ...remove('a.md'), agree }))).toMatchObject({
    code: 'file_changed',
    hint: expect.any(String),
  });
  expect([vault.read('a.md'), vault.data('journal'), vault.marks()]).toEqual(['a', [], []]);
  await vault.writer.apply(remove('a.md'));
  expect(vault.read('.trash/a.md')).toBe('a');
});

it('with it set to none, the note is erased', async () => {
  const vault = makeVault({ 'a.md': 'a' });
  setTrash(vault, 'none');
  expect((await vault.writer.apply(remove('a.md'))).trashed).toEqual([{ path: 'a.md', trashedTo: null }]);
  expect(Object.keys(vault.files())).toEqual(['.obsidian/app.json']);
});

describe('with it set to the system, as it is by default', () => {
  it.runIf(process.platform === 'linux')('the note goes to the home trash, with a record of where it was', async () => {
    const vault = makeVault({ 'Ein Ordner/ä 100%.md': 'a' }, { clock: () => new Date(2026, 1, 3, 4, 5, 6).getTime() });
    expect((await vault.writer.apply(remove('Ein Ordner/ä 100%.md'))).trashed).toEqual([
      { path: 'Ein Ordner/ä 100%.md', trashedTo: 'system trash' },
    ]);
    expect(vault.files()).toEqual({});
    expect(readFileSync(join(trashFolder(vault), 'files', 'ä 100%.md'), 'utf8')).toBe('a');
    const info = readFileSync(join(trashFolder(vault), 'info', 'ä 100%.md.trashinfo'), 'utf8');
    expect(info).toMatch(
      /^\[Trash Info\]\nPath=.*\/vault\/Ein%20Ordner\/%C3%A4%20100%25\.md\nDeletionDate=2026-02-03T04:05:06\n$/,
    );
  });

  it.runIf(process.platform === 'linux')('several of one change that have one name go there side by side', async () => {
    const vault = makeVault({ 'a.md': '1', 'b/a.md': '2', 'c/A.md': '3' });
    await vault.writer.apply(change(...SAME_NAMES));
    const files = readdirSync(join(trashFolder(vault), 'files'));
    expect(files.map((name) => readFileSync(join(trashFolder(vault), 'files', name), 'utf8')).sort()).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(readdirSync(join(trashFolder(vault), 'info')).sort()).toEqual(
      files.map((name) => `${name}.trashinfo`).sort(),
    );
  });

  it.runIf(process.platform === 'linux')('no file in the trash is replaced', async () => {
    const vault = makeVault({ 'a.md': 'new' });
    for (const folder of ['files', 'info']) mkdirSync(join(trashFolder(vault), folder), { recursive: true });
    writeFileSync(join(trashFolder(vault), 'files', 'a.md'), 'old');
    await vault.writer.apply(remove('a.md'));
    expect(['a.md', 'a 2.md'].map((name) => readFileSync(join(trashFolder(vault), 'files', name), 'utf8'))).toEqual([
      'old',
      'new',
    ]);
  });

  it.runIf(process.platform === 'linux')(
    'an undo takes the note out again, though its record there cannot be removed',
    async () => {
      const vault = makeVault({ 'a.md': 'a' });
      const { ino } = statSync(join(vault.root, 'a.md'));
      const { id } = await vault.writer.apply(remove('a.md'));
      const info = join(trashFolder(vault), 'info', 'a.md.trashinfo');
      rmSync(info);
      mkdirSync(info);
      await vault.writer.undo(id ?? '');
      expect([vault.files(), statSync(join(vault.root, 'a.md')).ino]).toEqual([{ 'a.md': 'a' }, ino]);
    },
  );

  it('a host may use its own way', async () => {
    const gone: string[] = [];
    const vault = makeVault(
      { 'a.md': 'a' },
      { trash: { shell: (file) => (gone.push(file), writeFileSync(`${file}.taken`, ''), Promise.resolve()) } },
    );
    await vault.writer.apply(remove('a.md'));
    expect(gone).toEqual([join(vault.root, 'a.md')]);
  });

  it('the recycle bin of Windows takes none from a share, so the note goes to .trash', async () => {
    const places = new VaultPlaces(makeVault().root);
    const planOn = (root: string) =>
      new Trash(root, places, { platform: 'win32' }).plan('b/a.md', 'system', { now: 0, promised: new Set() });
    expect(await planOn('\\\\nas\\notes')).toEqual({ to: 'local', place: '.trash/a.md' });
    expect(await planOn('C:\\Users\\Ada\\Notes')).toEqual({ to: 'shell' });
  });

  it("what the system's trash refuses goes to .trash, and the answer says so", async () => {
    const vault = makeVault({ 'a.md': 'a' }, { trash: { shell: () => Promise.reject(new Error('no recycle bin')) } });
    const { trashed } = await vault.writer.apply(remove('a.md'));
    expect(trashed).toEqual([{ path: 'a.md', trashedTo: '.trash/a.md', note: 'The system trash could not be used.' }]);
    expect(vault.files()).toEqual({ '.trash/a.md': 'a' });
    expect(vault.data('journal')).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('a trash that cannot be created counts as one that refuses', async () => {
    const vault = makeVault({ 'a.md': 'a' });
    writeFileSync(join(vault.root, '..', 'share'), 'a file where the folder should be');
    expect((await vault.writer.apply(remove('a.md'))).trashed).toMatchObject([
      { trashedTo: '.trash/a.md', note: expect.any(String) },
    ]);
  });
});

it('a note that has changed since it was read is not deleted', async () => {
  const vault = makeVault({ 'a.md': 'changed' });
  expect(await refusal(vault.writer.apply(remove('a.md', 'as read')))).toMatchObject({ code: 'file_changed' });
  expect(await refusal(vault.writer.apply(remove('b.md')))).toMatchObject({ code: 'note_not_found' });
  expect([vault.read('a.md'), existsSync(trashFolder(vault))]).toEqual(['changed', false]);
});
