import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, linkSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { hashOf } from './change/change-record.ts';
import { writeRules } from './places/path-guard.ts';
import { bytes, change, create, edit, makeVault, move, refusal, removeVaults } from './writing-test-kit.ts';

afterEach(removeVaults);

const caseMatters = !existsSync(import.meta.filename.toUpperCase());

describe('a new note', () => {
  it('appears whole, with its folders', async () => {
    const vault = makeVault();
    const applied = await vault.writer.apply(change(create('a/b/c.md', 'text')));
    expect(applied).toMatchObject({
      paths: ['a/b/c.md'],
      id: expect.stringMatching(/^\d{8}-\d{6}-\d{3}-[0-9a-f]{6}$/),
    });
    expect(vault.files()).toEqual({ 'a/b/c.md': 'text' });
  });

  it('replaces no other', async () => {
    const vault = makeVault({ 'a.md': 'there' });
    expect(await refusal(vault.writer.apply(change(create('a.md', 'new'))))).toMatchObject({
      code: 'note_exists',
      details: { path: 'a.md' },
    });
    expect(vault.files()).toEqual({ 'a.md': 'there' });
  });

  it('is created once by many that create it at the same moment', async () => {
    const vault = makeVault();
    const other = vault.open();
    const attempts = Array.from({ length: 12 }, (_, i) =>
      (i % 2 ? vault.writer : other).apply(change(create('a.md', `text ${i}`))),
    );
    const results = await Promise.allSettled(attempts);
    const won = results.flatMap(({ status }, i) => (status === 'fulfilled' ? [`text ${i}`] : []));
    expect(won).toHaveLength(1);
    expect(vault.files()).toEqual({ 'a.md': won[0] });
  });
});

describe('an edit', () => {
  it('keeps the file: number, birth, permissions and other names', async () => {
    const vault = makeVault({ 'a.md': 'a long old text' });
    const file = join(vault.root, 'a.md');
    linkSync(file, join(vault.root, 'other name.md'));
    chmodSync(file, 0o640);
    const before = statSync(file);
    for (const [old, text] of [
      ['a long old text', 'short'],
      ['short', 'a text that is longer than before'],
      ['a text that is longer than before', ''],
    ] as const) {
      await vault.writer.apply(change(edit('a.md', old, text)));
      const after = statSync(file);
      expect([after.ino, after.mode, after.nlink, after.birthtimeMs]).toEqual([
        before.ino,
        before.mode,
        before.nlink,
        before.birthtimeMs,
      ]);
      expect(vault.files()).toEqual({ 'a.md': text, 'other name.md': text });
    }
  });

  it.runIf(process.platform === 'linux' && hasCommand('setfattr'))('keeps extended attributes', async () => {
    const vault = makeVault({ 'a.md': 'old' });
    execFileSync('setfattr', ['-n', 'user.origin', '-v', 'clipper', join(vault.root, 'a.md')]);
    await vault.writer.apply(change(edit('a.md', 'old', 'new')));
    expect(execFileSync('getfattr', ['-n', 'user.origin', '--only-values', join(vault.root, 'a.md')]).toString()).toBe(
      'clipper',
    );
  });

  it('names its base by bytes or hash, and is refused on any other base', async () => {
    const vault = makeVault({ 'a.md': 'one' });
    await vault.writer.apply(change({ kind: 'edit', path: 'a.md', before: hashOf(bytes('one')), after: bytes('two') }));
    expect(await refusal(vault.writer.apply(change(edit('a.md', 'one', 'three'))))).toMatchObject({
      code: 'file_changed',
      details: { path: 'a.md' },
    });
    expect(vault.read('a.md')).toBe('two');
  });

  it('that changes nothing writes nothing', async () => {
    const vault = makeVault({ 'a.md': 'same' });
    utimesSync(join(vault.root, 'a.md'), 1, 1);
    expect(await vault.writer.apply(change(edit('a.md', 'same', 'same')))).toEqual({ paths: [], trashed: [] });
    expect(statSync(join(vault.root, 'a.md')).mtimeMs).toBe(1000);
    expect(vault.data('history')).toEqual([]);
  });

  it('of a missing note is refused', async () => {
    const vault = makeVault();
    expect(await refusal(vault.writer.apply(change(edit('a.md', '', 'x'))))).toMatchObject({ code: 'note_not_found' });
  });
});

describe('a move', () => {
  it('keeps the file, makes folders, leaves the emptied one, and changes content on the way', async () => {
    const vault = makeVault({ 'old/a.md': 'see [[a]]' });
    const { ino } = statSync(join(vault.root, 'old/a.md'));
    await vault.writer.apply(
      change({
        kind: 'move',
        from: 'old/a.md',
        to: 'new/deep/b.md',
        edit: { before: bytes('see [[a]]'), after: bytes('see [[b]]') },
      }),
    );
    expect(vault.files()).toEqual({ 'new/deep/b.md': 'see [[b]]' });
    expect(statSync(join(vault.root, 'new/deep/b.md')).ino).toBe(ino);
    expect(vault.has('old')).toBe(true);
  });

  it('replaces no other note', async () => {
    const vault = makeVault({ 'a.md': 'a', 'b.md': 'b' });
    expect(await refusal(vault.writer.apply(change(move('a.md', 'b.md'))))).toMatchObject({
      code: 'note_exists',
      details: { path: 'b.md' },
    });
    expect(vault.files()).toEqual({ 'a.md': 'a', 'b.md': 'b' });
  });

  it('can change just the letter case of the name', async () => {
    const vault = makeVault({ 'note.md': 'a' });
    await vault.writer.apply(change(move('note.md', 'Note.md')));
    expect(vault.files()).toEqual({ 'Note.md': 'a' });
  });

  it.runIf(caseMatters)('treats another letter case as another name if the disk does', async () => {
    const vault = makeVault({ 'note.md': 'a' });
    linkSync(join(vault.root, 'note.md'), join(vault.root, 'Note.md'));
    expect(await refusal(vault.writer.apply(change(move('note.md', 'Note.md'))))).toMatchObject({
      code: 'note_exists',
    });
    expect(vault.files()).toEqual({ 'note.md': 'a', 'Note.md': 'a' });
  });
});

