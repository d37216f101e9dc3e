import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildScript, runScript } from '../store/store-test-kit.ts';
import type { VaultWriter } from './vault-writer.ts';
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
} from './writing-test-kit.ts';

afterEach(removeVaults);

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Applies one change given as JSON, and prints the error's code and the system's. */
const CHILD = `
import { VaultWriter } from '../writing/vault-writer.ts';
import { writeRules } from '../writing/places/path-guard.ts';

const [root, dataFolder, uid, files, how = 'apply'] = process.argv.slice(2) as [string, string, string, string, 'apply' | 'plan'];
if (uid !== '0') process.setuid?.(Number(uid));
const writer = new VaultWriter({ root, dataFolder, rules: writeRules({}, { configDir: null }) });
const parsed = JSON.parse(files, (_, value) => (typeof value === 'object' && 'base64' in value ? Buffer.from(value.base64, 'base64') : value));
await writer[how]({ tool: 'test', client: 'child', files: parsed }).then(
  () => console.log('done'),
  (error) => console.log(error.code, error.details?.system),
);
await writer.close();
`;

let folder: string;
let script: string;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'vault-loom-failures-')));
  chmodSync(folder, 0o755);
  script = await buildScript(folder, CHILD);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function runChange(vault: TestVault, files: object[], uid = 0, how = 'apply'): Promise<string> {
  const json = JSON.stringify(files, (_, value: unknown) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  );
  const child = runScript(script, vault.root, vault.dataFolder, String(uid), json, how);
  expect(await child.ended).toBe('');
  return child.lines.join('\n');
}

describe.runIf(process.platform === 'linux' && isRoot && canMount())(
  'a disk that fills up in the middle of a move',
  () => {
    let disk: string;
    beforeAll(() => {
      disk = join(folder, 'disk');
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
    });
    afterAll(() => void execFileSync('umount', [disk]));

    it('leaves every file as it was, and the change succeeds once there is space', async () => {
      const vault = makeVault();
      const links = Array.from({ length: 8 }, (_, i) => `links/${i}.md`);
      const old = 'see [[a]]'.padEnd(4_096, '.');
      const grown = 'see [[b]]'.padEnd(8_192, '.');
      mkdirSync(join(disk, 'links'));
      for (const path of links) writeFileSync(join(disk, path), old);
      writeFileSync(join(disk, 'a.md'), 'the note');
      writeFileSync(join(disk, 'filler'), Buffer.alloc(160 * 1024));
      for (let i = 0; ; i++) {
        try {
          writeFileSync(join(disk, `filler ${i}`), Buffer.alloc(4_096));
        } catch {
          break;
        }
      }
      rmSync(join(disk, 'filler 0'));
      rmSync(join(disk, 'filler 1'));

      const writer = vault.open({ root: disk });
      const files = [move('a.md', 'new/b.md'), ...links.map((path) => edit(path, old, grown))];
      expect(await refusal(writer.apply(change(...files)))).toMatchObject({
        code: 'disk_full',
        details: { system: 'ENOSPC', disk: 'vault' },
        message: "Writing 10 files failed: the vault's disk is full (ENOSPC). Nothing was changed.",
      });
      const there = readdirSync(disk, { recursive: true })
        .map(String)
        .filter((name) => !name.startsWith('filler'));
      expect(there.sort()).toEqual(['a.md', 'links', ...links].sort());
      for (const path of links) expect(execFileSync('cat', [join(disk, path)]).toString()).toBe(old);
      expect(await refusal(writer.apply(change(create('c.md', 'x'.repeat(20_000)))))).toMatchObject({
        code: 'disk_full',
        details: { system: 'ENOSPC' },
      });
      expect(readdirSync(disk)).not.toContain('c.md');
      expect([vault.data('journal'), vault.data('history'), vault.marks()]).toEqual([[], [], []]);

      rmSync(join(disk, 'filler'));
      await writer.apply(change(...files));
      expect(readdirSync(join(disk, 'new'))).toEqual(['b.md']);
      for (const path of links) expect(execFileSync('cat', [join(disk, path)]).toString()).toBe(grown);
    });
  },
);

