import { afterEach, describe, expect, it } from 'vitest';
import { VaultLoomError } from '../../../protocol/errors.ts';
import { openBench, removeBenches, type WritingBench } from '../../test-support/writing-bench.ts';
import { renameMissing, type MissingRename, type RenamedMissing } from './rename-missing.ts';

afterEach(removeBenches);

const FILES = {
  'Home.md': '---\nup: "[[Soup]]"\n---\r\n[[Soup]] [[soup|hot]] ![[Soup#Steps]] `[[Soup]]`\n',
  'a/Menu.md': '\uFEFF- [[Soup]]  \n- [s](Soup.md)',
  'Board.canvas': '{"nodes":[{"id":"1","type":"text","text":"[[Soup]]","x":0,"y":0,"width":1,"height":1}],"edges":[]}',
  'Other.md': '[[Souper]] [[b/Soup]]\n',
};

function rename(bench: WritingBench, wish: Partial<MissingRename>): Promise<RenamedMissing> {
  const { engine, writing } = bench;
  return renameMissing(
    { engine, writing: () => Promise.resolve(writing) },
    { from: 'Soup', to: 'Broth', agreed: null, ...wish },
  );
}

async function refusal(renaming: Promise<unknown>): Promise<VaultLoomError> {
  const error = await renaming.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(VaultLoomError);
  return error as VaultLoomError;
}

describe('the rename of a missing note', () => {
  it('rewrites every link to it and nothing else, as one change of the person’s, which undo takes back whole', async () => {
    const bench = await openBench(FILES);
    expect(await rename(bench, {})).toEqual({ to: 'Broth', files: 3, occurrences: 7 });
    expect(bench.files()).toEqual({
      'Home.md': '---\nup: "[[Broth]]"\n---\r\n[[Broth]] [[Broth|hot]] ![[Broth#Steps]] `[[Soup]]`\n',
      'a/Menu.md': '\uFEFF- [[Broth]]  \n- [s](Broth.md)',
      'Board.canvas': FILES['Board.canvas'].replace('Soup', 'Broth'),
      'Other.md': FILES['Other.md'],
    });
    const [entry, ...older] = await bench.writing.writer.history.list();
    expect([entry?.tool, entry?.client, entry?.files.length, older]).toEqual(['rename_missing', 'the app', 3, []]);
    await bench.writing.writer.undo(entry?.id ?? '');
    expect(bench.files()).toEqual(FILES);
  });

  it('is known to the index at once: as missing under its new name', async () => {
    const bench = await openBench(FILES);
    await rename(bench, { to: 'Kitchen/Broth.md' });
    const { unresolved } = await bench.engine.map();
    expect(unresolved.rows.map(({ title }) => title).sort()).toEqual(['Kitchen/Broth', 'Souper', 'b/Soup']);
    expect(bench.text('a/Menu.md')).toContain('[[Kitchen/Broth]]');
  });

  it('leads the links to a note that is there only if that was agreed to', async () => {
    const files = { ...FILES, 'b/Broth.md': 'x' };
    const bench = await openBench(files);
    expect(await refusal(rename(bench, {}))).toMatchObject({ code: 'note_exists', details: { path: 'b/Broth.md' } });
    expect(await refusal(rename(bench, { to: 'Stock', agreed: 'b/Broth.md' }))).toMatchObject({
      code: 'note_not_found',
    });
    expect(bench.files()).toEqual(files);
    expect(await rename(bench, { agreed: 'b/Broth.md' })).toMatchObject({ to: 'b/Broth.md', files: 3 });
    expect(bench.text('a/Menu.md')).toBe('\uFEFF- [[Broth]]  \n- [s](Broth.md)');
    const { data } = (await bench.call('read_note', { name: 'b/Broth.md' })) as {
      data: { incoming: { path: string }[] };
    };
    expect(data.incoming.map(({ path }) => path).sort()).toEqual(['Board.canvas', 'Home.md', 'a/Menu.md']);
  });

  it('reaches notes that are kept from assistants, as a move does, and may lead to them', async () => {
    const bench = await openBench({ ...FILES, 'Kept/K.md': 'k [[Soup]]', '.vaultloomignore': 'Kept/\n' });
    expect(await rename(bench, { to: 'Kept/Broth' })).toMatchObject({ files: 4 });
    expect(bench.text('Kept/K.md')).toBe('k [[Kept/Broth]]');
    expect(await rename(bench, { from: 'Kept/Broth', to: 'K', agreed: 'Kept/K.md' })).toMatchObject({ files: 4 });
    expect(bench.text('Home.md')).toContain('[[Kept/K|hot]]');
  });

  it.each([
    ['nothing', '', 'path_not_allowed'],
    ['blanks', '  ', 'path_not_allowed'],
    ['a way out', '../Broth', 'path_outside_vault'],
    ['a drive', 'C:\\Broth', 'path_outside_vault'],
    ['the app’s folder', '.obsidian/Broth', 'path_not_allowed'],
    ['a character that not every system can store', 'Bro?th', 'path_not_allowed'],
    ['a heading', 'Broth#Steps', 'invalid_arguments'],
    ['a block', 'Broth^b1', 'invalid_arguments'],
    ['brackets', 'Bro]]th', 'invalid_arguments'],
    ['its own name', 'Soup', 'invalid_arguments'],
  ])('refuses %s as a name, and changes nothing', async (_what, to, code) => {
    const bench = await openBench(FILES);
    expect(await refusal(rename(bench, { to }))).toMatchObject({ code });
    expect(bench.files()).toEqual(FILES);
  });

  it('refuses what no link leads to any more', async () => {
    const bench = await openBench(FILES);
    expect(await refusal(rename(bench, { from: 'Stew' }))).toMatchObject({ code: 'note_not_found' });
  });

  it('writes nothing if one of the notes cannot be written', async () => {
    const latin = Buffer.concat([Buffer.from('[[Soup]] '), Buffer.from([0xff])]);
    const bench = await openBench({ ...FILES, 'latin.md': latin });
    const before = bench.files();
    expect(await refusal(rename(bench, {}))).toMatchObject({ code: 'file_not_utf8' });
    expect(bench.files()).toEqual(before);
  });

  it('writes nothing under VAULT_LOOM_READ_ONLY', async () => {
    const bench = await openBench(FILES, { env: { VAULT_LOOM_READ_ONLY: '1' } });
    expect(await refusal(rename(bench, {}))).toMatchObject({ code: 'read_only' });
  });

  it('is made on the text that another program has written meanwhile', async () => {
    let isFirst = true;
    const bench: WritingBench = await openBench(FILES, {
      afterRead: (paths) => {
        if (!isFirst || !paths.includes('a/Menu.md')) return;
        isFirst = false;
        bench.put('a/Menu.md', 'new: [[Soup]]\n');
      },
    });
    expect(await rename(bench, {})).toMatchObject({ files: 3 });
    expect(bench.text('a/Menu.md')).toBe('new: [[Broth]]\n');
  });
});
