import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { ownIdentity, type ProcessIdentity } from '../../kit/disk/process-identity.ts';
import { encodeRecord, type ChangeRecord, type Step } from '../change/change-record.ts';
import { idOf } from '../files/file-id.ts';
import { bytes, change, edit, makeVault, move, removeVaults, type TestVault } from '../writing-test-kit.ts';

afterEach(removeVaults);

const WRITER = 'a'.repeat(24);
const ELSEWHERE: ProcessIdentity = { pid: 1, bootId: 'another machine', pidNamespace: 'pid:[1]', startTime: '1' };
const QUICK = { renew: 20, stale: 150, poll: 20 };

/** Leaves the vault like a writer that died after journaling these steps. */
async function leave(
  vault: TestVault,
  steps: Step[],
  { writer = null as ProcessIdentity | null, id = '20260101-000000-000-abcdef', inPart = false } = {},
): Promise<void> {
  const record: ChangeRecord = {
    id,
    time: 0,
    tool: 'move_note',
    client: 'a test',
    writer: writer ?? (await ownIdentity()),
    inPart,
    steps,
  };
  const data = join(vault.dataFolder, 'writing');
  for (const folder of ['journal', 'history', 'writers']) mkdirSync(join(data, folder), { recursive: true });
  writeFileSync(join(data, 'journal', `${id}.${WRITER}`), Buffer.concat(await encodeRecord(record)));
  if (writer !== null)
    writeFileSync(join(data, 'writers', WRITER), JSON.stringify({ nonce: WRITER, renewals: 1, process: writer }));
}

const editStep = (vault: TestVault, path: string, before: Uint8Array, after: Uint8Array): Step => ({
  do: 'edit',
  path,
  place: path,
  id: idOf(statSync(join(vault.root, path), { bigint: true })),
  before,
  after,
});

const moveStep = (vault: TestVault, path: string, to: string): Step => ({
  do: 'move',
  path,
  place: path,
  to,
  toPlace: to,
  id: idOf(statSync(join(vault.root, path), { bigint: true })),
  caseOnly: false,
});

describe('a file whose write was interrupted', () => {
  it('becomes the old or the new one, wherever the write stopped', async () => {
    const text = fc.uint8Array({ maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(24), fc.boolean(), async (before, after, cut, alone) => {
        fc.pre(!Buffer.from(before).equals(after));
        const vault = makeVault({ 'a.md': before, 'b.md': 'b' });
        const steps = [
          editStep(vault, 'a.md', before, after),
          ...(alone ? [] : [editStep(vault, 'b.md', bytes('b'), bytes('B'))]),
        ];
        await leave(vault, steps);
        // The file after `cut` bytes were written, or, beyond that, after it was truncated.
        const torn =
          cut > after.length
            ? after
            : Buffer.concat([after.subarray(0, cut), before.subarray(Math.min(cut, before.length))]);
        vault.write('a.md', torn);

        await vault.writer.recover();
        const now = readFileSync(join(vault.root, 'a.md'));
        expect([now.equals(before), now.equals(after)]).toContain(true);
        if (!alone) expect(now.equals(before)).toBe(true);
        expect(vault.read('b.md')).toBe('b');
        expect(vault.data('journal')).toEqual([]);
        expect(vault.data('writers')).not.toContain(WRITER);
      }),
      { seed: 4, numRuns: 40 },
    );
  });

  it('is left alone once someone else has written in it, with a warning, and its old bytes stay in the history', async () => {
    const vault = makeVault({ 'a.md': 'old text' });
    await leave(vault, [editStep(vault, 'a.md', bytes('old text'), bytes('new text, longer'))]);
    vault.write('a.md', 'what the person wrote');
    const report = await vault.writer.recover();
    expect(report.leftAlone).toEqual([{ path: 'a.md', id: '20260101-000000-000-abcdef' }]);
    expect(vault.read('a.md')).toBe('what the person wrote');
    expect(vault.log).toEqual([expect.stringContaining('"a.md" was changed by someone else')]);
    expect(await vault.writer.history.list()).toMatchObject([{ id: '20260101-000000-000-abcdef', interrupted: true }]);
    expect((await vault.writer.history.record('20260101-000000-000-abcdef')).steps[0]).toMatchObject({
      before: bytes('old text'),
    });
  });

  it('is left alone if it was replaced meanwhile, whether its bytes are old, new or in between', async () => {
    for (const text of ['old', 'new longer', 'newd']) {
      const vault = makeVault({ 'a.md': 'old', 'b.md': 'b' });
      await leave(vault, [
        editStep(vault, 'a.md', bytes('old'), bytes('new longer')),
        editStep(vault, 'b.md', bytes('b'), bytes('B')),
      ]);
      vault.write('b.md', 'B');
      await new Promise((resolve) => setTimeout(resolve, 5));
      vault.write('fresh.md', text);
      renameSync(join(vault.root, 'fresh.md'), join(vault.root, 'a.md'));
      await vault.writer.recover();
      expect(vault.files()).toEqual({ 'a.md': text, 'b.md': expect.stringMatching(/^b$/i) });
    }
  });

  it('is left alone if it was written long after its writer died', async () => {
    const vault = makeVault({ 'a.md': '[ ] [ ]' });
    await leave(vault, [editStep(vault, 'a.md', bytes('[ ] [ ]'), bytes('[x] [x]'))]);
    vault.write('a.md', '[x] [ ]');
    const later = Date.now() / 1000 + 600;
    utimesSync(join(vault.root, 'a.md'), later, later);
    await vault.writer.recover();
    expect(vault.read('a.md')).toBe('[x] [ ]');
  });
});

