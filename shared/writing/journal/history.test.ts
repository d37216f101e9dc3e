import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileChange } from '../change/file-change.ts';
import { undoOrder } from './history-runs.ts';
import { standing } from './undone-by.ts';
import {
  bytes,
  change,
  create,
  edit,
  makeVault,
  move,
  refusal,
  removeVaults,
  type TestVault,
} from '../writing-test-kit.ts';

afterEach(removeVaults);

const erase = { settings: () => Promise.resolve({ trashOption: 'none' } as never) };

async function apply(vault: TestVault, ...files: FileChange[]): Promise<string> {
  const { id } = await vault.writer.apply(change(...files));
  if (id === undefined) throw new Error('nothing was written');
  return id;
}

describe('the history', () => {
  it('lists each change with its time, tool, client and files, newest first', async () => {
    let now = Date.UTC(2026, 0, 1);
    const vault = makeVault({ 'a.md': 'a' }, { clock: () => (now += 1000), ...erase });
    await apply(vault, create('b.md', 'b'));
    await apply(vault, move('a.md', 'c.md'), edit('b.md', 'b', 'B'));
    await apply(vault, { kind: 'delete', path: 'c.md' });
    const entries = await vault.writer.history.list();
    expect(entries.map(({ files }) => files)).toEqual([
      [{ kind: 'delete', path: 'c.md' }],
      [
        { kind: 'move', path: 'a.md', to: 'c.md' },
        { kind: 'edit', path: 'b.md' },
      ],
      [{ kind: 'create', path: 'b.md' }],
    ]);
    expect(entries[2]).toMatchObject({
      tool: 'edit_note',
      client: 'a test',
      time: expect.stringMatching(/^2026-01-01T00:00:0\d\.000Z$/),
    });
  });

  it('shows a change as a diff', async () => {
    const vault = makeVault({ 'a.md': 'one\ntwo\nthree\n', 'm.md': 'one\n', 'n.md': 'b\n' }, erase);
    const { diff } = await vault.writer.history.show(
      await apply(vault, edit('m.md', 'one\n', 'two\n'), move('n.md', 'o.md')),
    );
    expect(diff).toContain('--- a/m.md\n+++ b/m.md\n@@ -1,1 +1,1 @@\n-one\n+two\n');
    expect(diff).toContain('rename from n.md\nrename to o.md');
    const edited = await apply(vault, edit('a.md', 'one\ntwo\nthree\n', 'one\n2\nthree\n'));
    expect((await vault.writer.history.show(edited)).diff).toContain(
      '--- a/a.md\n+++ b/a.md\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
    );
    const deleted = await apply(vault, { kind: 'delete', path: 'a.md' });
    expect((await vault.writer.history.show(deleted)).diff).toContain('--- a/a.md\n+++ /dev/null\n');
    expect(await refusal(vault.writer.history.show('20990101-000000-000-abcdef'))).toMatchObject({
      code: 'invalid_arguments',
    });
  });

  it('takes little space', async () => {
    const text = 'All work and no play makes Jack a dull boy.\n'.repeat(2_000);
    const vault = makeVault({ 'a.md': text });
    await apply(vault, edit('a.md', text, `${text}The end.\n`));
    const [name] = vault.data('history');
    expect(statSync(join(vault.dataFolder, 'writing', 'history', name ?? '')).size).toBeLessThan(5_000);
  });

  it('drops what is too old or too much, oldest first', async () => {
    let now = Date.now() - 40 * 24 * 3_600_000;
    const vault = makeVault(
      { 'a.md': '' },
      { clock: () => (now += 1000), historyLimits: { maxAgeMs: Infinity, maxBytes: Infinity } },
    );
    for (let i = 0; i < 4; i++) await apply(vault, create(`${i}.md`, 'text'));
    const size = statSync(join(vault.dataFolder, 'writing', 'history', vault.data('history')[0] ?? '')).size;
    await vault.writer.history.prune(Date.now(), { maxAgeMs: Infinity, maxBytes: size * 2 + 10 });
    expect((await vault.writer.history.list()).map(({ files }) => files[0]?.path)).toEqual(['3.md', '2.md']);
    await vault.writer.history.prune(Date.now() + 31 * 24 * 3_600_000);
    expect(await vault.writer.history.list()).toEqual([]);
  });

  it('lists the newest first after the clock was set back, or stood still', async () => {
    let now = Date.now();
    const vault = makeVault({}, { clock: () => now });
    const made = [await apply(vault, create('a.md', 'a'))];
    now -= 3_600_000;
    for (const name of ['b', 'c', 'd', 'e']) made.unshift(await apply(vault, create(`${name}.md`, name)));
    const listed = await vault.writer.history.list();
    expect(listed.map(({ id }) => id)).toEqual(made);
    expect(listed[0]?.time).toBe(new Date(now).toISOString());
    const other = vault.open();
    made.unshift((await other.apply(change(create('f.md', 'f')))).id ?? '');
    expect((await other.history.list()).map(({ id }) => id)).toEqual(made);
  });

  it('drops nothing as too old by a clock that was set far ahead, before an hour has passed by it', async () => {
    const DAY = 24 * 3_600_000;
    let now = Date.now();
    const vault = makeVault({}, { clock: () => now });
    const kept = async (name: string): Promise<string[]> => {
      const writer = vault.open();
      await writer.apply(change(create(name, 'text')));
      await writer.close();
      return (await vault.writer.history.list()).map(({ files }) => files[0]?.path ?? '');
    };
    await kept('a.md');
    now += 60 * DAY;
    expect(await kept('b.md')).toEqual(['b.md', 'a.md']);
    const [, newest = ''] = vault.data('history').sort();
    const earlier = new Date(now - 2 * 3_600_000);
    utimesSync(join(vault.dataFolder, 'writing', 'history', newest), earlier, earlier);
    expect(await kept('c.md')).not.toContain('a.md');
  });

  it('skips a torn entry, with a warning', async () => {
    const vault = makeVault();
    const [one, two] = [await apply(vault, create('a.md', 'a')), await apply(vault, create('b.md', 'b'))];
    const folder = join(vault.dataFolder, 'writing', 'history');
    for (const name of readdirSync(folder)) if (name.startsWith(one)) truncateSync(join(folder, name), 300);
    writeFileSync(join(folder, '20200101-000000-000-abcdef.change'), '');
    expect((await vault.writer.history.list()).map(({ id }) => id)).toEqual([two]);
    expect(vault.log.filter((line) => line.includes('torn'))).toHaveLength(2);
    expect(await refusal(vault.writer.undo(one))).toMatchObject({ code: 'invalid_arguments' });
  });

  it.runIf(process.platform !== 'win32')('tells that it cannot be read at all, with a hint and no path', async () => {
    const vault = makeVault();
    const id = await apply(vault, create('a.md', 'a'));
    const folder = join(vault.dataFolder, 'writing', 'history');
    rmSync(folder, { recursive: true });
    symlinkSync('history', folder);
    for (const call of [() => vault.writer.undo(id), () => vault.writer.history.list()]) {
      const error = await refusal(call());
      expect(error).toMatchObject({ code: 'internal', details: { system: 'ELOOP', disk: 'data folder' } });
      expect([error.hint, JSON.stringify(error.toBody())]).toEqual([
        expect.stringContaining('doctor'),
        expect.not.stringContaining(vault.dataFolder),
      ]);
    }
  });

  it('tells of an entry that the disk does not read', async () => {
    const vault = makeVault();
    const id = await apply(vault, create('a.md', 'a'));
    const entry = join(vault.dataFolder, 'writing', 'history', `${id}.change`);
    rmSync(entry);
    mkdirSync(entry);
    expect(await vault.writer.history.list()).toEqual([]);
    for (const call of [() => vault.writer.undo(id), () => vault.writer.history.show(id)])
      expect(await refusal(call())).toMatchObject({
        code: 'invalid_arguments',
        message: expect.stringContaining('cannot be read'),
        hint: expect.any(String),
      });
    expect(vault.files()).toEqual({ 'a.md': 'a' });
  });
});

