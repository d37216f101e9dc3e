import {
  chmodSync,
  chownSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildScript, runScript, type RunningScript } from '../../store/store-test-kit.ts';
import { MARK_NAME, markName, placeMark } from './lock-mark.ts';
import type { VaultWriter } from '../vault-writer.ts';
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

const QUICK = { renew: 20, stale: 150, poll: 20 };
/** A process that nobody here can know to be alive or dead. */
const ELSEWHERE = {
  nonce: 'b'.repeat(24),
  process: { pid: 1, bootId: 'another machine', pidNamespace: 'pid:[1]', startTime: '1' },
};

const CHILD = `
import { VaultWriter } from '../writing/vault-writer.ts';
import { writeRules } from '../writing/places/path-guard.ts';

const [root, dataFolder, path, task, uid] = process.argv.slice(2) as [string, string, string, string, string | undefined];
if (uid !== undefined) process.setuid?.(Number(uid));
const writer = new VaultWriter({ root, dataFolder, rules: writeRules({}, { configDir: null }) });
const append = (line: string) =>
  writer.withPaths([path], async (session) => {
    const { bytes } = await session.read(path);
    await session.apply({ tool: 'edit_note', client: 'child', files: [{ kind: 'edit', path, before: bytes, after: Buffer.concat([bytes, Buffer.from(line + '\\n')]) }] });
  });
if (task === 'hold') await writer.withPaths([path], () => (console.log('held'), new Promise((resolve) => setTimeout(resolve, 60_000))));
else {
  for (let i = 0; i < 30; i++) await append(task + ' ' + i);
  await writer.close();
}
`;

async function start(
  vault: TestVault,
  root: string,
  data: string,
  path: string,
  task: string,
  ...uid: string[]
): Promise<RunningScript> {
  const folder = join(vault.dataFolder, '..', 'script');
  mkdirSync(folder, { recursive: true });
  return runScript(await buildScript(folder, CHILD), root, join(vault.dataFolder, '..', data), path, task, ...uid);
}

function append(writer: VaultWriter, path: string, line: string): Promise<unknown> {
  return writer.withPaths([path], async (session) => {
    const { bytes: before } = await session.read(path);
    await session.apply(change({ kind: 'edit', path, before, after: Buffer.concat([before, bytes(`${line}\n`)]) }));
  });
}

describe('two servers append to one note', () => {
  const expectAll = (vault: TestVault): void => {
    const lines = vault.read('sub/log.md').trimEnd().split('\n');
    for (const name of ['one', 'two'])
      expect(lines.filter((line) => line.startsWith(name))).toEqual(
        Array.from({ length: 30 }, (_, i) => `${name} ${i}`),
      );
    expect(lines).toHaveLength(60);
    expect(vault.marks()).toEqual([]);
  };

  it('with different data folders, and lose no line', async () => {
    const vault = makeVault({ 'sub/log.md': '' });
    const children = [
      await start(vault, vault.root, 'data one', 'sub/log.md', 'one'),
      await start(vault, vault.root, 'data two', 'sub/log.md', 'two'),
    ];
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual(['', '']);
    expectAll(vault);
  });

  it('one of which serves a subfolder of the vault, and lose no line', async () => {
    const vault = makeVault({ 'sub/log.md': '' });
    const children = [
      await start(vault, vault.root, 'data', 'sub/log.md', 'one'),
      await start(vault, join(vault.root, 'sub'), 'data sub', 'log.md', 'two'),
    ];
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual(['', '']);
    expectAll(vault);
  });

  it.runIf(process.platform !== 'win32')('one of which reaches it through a symlink, and lose no line', async () => {
    const vault = makeVault({ 'sub/log.md': '' });
    symlinkSync('sub', join(vault.root, 'way'));
    const children = [
      await start(vault, vault.root, 'data one', 'way/log.md', 'one'),
      await start(vault, vault.root, 'data two', 'sub/log.md', 'two'),
    ];
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual(['', '']);
    expectAll(vault);
  });
});

it('two servers with different data folders never work on one note at the same time, no matter what they do to it', async () => {
  const vault = makeVault({ 'a.md': 'a' });
  const other = vault.open({ dataFolder: `${vault.dataFolder} of another`, waitMs: 60 });
  await vault.writer.withPaths(['a.md', 'new/b.md'], async () => {
    for (const files of [
      [edit('a.md', 'a', 'b')],
      [move('a.md', 'c.md')],
      [{ kind: 'delete', path: 'a.md' } as const],
      [create('new/b.md', 'b')],
    ]) {
      expect(await refusal(other.apply(change(...files)))).toMatchObject({ code: 'timeout' });
    }
  });
  await other.apply(change(edit('a.md', 'a', 'b')));
  expect([vault.files(), vault.marks()]).toEqual([{ 'a.md': 'b' }, []]);
});