describe('a change of several files that was interrupted', () => {
  const steps = (vault: TestVault): Step[] => [
    { do: 'folder', place: 'new' },
    { do: 'create', path: 'made.md', place: 'made.md', temporary: '.vault-loom-1.tmp', after: bytes('made') },
    editStep(vault, 'a.md', bytes('a'), bytes('A')),
    editStep(vault, 'm.md', bytes('m'), bytes('M')),
    moveStep(vault, 'm.md', 'new/m.md'),
    {
      do: 'remove',
      path: 'r.md',
      place: 'r.md',
      id: idOf(statSync(join(vault.root, 'r.md'), { bigint: true })),
      before: bytes('r'),
      trash: { to: 'local', place: '.trash/r.md' },
    },
  ];
  const BEFORE = { 'a.md': 'a', 'm.md': 'm', 'r.md': 'r' };
  const stages: ((vault: TestVault) => void)[] = [
    (vault) => mkdirSync(join(vault.root, 'new')),
    (vault) => vault.write('.vault-loom-1.tmp', 'ma'),
    (vault) => (
      vault.write('.vault-loom-1.tmp', 'made'),
      renameSync(join(vault.root, '.vault-loom-1.tmp'), join(vault.root, 'made.md'))
    ),
    (vault) => vault.write('a.md', 'A'),
    (vault) => vault.write('m.md', 'M'),
    (vault) => renameSync(join(vault.root, 'm.md'), join(vault.root, 'new/m.md')),
    (vault) => (
      mkdirSync(join(vault.root, '.trash')), renameSync(join(vault.root, 'r.md'), join(vault.root, '.trash/r.md'))
    ),
  ];

  it.each(stages.map((_, done) => done))('is rolled back as a whole after %i of its parts', async (done) => {
    const vault = makeVault(BEFORE);
    await leave(vault, steps(vault));
    for (const stage of stages.slice(0, done)) stage(vault);
    expect(await vault.writer.recover()).toMatchObject({
      takenBack: ['20260101-000000-000-abcdef'],
      leftAlone: [],
      waiting: 0,
    });
    expect(vault.files()).toEqual(BEFORE);
    expect(vault.has('new')).toBe(false);
    expect(vault.data('journal')).toEqual([]);
  });

  it("removes its own record of a file's origin from the system's trash, not that of a file trashed since", async () => {
    for (const [there, kept] of [
      ['of ours', false],
      ['of', false],
      ['of another', true],
    ] as const) {
      const vault = makeVault({ 'r.md': 'r' });
      const trash = join(vault.root, '..', 'trash');
      mkdirSync(trash);
      const info = { file: join(trash, 'r.md.trashinfo'), text: 'of ours' };
      const { id } = editStep(vault, 'r.md', bytes('r'), bytes('')) as Step & { do: 'edit' };
      const to = { to: 'folder', file: join(trash, 'r.md'), info } as const;
      await leave(vault, [{ do: 'remove', path: 'r.md', place: 'r.md', id, before: bytes('r'), trash: to }]);
      writeFileSync(info.file, there);
      await vault.writer.recover();
      expect([vault.files(), existsSync(info.file)]).toEqual([{ 'r.md': 'r' }, kept]);
    }
  });

  it('leaves no second name in the trash for a file that was halfway there', async () => {
    const vault = makeVault({ 'r.md': 'r' });
    await leave(
      vault,
      steps(makeVault(BEFORE))
        .slice(-1)
        .map((step) => ({ ...step, id: idOf(statSync(join(vault.root, 'r.md'), { bigint: true })) }) as Step),
    );
    mkdirSync(join(vault.root, '.trash'));
    linkSync(join(vault.root, 'r.md'), join(vault.root, '.trash/r.md'));
    await vault.writer.recover();
    expect(vault.files()).toEqual({ 'r.md': 'r' });
  });

  it('leaves what someone else put into the trash', async () => {
    const vault = makeVault(BEFORE);
    await leave(vault, steps(vault));
    vault.write('.trash/r.md', 'r');
    await vault.writer.recover();
    expect(vault.files()).toEqual({ ...BEFORE, '.trash/r.md': 'r' });
  });

  it('is kept when all of it was done, and can be undone', async () => {
    const vault = makeVault(BEFORE);
    await leave(vault, steps(vault));
    for (const stage of stages) stage(vault);
    expect(await vault.writer.recover()).toMatchObject({ finished: ['20260101-000000-000-abcdef'] });
    expect(vault.files()).toEqual({ 'made.md': 'made', 'a.md': 'A', 'new/m.md': 'M', '.trash/r.md': 'r' });
    expect(vault.data('history')).toEqual(['20260101-000000-000-abcdef.change']);
  });

  it('rolls back a partly written new file on a disk without hard links', async () => {
    for (const [inPart, left] of [
      [true, {}],
      [false, { 'made.md': 'ma' }],
    ] as const) {
      const vault = makeVault();
      await leave(
        vault,
        [{ do: 'create', path: 'made.md', place: 'made.md', temporary: '.vault-loom-1.tmp', after: bytes('made') }],
        { inPart },
      );
      vault.write('made.md', 'ma');
      await vault.writer.recover();
      expect(vault.files()).toEqual(left);
    }
  });

  it('rolls back a half-done move and a file whose trash was emptied', async () => {
    const vault = makeVault(BEFORE);
    await leave(vault, steps(vault));
    stages.forEach((stage) => stage(vault));
    rmSync(join(vault.root, '.trash'), { recursive: true });
    vault.write('a.md', 'a');
    await vault.writer.recover();
    expect(vault.files()).toEqual(BEFORE);
  });
});