describe.runIf(process.platform === 'linux' && isRoot && canMount())('a full disk', () => {
  let disk: string;
  beforeAll(() => {
    disk = join(folder, 'full');
    mkdirSync(disk);
  });
  beforeEach(() => void execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]));
  afterEach(() => void execFileSync('umount', ['-l', disk]));
  const fill = (): void => {
    try {
      for (let i = 0; ; i++) writeFileSync(join(disk, `filler ${i}`), Buffer.alloc(4_096));
    } catch {
      // It is full.
    }
  };
  const changes = [
    edit('a.md', 'old', 'new text'),
    create('made/new.md', 'x'),
    move('a.md', 'b.md'),
    { kind: 'delete', path: 'a.md' } as const,
  ];

  it.each(changes.map((file) => [file.kind, file] as const))(
    'under the data folder is reported as such, and nothing is lost: %s',
    async (_, file) => {
      const vault = makeVault({ 'a.md': 'old' });
      fill();
      const writer = vault.open({ dataFolder: join(disk, 'data') });
      expect(await refusal(writer.apply(change(file)))).toMatchObject({
        code: 'disk_full',
        details: { system: 'ENOSPC', disk: 'data folder' },
        message: expect.stringContaining("the disk of Vault Loom's data folder is full"),
      });
      expect([vault.files(), vault.marks()]).toEqual([{ 'a.md': 'old' }, []]);
      for (const name of readdirSync(disk).filter((entry) => entry.startsWith('filler'))) rmSync(join(disk, name));
      await writer.apply(change(file));
      expect(vault.files()).not.toEqual({ 'a.md': 'old' });
    },
  );

  it('that fills up while the journal is written is reported as the data folder', async () => {
    const vault = makeVault({ 'a.md': 'old' });
    const writer = vault.open({ dataFolder: join(disk, 'data') });
    await writer.apply(change(edit('a.md', 'old', 'older')));
    fill();
    rmSync(join(disk, 'filler 0'));
    const random = Array.from({ length: 8_000 }, () => Math.random()).join('');
    expect(await refusal(writer.apply(change(edit('a.md', 'older', random))))).toMatchObject({
      code: 'disk_full',
      details: { disk: 'data folder' },
    });
    expect(vault.read('a.md')).toBe('older');
    expect(await writer.history.list()).toHaveLength(1);
  });

  it('under the vault still allows deleting, and refuses what needs space', async () => {
    const vault = makeVault();
    for (const name of ['a.md', 'b.md']) writeFileSync(join(disk, name), 'old');
    const writer = vault.open({ root: disk, settings: () => Promise.resolve({ trashOption: 'none' } as never) });
    fill();
    expect(await refusal(writer.apply(change(edit('a.md', 'old', 'x'.repeat(9_000)))))).toMatchObject({
      code: 'disk_full',
      details: { disk: 'vault' },
    });
    expect(readFileSync(join(disk, 'a.md'), 'utf8')).toBe('old');
    await writer.apply(change({ kind: 'delete', path: 'b.md' }));
    expect(readdirSync(disk).filter((name) => !name.startsWith('filler'))).toEqual(['a.md']);
  });
});

describe.runIf(process.platform === 'linux' && isRoot && canMount())(
  'a folder of the vault that is another disk',
  () => {
    it('takes no file by a move, which says so and how to do it', async () => {
      const vault = makeVault({ 'a.md': 'a', 'link.md': 'old', 'disk/x.md': '' });
      const disk = join(vault.root, 'disk');
      execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk]);
      try {
        expect(
          await refusal(vault.writer.apply(change(edit('link.md', 'old', 'new'), move('a.md', 'disk/a.md')))),
        ).toMatchObject({
          code: 'path_not_allowed',
          message: expect.stringContaining('another disk'),
          hint: expect.stringContaining('create_note'),
          details: { system: 'EXDEV' },
        });
        expect([vault.files(), vault.marks()]).toEqual([{ 'a.md': 'a', 'link.md': 'old' }, []]);
        await vault.writer.apply(change(create('disk/in/b.md', 'b')));
        expect(vault.read('disk/in/b.md')).toBe('b');
      } finally {
        execFileSync('umount', ['-l', disk]);
      }
    });
  },
);