describe('a change of several files', () => {
  const several = [edit('a.md', 'a', 'A'), create('new.md', 'n'), move('b.md', 'folder/b.md'), edit('c.md', 'c', 'C')];

  it('is done as one', async () => {
    const vault = makeVault({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' });
    await vault.writer.apply(change(...several));
    expect(vault.files()).toEqual({ 'a.md': 'A', 'new.md': 'n', 'folder/b.md': 'b', 'c.md': 'C' });
    expect(vault.data('history')).toHaveLength(1);
    expect([vault.data('journal'), vault.marks()]).toEqual([[], []]);
  });

  it.each([
    ['one file has changed', { 'c.md': 'changed' }, 'file_changed'],
    ['one name is taken', { 'new.md': 'taken' }, 'note_exists'],
    ['one target is taken', { 'folder/b.md': 'taken' }, 'note_exists'],
  ])('is not made at all if %s', async (_, files, code) => {
    const there = { 'a.md': 'a', 'b.md': 'b', 'c.md': 'c', ...files };
    const vault = makeVault(there);
    expect(await refusal(vault.writer.apply(change(...several)))).toMatchObject({ code });
    expect(vault.files()).toEqual(there);
    expect(vault.has('folder')).toBe('folder/b.md' in there);
    expect([vault.data('history'), vault.data('journal')]).toEqual([[], []]);
  });

  it('tells how many are written, and takes all back if it is stopped midway', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `Note ${i}.md`);
    const texts = Object.fromEntries(names.map((name) => [name, 'before\n']));
    const vault = makeVault(texts);
    const before = vault.files();
    const files = names.map((path) => edit(path, 'before\n', 'after\n'));
    const cancel = new AbortController();
    const seen: number[] = [];
    const course = {
      signal: cancel.signal,
      onWritten: (done: number, total: number) => {
        seen.push(done);
        expect(total).toBe(40);
        if (done === 12) cancel.abort(new Error('cancelled'));
      },
    };
    await expect(vault.writer.apply({ ...change(...files), course })).rejects.toThrow('cancelled');
    expect(seen.length).toBeGreaterThanOrEqual(12);
    expect(seen.length).toBeLessThan(40);
    expect(vault.files()).toEqual(before);
    expect([vault.data('journal'), vault.data('history')]).toEqual([[], []]);

    await vault.writer.apply({ ...change(...files), course: { onWritten: (done) => void seen.push(done) } });
    expect(seen.at(-1)).toBe(40);
    expect(vault.read('Note 7.md')).toBe('after\n');
  });

  it('cannot write one file twice', async () => {
    const vault = makeVault({ 'a.md': 'a' });
    expect(await refusal(vault.writer.apply(change(edit('a.md', 'a', 'b'), edit('a.md', 'b', 'c'))))).toMatchObject({
      code: 'invalid_arguments',
    });
  });
});

describe('before a file is compared with what was read', () => {
  it('the engine saves the editors, and text that comes from them is not lost', async () => {
    const vault = makeVault({ 'a.md': 'on the disk' });
    const prepared: string[][] = [];
    const prepare = (paths: string[]): Promise<void> => {
      prepared.push(paths);
      vault.write('a.md', 'from the editor');
      return Promise.resolve();
    };
    expect(
      await refusal(vault.writer.apply({ ...change(edit('a.md', 'on the disk', 'mine')), prepare })),
    ).toMatchObject({ code: 'file_changed' });
    expect(prepared).toEqual([['a.md']]);
    expect(vault.read('a.md')).toBe('from the editor');
  });
});

it('writes nothing under VAULT_LOOM_READ_ONLY', async () => {
  const vault = makeVault({ 'a.md': 'a' }, { rules: writeRules({ VAULT_LOOM_READ_ONLY: '1' }, { configDir: null }) });
  for (const file of [
    create('b.md', 'b'),
    edit('a.md', 'a', 'b'),
    move('a.md', 'c.md'),
    { kind: 'delete', path: 'a.md' } as const,
  ]) {
    expect(await refusal(vault.writer.apply(change(file)))).toMatchObject({ code: 'read_only' });
  }
  await vault.writer.recover();
  expect(vault.files()).toEqual({ 'a.md': 'a' });
  expect(existsSync(vault.dataFolder)).toBe(false);
});

it('writes any bytes exactly as given', async () => {
  const vault = makeVault({ 'a.md': '' });
  let now = new Uint8Array();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (next) => {
      await vault.writer.apply(change({ kind: 'edit', path: 'a.md', before: now, after: next }));
      now = next;
      const { bytes: read } = await vault.writer.withPaths(['a.md'], (session) => session.read('a.md'));
      expect([...read]).toEqual([...next]);
    }),
    { seed: 3, numRuns: 40 },
  );
});

function hasCommand(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