describe('a move whose writer died between the last write and its answer', () => {
  const OLD = 'See [[old]], and [x](old.md).\n';
  const NEW = 'See [[new]], and [x](new.md).\n';
  const id = '20260101-000000-000-abcdef';
  const setUp = async (): Promise<{ vault: TestVault; recover: () => Promise<void> }> => {
    const vault = makeVault({ 'old.md': 'the note', 'home.md': OLD });
    const steps = [editStep(vault, 'home.md', bytes(OLD), bytes(NEW)), moveStep(vault, 'old.md', 'new.md')];
    await leave(vault, steps, { writer: ELSEWHERE });
    const data = join(vault.dataFolder, 'writing');
    renameSync(join(data, 'journal', `${id}.${WRITER}`), join(data, 'history', `${id}.change`));
    vault.write('home.md', NEW);
    renameSync(join(vault.root, 'old.md'), join(vault.root, 'new.md'));
    const writer = vault.open({ lockTiming: QUICK });
    const recover = async (): Promise<void> => {
      await expect.poll(async () => (await writer.recover()).waiting, { timeout: 20_000, interval: 10 }).toBe(0);
    };
    return { vault, recover };
  };

  it.each(['unchanged', 'with a line more'])(
    'mends links in a text of before that a program saved (%s)',
    async (how) => {
      const { vault, recover } = await setUp();
      const more = how === 'unchanged' ? '' : 'A line more.\n';
      vault.write('home.md', OLD + more);
      await recover();
      expect(vault.files()).toEqual({ 'new.md': 'the note', 'home.md': NEW + more });
      expect((await vault.writer.history.list()).map(({ client }) => client)).toContain('recovery');
    },
  );

  it('leaves a note alone that was saved long after', async () => {
    const { vault, recover } = await setUp();
    vault.write('home.md', OLD);
    const later = Date.now() / 1000 + 600;
    utimesSync(join(vault.root, 'home.md'), later, later);
    await recover();
    expect(vault.read('home.md')).toBe(OLD);
  });

  it('leaves links to the old name alone once a note has it', async () => {
    const { vault, recover } = await setUp();
    vault.write('home.md', OLD);
    renameSync(join(vault.root, 'new.md'), join(vault.root, 'old.md'));
    await recover();
    expect(vault.files()).toEqual({ 'old.md': 'the note', 'home.md': OLD });
  });

  it('leaves links to the old name alone if another note has been made there', async () => {
    const { vault, recover } = await setUp();
    vault.write('home.md', OLD);
    vault.write('old.md', 'another note');
    await recover();
    expect(vault.read('home.md')).toBe(OLD);
  });
});