describe.runIf(process.platform === 'linux' && isRoot)('a file system that refuses', () => {
  const openTo = (vault: TestVault, uid: number): void => {
    const all = [
      join(vault.root, '..'),
      vault.root,
      ...readdirSync(vault.root, { recursive: true }).map((path) => join(vault.root, String(path))),
    ];
    for (const path of all) chownSync(path, uid, uid);
  };

  it('in the middle of a move rolls all of it back', async () => {
    const vault = makeVault({ 'a.md': 'a', 'link.md': 'old', 'closed/x.md': 'x' });
    openTo(vault, NOBODY);
    chmodSync(join(vault.root, 'closed'), 0o555);
    const files = [edit('link.md', 'old', 'new'), move('a.md', 'closed/a.md')];
    expect(await runChange(vault, files, NOBODY)).toBe('read_only EACCES');
    expect(vault.files()).toEqual({ 'a.md': 'a', 'link.md': 'old', 'closed/x.md': 'x' });
    expect([vault.data('journal'), vault.marks(), vault.data('writers')]).toEqual([[], [], []]);
    chmodSync(join(vault.root, 'closed'), 0o755);
    expect(await runChange(vault, files, NOBODY)).toBe('done');
  });

  it.each([
    [move('a.md', 'closed/a.md')],
    [move('closed/x.md', 'x.md')],
    [create('closed/in/new.md', 'x')],
    [{ kind: 'delete', path: 'closed/x.md' } as const],
  ])('is foreseen for a folder: %j', async (file) => {
    const vault = makeVault({ 'a.md': 'a', 'closed/x.md': 'x' });
    openTo(vault, NOBODY);
    chmodSync(join(vault.root, 'closed'), 0o555);
    expect(await runChange(vault, [file], NOBODY, 'plan')).toBe('read_only EACCES');
    chmodSync(join(vault.root, 'closed'), 0o755);
    expect(await runChange(vault, [file], NOBODY, 'plan')).toBe('done');
  });

  it('for one of the files writes none', async () => {
    const vault = makeVault({ 'a.md': 'a', 'b.md': 'b' });
    openTo(vault, NOBODY);
    chmodSync(join(vault.root, 'b.md'), 0o444);
    expect(await runChange(vault, [edit('a.md', 'a', 'A'), edit('b.md', 'b', 'B')], NOBODY)).toBe('read_only EACCES');
    expect(vault.files()).toEqual({ 'a.md': 'a', 'b.md': 'b' });
  });

  it('for the journal touches nothing', async () => {
    const vault = makeVault({ 'a.md': 'a' });
    openTo(vault, NOBODY);
    mkdirSync(vault.dataFolder);
    expect(await runChange(vault, [edit('a.md', 'a', 'A')], NOBODY)).toBe('read_only EACCES');
    expect(vault.files()).toEqual({ 'a.md': 'a' });
  });
});

describe.runIf(process.platform !== 'win32')('a journal that cannot be read', () => {
  const NAMED = { code: 'read_only', details: { system: 'ELOOP', disk: 'data folder' } };

  it('is told as the data folder, not as the vault', async () => {
    const vault = makeVault({ 'a.md': 'old' });
    await vault.writer.apply(change(create('b.md', '')));
    const journal = join(vault.dataFolder, 'writing', 'journal');
    rmSync(journal, { recursive: true });
    symlinkSync('journal', journal);
    expect(await refusal(vault.writer.apply(change(edit('a.md', 'old', 'new'))))).toMatchObject(NAMED);
    expect([vault.read('a.md'), vault.marks()]).toEqual(['old', []]);
  });

  it('is also told if it hides which notes a dead writer left half done', async () => {
    const vault = makeVault({ 'a.md': 'old' }, { waitMs: 100 });
    await vault.writer.apply(change(create('b.md', '')));
    const record = join(vault.dataFolder, 'writing', 'journal', `20260101-000000-000-abcdef.${'a'.repeat(24)}`);
    symlinkSync(record, record);
    expect(await refusal(vault.writer.apply(change(edit('a.md', 'old', 'new'))))).toMatchObject(NAMED);
    expect([vault.read('a.md'), vault.marks()]).toEqual(['old', []]);
    rmSync(record);
    await vault.writer.apply(change(edit('a.md', 'old', 'new')));
  });
});