describe('undo', () => {
  it('undoes what was created, edited, moved with its links, and deleted', async () => {
    const there = { 'a.md': 'a', 'links.md': 'see [[m]]', 'm.md': 'me: [[m]]', 'old/Why?.md': 'why' };
    const vault = makeVault(process.platform === 'win32' ? { ...there, 'old/Why?.md': '' } : there, erase);
    const before = vault.files();
    const changes: FileChange[][] = [
      [create('new.md', 'n')],
      [edit('a.md', 'a', 'A')],
      [
        { kind: 'move', from: 'm.md', to: 'x/n.md', edit: { before: bytes('me: [[m]]'), after: bytes('me: [[n]]') } },
        edit('links.md', 'see [[m]]', 'see [[n]]'),
      ],
      [{ kind: 'delete', path: 'old/Why?.md' }],
    ];
    for (const files of changes) {
      const id = await apply(vault, ...files);
      expect(vault.files()).not.toEqual(before);
      const { id: undo } = await vault.writer.undo(id);
      expect(vault.files()).toEqual(before);
      const [latest, undone] = await vault.writer.history.list();
      expect([latest, undone]).toMatchObject([
        { id: undo, tool: 'undo', client: 'command line', undoes: id },
        { id, undoneBy: undo },
      ]);
    }
  });

  it('can itself be undone', async () => {
    const vault = makeVault({ 'a.md': 'a' });
    const { id } = await vault.writer.undo(await apply(vault, edit('a.md', 'a', 'A')));
    await vault.writer.undo(id ?? '');
    expect(vault.files()).toEqual({ 'a.md': 'A' });
  });

  it('refuses if later changes would be lost, and says which', async () => {
    const vault = makeVault({ 'a.md': 'a', 'b.md': 'b' });
    const id = await apply(vault, edit('a.md', 'a', 'A'), edit('b.md', 'b', 'B'), create('c.md', 'c'));
    vault.write('a.md', 'A and more');
    vault.write('c.md', 'c and more');
    expect(await refusal(vault.writer.undo(id))).toMatchObject({
      code: 'undo_conflict',
      details: { paths: ['a.md', 'c.md'], total: 2 },
    });
    expect(vault.files()).toEqual({ 'a.md': 'A and more', 'b.md': 'B', 'c.md': 'c and more' });
  });

  it('when forced replaces them, and that can be undone in turn', async () => {
    const vault = makeVault({ 'a.md': 'a', 'b.md': 'b', 'm.md': 'm' }, erase);
    const id = await apply(
      vault,
      edit('a.md', 'a', 'A'),
      edit('b.md', 'b', 'B'),
      create('c.md', 'c'),
      move('m.md', 'n.md'),
    );
    vault.write('a.md', 'A and more');
    vault.write('c.md', 'c and more');
    const later = vault.files();
    const forced = await vault.writer.undo(id, { force: true });
    expect(vault.files()).toEqual({ 'a.md': 'a', 'b.md': 'b', 'm.md': 'm' });
    await vault.writer.undo(forced.id ?? '');
    expect(vault.files()).toEqual(later);
  });

  it('undoes several changes as one, which can be undone as one', async () => {
    const vault = makeVault({ 'a.md': 'a', 'b.md': 'b', 'old/c.md': 'c' }, erase);
    const before = vault.files();
    const born = statSync(join(vault.root, 'a.md')).ino;
    const ids = [
      await apply(vault, edit('a.md', 'a', 'A')),
      await apply(vault, move('a.md', 'x/d.md'), edit('b.md', 'b', 'B')),
      await apply(vault, create('new.md', 'n'), { kind: 'delete', path: 'old/c.md' }),
      await apply(vault, edit('new.md', 'n', 'N'), edit('b.md', 'B', 'BB')),
    ];
    const after = vault.files();
    const { id } = await vault.writer.undo([...ids].reverse(), { client: 'a client', tool: 'undo_change' });
    expect(vault.files()).toEqual(before);
    expect(statSync(join(vault.root, 'a.md')).ino).toBe(born);
    const entries = await vault.writer.history.list();
    expect(entries[0]).toMatchObject({ id, client: 'a client', undoes: ids[3], undoesToo: [ids[2], ids[1], ids[0]] });
    expect(entries.slice(1).map(({ undoneBy }) => undoneBy)).toEqual(ids.map(() => id));
    expect([...standing(entries)]).toEqual([id]);
    await vault.writer.undo(id ?? '');
    expect(vault.files()).toEqual(after);
    expect([...standing(await vault.writer.history.list())]).toEqual(
      expect.arrayContaining([...ids, (await vault.writer.history.list())[0]?.id]),
    );
  });

  it('finds the note of each change by the moves before the others took its name', async () => {
    let now = Date.UTC(2026, 2, 1);
    const vault = makeVault({ 'a.md': 'a', 'b.md': 'b' }, { clock: () => (now += 1000) });
    const ids = [await apply(vault, edit('b.md', 'b', 'B')), await apply(vault, move('b.md', 'c.md'))];
    await vault.writer.undo(await apply(vault, move('a.md', 'b.md')));
    await vault.writer.undo([...ids].reverse());
    expect(vault.files()).toEqual({ 'a.md': 'a', 'b.md': 'b' });
  });

  it('finds that of a note that was deleted, even if another got its name and lost it since', async () => {
    let now = Date.UTC(2026, 2, 1);
    const vault = makeVault({ 'a.md': 'a', 'b.md': 'b' }, { clock: () => (now += 1000) });
    const ids = [await apply(vault, edit('b.md', 'b', 'B')), await apply(vault, { kind: 'delete', path: 'b.md' })];
    await apply(vault, move('a.md', 'b.md'));
    await apply(vault, move('b.md', 'c.md'));
    await vault.writer.undo([...ids].reverse());
    expect(vault.files()).toEqual({ 'b.md': 'b', 'c.md': 'a' });
  });

  it('undoes several changes in which files took each other’s places', async () => {
    const vault = makeVault({ 'a.md': 'a', 'b.md': 'b' }, erase);
    const before = vault.files();
    const ids = [
      await apply(vault, move('a.md', 'c.md')),
      await apply(vault, move('b.md', 'a.md')),
      await apply(vault, move('c.md', 'b.md')),
      await apply(vault, create('c.md', 'new')),
    ];
    await vault.writer.undo([...ids].reverse());
    expect(vault.files()).toEqual(before);
  });

  it('of a deletion never replaces a note that took its place', async () => {
    const vault = makeVault({ 'a.md': 'first' }, erase);
    const id = await apply(vault, { kind: 'delete', path: 'a.md' });
    vault.write('a.md', 'second');
    expect(await refusal(vault.writer.undo(id))).toMatchObject({ code: 'undo_conflict' });
    const moved = await apply(vault, move('a.md', 'b.md'));
    vault.write('a.md', 'third');
    expect(await refusal(vault.writer.undo(moved, { force: true }))).toMatchObject({ code: 'note_exists' });
    expect(vault.files()).toEqual({ 'a.md': 'third', 'b.md': 'second' });
  });

  it.each(['one by one', 'as one'])('after any changes, some undone at once, restores the vault: %s', async (way) => {
    const names = ['a.md', 'b.md', 'f/a.md', 'f/c.md'];
    const step = fc.record({
      kind: fc.constantFrom('create', 'edit', 'move', 'move', 'delete'),
      path: fc.constantFrom(...names),
      to: fc.constantFrom(...names),
      text: fc.uint8Array({ maxLength: 6 }),
      isUndone: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 9 }), async (steps) => {
        let time = Date.UTC(2026, 2, 1);
        const vault = makeVault({ 'a.md': 'a', 'f/c.md': 'c' }, { ...erase, clock: () => (time += 1000) });
        const before = vault.files();
        for (const { kind, path, to, text, isUndone } of steps) {
          const now = vault.files()[path];
          const files: Partial<Record<string, FileChange>> = {
            create: { kind: 'create', path, bytes: text },
            edit: { kind: 'edit', path, before: bytes(now ?? ''), after: bytes(Buffer.from(text).toString('latin1')) },
            move: { kind: 'move', from: path, to },
            delete: { kind: 'delete', path },
          };
          const applied = await vault.writer.apply(change(files[kind] as FileChange)).catch(() => undefined);
          if (isUndone && applied?.id !== undefined) await vault.writer.undo(applied.id);
        }
        const entries = await vault.writer.history.list();
        const order = undoOrder(entries, new Set(entries.map(({ id }) => id)));
        if (way === 'as one' && order.length > 0) await vault.writer.undo(order);
        if (way === 'one by one') for (const id of order) await vault.writer.undo(id);
        expect(vault.files()).toEqual(before);
      }),
      { seed: 5, numRuns: 15 },
    );
  });
});