describe('an interrupted move, with a linking note changed by a person since', () => {
  const OLD = '# Home\n\nSee [[old|it]] and [x](old.md), [[other]].\n';
  const NEW = '# Home\n\nSee [[new|it]] and [x](new.md), [[other]].\n';
  const setUp = async (): Promise<TestVault> => {
    const vault = makeVault({ 'old.md': 'the note', 'home.md': OLD, 'second.md': '[[old]]' });
    await leave(vault, [
      editStep(vault, 'home.md', bytes(OLD), bytes(NEW)),
      editStep(vault, 'second.md', bytes('[[old]]'), bytes('[[new]]')),
      moveStep(vault, 'old.md', 'new.md'),
    ]);
    return vault;
  };
  const save = (vault: TestVault, how: string, text: string): void => {
    if (how === 'in place') return vault.write('home.md', text);
    vault.write('home.tmp', text);
    renameSync(join(vault.root, 'home.tmp'), join(vault.root, 'home.md'));
  };

  it.each(['in place', 'by renaming'])(
    'that is rolled back: its links lead to the old name again (saved %s)',
    async (how) => {
      const vault = await setUp();
      vault.write('second.md', '[[new]]');
      save(vault, how, NEW.replace('# Home', '# My home\n\nAlso [[new|my words]], [[new]].'));
      await vault.writer.recover();
      expect(vault.files()).toEqual({
        'old.md': 'the note',
        'second.md': '[[old]]',
        'home.md': OLD.replace('# Home', '# My home\n\nAlso [[old|my words]], [[old]].'),
      });
      expect((await vault.writer.history.list()).map(({ client }) => client)).toContain('recovery');
      expect(await vault.writer.warnings()).toEqual([]);
    },
  );

  it.each(['in place', 'by renaming'])('that is kept: its links lead to the new name (saved %s)', async (how) => {
    const vault = await setUp();
    vault.write('second.md', '[[new]]');
    renameSync(join(vault.root, 'old.md'), join(vault.root, 'new.md'));
    save(vault, how, `${OLD}A line more.\n`);
    await vault.writer.recover();
    expect(vault.files()).toEqual({ 'new.md': 'the note', 'second.md': '[[new]]', 'home.md': `${NEW}A line more.\n` });
  });

  it('leaves a note alone if nothing in it is wrong', async () => {
    const vault = await setUp();
    vault.write('home.md', `${OLD}A line more.\n`);
    await vault.writer.recover();
    expect(vault.files()).toEqual({ 'old.md': 'the note', 'second.md': '[[old]]', 'home.md': `${OLD}A line more.\n` });
    expect(await vault.writer.warnings()).toEqual([]);
  });

  it('is also rolled back if the moved note itself was saved by renaming before it was moved', async () => {
    const vault = await setUp();
    for (const [path, text] of [
      ['home.md', NEW],
      ['second.md', '[[new]]'],
    ] as const)
      vault.write(path, text);
    vault.write('fresh.tmp', 'saved by the person');
    renameSync(join(vault.root, 'fresh.tmp'), join(vault.root, 'old.md'));
    await vault.writer.recover();
    expect(vault.files()).toEqual({ 'old.md': 'saved by the person', 'home.md': OLD, 'second.md': '[[old]]' });
  });

  it.each([
    [
      'was moved elsewhere',
      (vault: TestVault) => renameSync(join(vault.root, 'home.md'), join(vault.root, 'elsewhere.md')),
    ],
    ['cannot be read as UTF-8', (vault: TestVault) => vault.write('home.md', new Uint8Array([0xff, 0xfe, 0x41]))],
  ])('leaves a warning if it %s, until it is changed again', async (_, act) => {
    const vault = await setUp();
    renameSync(join(vault.root, 'old.md'), join(vault.root, 'new.md'));
    vault.write('second.md', '[[new]]');
    act(vault);
    await vault.writer.recover();
    const told = [
      expect.objectContaining({ path: 'home.md', about: 'new.md', message: expect.stringContaining('look at them') }),
    ];
    expect(await vault.writer.warnings()).toEqual(told);
    expect(await vault.open().warnings()).toEqual(told);
    vault.write('home.md', '[[new]]');
    const later = Date.now() / 1000 + 5;
    utimesSync(join(vault.root, 'home.md'), later, later);
    expect(await vault.writer.warnings()).toEqual([]);
  });

  it('repairs the files of its canvas', async () => {
    const canvas = (file: string, more = ''): string =>
      JSON.stringify({
        nodes: [
          { id: '1', type: 'file', file },
          { id: '2', type: 'text', text: `old.md${more}` },
        ],
        edges: [],
      });
    const vault = makeVault({ 'old.md': 'the note', 'board.canvas': canvas('old.md') });
    await leave(vault, [
      editStep(vault, 'board.canvas', bytes(canvas('old.md')), bytes(canvas('new.md'))),
      moveStep(vault, 'old.md', 'new.md'),
    ]);
    renameSync(join(vault.root, 'old.md'), join(vault.root, 'new.md'));
    vault.write('board.canvas', canvas('old.md', ' and more'));
    await vault.writer.recover();
    expect(vault.read('board.canvas')).toBe(canvas('new.md', ' and more'));
  });
});