describe('a data folder that cannot be made', () => {
  const below = (vault: TestVault): string => {
    const file = join(vault.root, '..', 'file');
    writeFileSync(file, '');
    return join(file, 'data');
  };

  it('is named by every write, with the way out, and nothing is written', async () => {
    const vault = makeVault({ 'a.md': 'old' });
    const writer = vault.open({ dataFolder: below(vault) });
    for (const file of [edit('a.md', 'old', 'new'), create('b.md', 'x'), move('a.md', 'c.md')])
      expect(await refusal(writer.apply(change(file)))).toMatchObject({
        code: 'read_only',
        message: expect.stringMatching(/^Nothing can be written: Vault Loom's data folder.*cannot be made \(\w+\)/u),
        hint: expect.stringContaining('VAULT_LOOM_DATA_DIR'),
        details: { disk: 'data folder' },
      });
    expect(vault.files()).toEqual({ 'a.md': 'old' });
  });

  it('has no history, and nothing to clean up', async () => {
    const vault = makeVault({ 'a.md': 'old' });
    const writer = vault.open({ dataFolder: below(vault) });
    expect(await writer.history.list()).toEqual([]);
    await writer.recover();
    expect(vault.log).toEqual([]);
  });
});

it.runIf(process.platform === 'linux')(
  'a change in many folders leaves room among the 256 files that a system may allow',
  async () => {
    const names = Array.from({ length: 300 }, (_, i) => `folder ${i}/a.md`);
    const vault = makeVault(Object.fromEntries(names.map((name) => [name, 'old'])));
    const openNow = (): number => readdirSync('/proc/self/fd').length;
    const before = openNow();
    let most = 0;
    const onWritten = (): void => void (most = Math.max(most, openNow() - before));
    const prepare = (): Promise<void> => Promise.resolve(onWritten());
    await vault.writer.apply({
      ...change(...names.map((name) => edit(name, 'old', 'new'))),
      prepare,
      agree: onWritten,
      course: { onWritten },
    });
    expect(most).toBeLessThan(160);
    expect(openNow()).toBeLessThanOrEqual(before + 5);
  },
);

it.runIf(process.platform !== 'win32')(
  'a journal that cannot be written in full touches nothing and is not left behind',
  async () => {
    const vault = makeVault({ 'a.md': 'a' });
    const random = bytes(Array.from({ length: 40_000 }, () => Math.random()).join(''));
    const json = JSON.stringify([
      {
        kind: 'edit',
        path: 'a.md',
        before: { base64: Buffer.from('a').toString('base64') },
        after: { base64: Buffer.from(random).toString('base64') },
      },
    ]);
    const request = join(folder, 'request.json');
    writeFileSync(request, json);
    const output = execFileSync('bash', [
      '-c',
      'ulimit -f 100; exec "$@"',
      'bash',
      process.execPath,
      '-e',
      WITH_REQUEST,
      script,
      vault.root,
      vault.dataFolder,
      '0',
      request,
    ]).toString();
    expect(output).toBe('disk_full EFBIG\n');
    expect(vault.files()).toEqual({ 'a.md': 'a' });
    expect([vault.data('journal'), vault.data('history')]).toEqual([[], []]);
  },
);

describe('a change that is done but cannot be recorded as done', () => {
  /** Deletes `a.md`, whose record then has nowhere to go; `mend` fixes that. */
  async function deleteUnrecorded(
    waitMs: number,
  ): Promise<{ vault: TestVault; writer: VaultWriter; mend: () => void }> {
    const vault = makeVault({ 'a.md': 'a' });
    const history = join(vault.dataFolder, 'writing', 'history');
    const shell = (file: string): Promise<void> => {
      rmSync(file);
      rmSync(history, { recursive: true });
      writeFileSync(history, 'in the way');
      return Promise.resolve();
    };
    const writer = vault.open({ trash: { shell }, waitMs });
    expect((await writer.apply(change({ kind: 'delete', path: 'a.md' }))).trashed).toMatchObject([
      { trashedTo: 'system trash' },
    ]);
    expect(vault.log).toEqual([expect.stringContaining('A change could not be settled')]);
    const mend = (): void => {
      rmSync(history);
      mkdirSync(history);
    };
    return { vault, writer, mend };
  }

  it('keeps its paths until it is settled', async () => {
    const { vault, writer, mend } = await deleteUnrecorded(50);
    expect(await refusal(writer.apply(change(create('a.md', 'new'))))).toMatchObject({ code: 'timeout' });
    expect(await refusal(vault.open({ waitMs: 50 }).apply(change(create('a.md', 'new'))))).toMatchObject({
      code: 'timeout',
    });
    mend();
    await writer.apply(change(create('a.md', 'new')));
    expect((await writer.history.list()).map(({ files }) => files[0]?.kind)).toEqual(['create', 'delete']);
    expect([vault.data('journal'), vault.marks()]).toEqual([[], []]);
  });

  it('lets a waiting call continue as soon as possible', async () => {
    const { vault, writer, mend } = await deleteUnrecorded(20_000);
    const waiting = writer.apply(change(create('a.md', 'new')));
    const elsewhere = vault.open({ waitMs: 20_000 }).apply(change(create('a.md', 'other')));
    // Calls queue in order, so the earlier ones are waiting by now.
    await writer.withPaths(['b.md'], () => Promise.resolve());
    expect(vault.has('a.md')).toBe(false);
    mend();
    expect((await Promise.allSettled([waiting, elsewhere])).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
    ]);
    expect([vault.data('journal'), vault.marks()]).toEqual([[], []]);
  });
});

/** Starts the child's script in this process, its request read from a file: an argument cannot be that long. */
const WITH_REQUEST = `
const { readFileSync } = require('node:fs');
const [script, root, data, uid, request] = process.argv.slice(1);
process.argv = [process.argv[0], script, root, data, uid, readFileSync(request, 'utf8')];
import(script);
`;

function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'vault-loom-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