it('calls of two servers that need many notes in any order never wait for each other forever', async () => {
  const paths = Array.from({ length: 24 }, (_, i) => `n${i}.md`);
  const vault = makeVault(Object.fromEntries(paths.map((path) => [path, ''])));
  const writers = [vault.writer, vault.open({ dataFolder: `${vault.dataFolder} of another` })];
  let [within, most] = [0, 0];
  await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      (writers[i % 2] as VaultWriter).withPaths(i % 3 === 0 ? paths : paths.slice(i).reverse(), async () => {
        most = Math.max(most, ++within);
        await new Promise((resolve) => setTimeout(resolve, 5));
        within -= 1;
      }),
    ),
  );
  expect([most, vault.marks()]).toEqual([1, []]);
});

describe('a mark', () => {
  it('is in the note’s folder, and only during the call', async () => {
    const vault = makeVault({ 'sub/a.md': 'a' });
    await vault.writer.withPaths(['sub/a.md', 'sub/new/b.md'], () => {
      expect(vault.marks().sort()).toEqual([`sub/${markName('a.md')}`, `sub/${markName('new/b.md')}`].sort());
      return Promise.resolve();
    });
    expect(vault.marks()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'moves with its folder if that is renamed meanwhile, and is removed there',
    async () => {
      const vault = makeVault({ 'sub/a.md': 'a' });
      await vault.writer.withPaths(
        ['sub/a.md'],
        () => (renameSync(join(vault.root, 'sub'), join(vault.root, 'else')), Promise.resolve()),
      );
      expect(vault.marks()).toEqual([]);
    },
  );

  it('of a server elsewhere is respected while it is renewed, and given up once it is not', async () => {
    const vault = makeVault({ 'a.md': 'a' }, { lockTiming: QUICK });
    const mark = join(vault.root, markName('a.md'));
    expect(await placeMark(mark, ELSEWHERE)).toBe(true);
    let done = false;
    const waiting = append(vault.writer, 'a.md', 'mine').then(() => (done = true));
    for (let i = 0; i < 20; i++) {
      const time = new Date(Date.now() + i * 1_000);
      lutimesSync(mark, time, time);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(done).toBe(false);
    await waiting;
    expect([vault.read('a.md'), vault.marks()]).toEqual(['amine\n', []]);
  });

  it('works as a file on a file system without symlinks, too', async () => {
    const vault = makeVault({ 'a.md': 'a' }, { lockTiming: QUICK });
    writeFileSync(join(vault.root, markName('a.md')), 'vloom-' + 'b'.repeat(24) + '-1-1-00000000');
    await append(vault.writer, 'a.md', 'mine');
    expect([vault.read('a.md'), vault.marks()]).toEqual(['amine\n', []]);
  });
});

describe.runIf(process.platform !== 'win32')('a mark that cannot be removed', () => {
  /** Appends to the note while something is in the way of its mark's removal; `mend` puts the mark back as it was. */
  async function appendInTheWay(vault: TestVault): Promise<{ mend: () => void }> {
    let mend = (): void => undefined;
    const { id } = await vault.writer.withPaths(['a.md'], (session) => {
      const [name = ''] = vault.marks();
      const mark = join(vault.root, name);
      const text = readlinkSync(mark);
      unlinkSync(mark);
      mkdirSync(mark);
      mend = () => {
        rmdirSync(mark);
        symlinkSync(text, mark);
      };
      return session.apply(change(edit('a.md', 'a', 'ab')));
    });
    expect(id).toBeDefined();
    return { mend };
  }

  it('makes no write fail that was made, and goes as soon as it can', async () => {
    const vault = makeVault({ 'a.md': 'a' }, { lockTiming: { renew: 40, stale: 200, poll: 20 } });
    const { mend } = await appendInTheWay(vault);
    expect(vault.read('a.md')).toBe('ab');
    mend();
    await expect.poll(() => vault.marks()).toEqual([]);
    await vault.open({ dataFolder: join(vault.root, '..', 'elsewhere') }).apply(change(edit('a.md', 'ab', 'abc')));
  });

  it('is used by the next call, and goes with it', async () => {
    const vault = makeVault({ 'a.md': 'a' }, { lockTiming: { renew: 60_000, stale: 120_000, poll: 60_000 } });
    const { mend } = await appendInTheWay(vault);
    mend();
    await vault.writer.apply(change(edit('a.md', 'ab', 'abc')));
    expect([vault.read('a.md'), vault.marks()]).toEqual(['abc', []]);
  });

  it('goes with the writer', async () => {
    const vault = makeVault({ 'a.md': 'a' }, { lockTiming: { renew: 60_000, stale: 120_000, poll: 60_000 } });
    const { mend } = await appendInTheWay(vault);
    mend();
    await vault.writer.close();
    expect(vault.marks()).toEqual([]);
  });
});

describe('a server that was killed', () => {
  it('with another data folder leaves the note free immediately, and no mark', async () => {
    const vault = makeVault({ 'a.md': 'a', 'b.md': 'b' }, process.platform === 'linux' ? {} : { lockTiming: QUICK });
    const child = await start(vault, vault.root, 'data of another', 'a.md', 'hold');
    await expect.poll(() => child.lines, { timeout: 20_000, interval: 5 }).toEqual(['held']);
    expect(vault.marks()).toHaveLength(1);
    const appended = append(vault.writer, 'a.md', 'mine');
    child.kill();
    await child.ended;
    await appended;
    expect([vault.read('a.md'), vault.marks()]).toEqual(['amine\n', []]);
  });

  it('leaves marks that the next start removes', async () => {
    const vault = makeVault({ 'deep/er/a.md': 'a' }, process.platform === 'linux' ? {} : { lockTiming: QUICK });
    const child = await start(vault, vault.root, 'data', 'deep/er/a.md', 'hold');
    await expect.poll(() => child.lines, { timeout: 20_000, interval: 5 }).toEqual(['held']);
    child.kill();
    await child.ended;
    expect(vault.marks()).toHaveLength(1);
    await vault.writer.recover();
    await expect.poll(() => vault.marks(), { timeout: 10_000 }).toEqual([]);
  });
});

describe('the removal of a stale mark', () => {
  it('is done once by many who want the note, and never to the mark that came after it', async () => {
    for (let round = 0; round < 5; round++) {
      const vault = makeVault({ 'log.md': '' }, { lockTiming: QUICK });
      const mark = join(vault.root, markName('log.md'));
      await placeMark(mark, ELSEWHERE);
      const writers = [
        vault.writer,
        ...Array.from({ length: 4 }, (_, i) => vault.open({ dataFolder: `${vault.dataFolder} ${i}` })),
      ];
      await Promise.all(
        writers.flatMap((writer, i) => [append(writer, 'log.md', `${i} 0`), append(writer, 'log.md', `${i} 1`)]),
      );
      expect(vault.read('log.md').trimEnd().split('\n').sort()).toEqual(
        writers.flatMap((_, i) => [`${i} 0`, `${i} 1`]),
      );
      expect(vault.marks()).toEqual([]);
    }
  });

  it('continues if the claim’s owner died', async () => {
    const vault = makeVault({ 'log.md': '' }, { lockTiming: QUICK });
    const mark = join(vault.root, markName('log.md'));
    await placeMark(mark, ELSEWHERE);
    await placeMark(`${mark}.${ELSEWHERE.nonce}.1`, ELSEWHERE);
    await append(vault.writer, 'log.md', 'mine');
    expect(vault.read('log.md')).toBe('mine\n');
  });
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a writable note in a read-only folder',
  () => {
    it('is locked in a folder of the user’s, and edited by two', async () => {
      const vault = makeVault({ 'closed/log.md': '' });
      for (const path of [
        join(vault.root, '..'),
        vault.root,
        join(vault.root, 'closed'),
        join(vault.root, 'closed/log.md'),
      ])
        chownSync(path, 65_534, 65_534);
      chmodSync(join(vault.root, 'closed'), 0o555);
      const children = [
        await start(vault, vault.root, 'data one', 'closed/log.md', 'one', '65534'),
        await start(vault, vault.root, 'data two', 'closed/log.md', 'two', '65534'),
      ];
      expect(await Promise.all(children.map(({ ended }) => ended))).toEqual(['', '']);
      expect(vault.read('closed/log.md').trimEnd().split('\n')).toHaveLength(60);
      expect(readdirSync('/tmp/vault-loom-locks-65534')).toEqual([]);
      rmSync('/tmp/vault-loom-locks-65534', { recursive: true });
    });
  },
);

it('gives names that some disk treats as one the same mark', () => {
  expect(markName('Caf\u00e9.md')).toBe(markName('CAFE\u0301.md'));
  expect(markName('a.md')).not.toBe(markName('b.md'));
  expect(markName('a.md')).toMatch(MARK_NAME);
});