describe('a record', () => {
  it('that is torn began nothing, and is removed', async () => {
    const vault = makeVault({ 'a.md': 'old' });
    await leave(vault, [editStep(vault, 'a.md', bytes('old'), bytes('new'))]);
    const [name] = vault.data('journal');
    const file = join(vault.dataFolder, 'writing', 'journal', name ?? '');
    truncateSync(file, statSync(file).size - 1);
    await vault.writer.recover();
    expect(vault.data('journal')).toEqual([]);
    expect(vault.read('a.md')).toBe('old');
  });

  it('of a living writer is not touched', async () => {
    const vault = makeVault({ 'a.md': 'old' });
    await leave(vault, [editStep(vault, 'a.md', bytes('old'), bytes('new text'))], { writer: await ownIdentity() });
    vault.write('a.md', 'new ');
    const patient = process.platform === 'linux' ? vault.open({ lockTiming: QUICK }) : vault.writer;
    for (let i = 0; i < 12; i++) {
      await patient.recover();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(vault.read('a.md')).toBe('new ');
    expect(vault.data('journal')).toHaveLength(1);
  });

  it('of a writer elsewhere is touched once it has shown no sign of life for long enough', async () => {
    const vault = makeVault({ 'a.md': 'old' });
    await leave(vault, [editStep(vault, 'a.md', bytes('old'), bytes('new text'))], { writer: ELSEWHERE });
    vault.write('a.md', 'new ');
    const patient = vault.open({ lockTiming: QUICK });
    const presence = join(vault.dataFolder, 'writing', 'writers', WRITER);
    for (let renewals = 2; renewals < 20; renewals++) {
      expect(await patient.recover()).toMatchObject({ waiting: 1 });
      writeFileSync(presence, JSON.stringify({ nonce: WRITER, renewals, process: ELSEWHERE }));
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    expect(vault.read('a.md')).toBe('new ');
    await expect.poll(async () => (await patient.recover()).waiting, { timeout: 20_000, interval: 10 }).toBe(0);
    expect(vault.files()).toEqual({ 'a.md': 'old' });
    expect(readdirSync(join(vault.dataFolder, 'writing', 'writers'))).not.toContain(WRITER);
  });
});

it('runs by itself before the first write, and calls on a dead writer’s paths build on the result', async () => {
  const vault = makeVault({ 'a.md': 'old', 'm.md': 'm' });
  await leave(vault, [editStep(vault, 'a.md', bytes('old'), bytes('new text')), moveStep(vault, 'm.md', 'n.md')]);
  vault.write('a.md', 'new ');
  await vault.writer.apply(change(edit('a.md', 'old', 'mine'), move('m.md', 'o.md')));
  expect(vault.files()).toEqual({ 'a.md': 'mine', 'o.md': 'm' });
});

it('can be run by two at the same time', async () => {
  for (let round = 0; round < 3; round++) {
    const vault = makeVault({ 'a.md': 'old', 'm.md': 'm' });
    await leave(vault, [editStep(vault, 'a.md', bytes('old'), bytes('new text')), moveStep(vault, 'm.md', 'n.md')]);
    vault.write('a.md', 'new ');
    renameSync(join(vault.root, 'm.md'), join(vault.root, 'n.md'));
    await Promise.all([vault.writer.recover(), vault.open().recover(), vault.open().recover()]);
    expect(vault.files()).toEqual({ 'a.md': 'old', 'm.md': 'm' });
  }
});