describe('an undo leaves nothing behind', () => {
  it('of a move: removes the folders that the move created, unless something else is in them', async () => {
    const vault = makeVault({ 'a.md': 'a', 'b.md': 'b', 'there/c.md': 'c' });
    const { id } = await vault.writer.apply(change(move('a.md', 'new/deep/a.md')));
    const other = await vault.writer.apply(change(move('b.md', 'there/made/b.md')));
    vault.write('there/made/mine.md', 'mine');
    await vault.writer.undo(id ?? '');
    await vault.writer.undo(other.id ?? '');
    expect(vault.files()).toEqual({ 'a.md': 'a', 'b.md': 'b', 'there/c.md': 'c', 'there/made/mine.md': 'mine' });
    expect(vault.has('new')).toBe(false);
  });

  it('of a new note: removes its folders', async () => {
    const vault = makeVault({}, erase);
    const { id } = await vault.writer.apply(change(create('x/y/a.md', 'a')));
    await vault.writer.undo(id ?? '');
    expect([vault.files(), vault.has('x')]).toEqual([{}, false]);
    const again = (await vault.writer.history.list())[0]?.id ?? '';
    await vault.writer.undo(again);
    expect(vault.files()).toEqual({ 'x/y/a.md': 'a' });
  });

  it.each(['local', 'system'] as const)(
    'of a deletion: the file itself is restored from the %s trash',
    async (trashOption) => {
      const vault = makeVault(
        { 'in/a.md': 'a', 'a.md': 'another' },
        { settings: () => Promise.resolve({ trashOption } as never) },
      );
      const { ino, birthtimeMs } = statSync(join(vault.root, 'in/a.md'));
      const { id } = await vault.writer.apply(change({ kind: 'delete', path: 'in/a.md' }));
      expect(vault.has('in/a.md')).toBe(false);
      await vault.writer.undo(id ?? '');
      expect(vault.files()).toEqual({ 'in/a.md': 'a', 'a.md': 'another' });
      expect(statSync(join(vault.root, 'in/a.md'))).toMatchObject({ ino, birthtimeMs });
      const trash = join(vault.root, '..', 'share', 'Trash');
      const left = existsSync(trash)
        ? readdirSync(trash, { recursive: true })
            .map(String)
            .filter((name) => name.includes('a.md'))
        : [];
      expect([left, vault.has('.trash')]).toEqual([[], false]);
    },
  );

  it.each(['none', 'local'] as const)(
    'of a deletion with the trash %s and empty: the note that is made again has its permissions',
    async (trashOption) => {
      const vault = makeVault({ 'a.md': 'a' }, { settings: () => Promise.resolve({ trashOption } as never) });
      chmodSync(join(vault.root, 'a.md'), 0o602);
      const { id } = await vault.writer.apply(change({ kind: 'delete', path: 'a.md' }));
      rmSync(join(vault.root, '.trash'), { recursive: true, force: true });
      await vault.writer.undo(id ?? '');
      expect(vault.files()).toEqual({ 'a.md': 'a' });
      if (process.platform !== 'win32') expect(statSync(join(vault.root, 'a.md')).mode & 0o777).toBe(0o602);
    },
  );

  it('of a deletion whose copy in the trash was changed or is gone: the note is recreated, the copy left alone', async () => {
    const vault = makeVault(
      { 'a.md': 'a', 'b.md': 'b' },
      { settings: () => Promise.resolve({ trashOption: 'local' } as never) },
    );
    const first = await vault.writer.apply(change({ kind: 'delete', path: 'a.md' }));
    const second = await vault.writer.apply(change({ kind: 'delete', path: 'b.md' }));
    vault.write('.trash/a.md', 'changed');
    rmSync(join(vault.root, '.trash/b.md'));
    await vault.writer.undo(first.id ?? '');
    await vault.writer.undo(second.id ?? '');
    expect(vault.files()).toEqual({ 'a.md': 'a', 'b.md': 'b', '.trash/a.md': 'changed' });
  });

  it('that fails leaves the file in the trash', async () => {
    const vault = makeVault({ 'a.md': 'a' }, { settings: () => Promise.resolve({ trashOption: 'local' } as never) });
    const { id } = await vault.writer.apply(change({ kind: 'delete', path: 'a.md' }));
    vault.write('a.md', 'taken');
    expect(await refusal(vault.writer.undo(id ?? ''))).toMatchObject({ code: 'undo_conflict' });
    expect(vault.files()).toEqual({ 'a.md': 'taken', '.trash/a.md': 'a' });
  });
});
