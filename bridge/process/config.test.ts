import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from './config.ts';
import { createLog, parseLogLevel } from './log.ts';
import { createRedact } from '../serve/redact.ts';
import { errorBody } from '../serve/tool-result.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-config-'));
  await writeFile(join(folder, 'file.md'), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

describe('the vault', () => {
  it('is the folder named in VAULT_PATH, relative paths and spaces around it forgiven', () => {
    expect(readConfig({ VAULT_PATH: ` ${relative(process.cwd(), folder)} ` })).toEqual({
      vaultPath: folder,
      realVaultPath: realpathSync.native(folder),
    });
  });

  it.runIf(process.platform !== 'win32')('may have a name that ends in a blank', async () => {
    const odd = join(folder, 'trail ');
    await mkdir(odd);
    expect(readConfig({ VAULT_PATH: odd }).vaultPath).toBe(odd);
  });

  it('may be on a drive of Windows that does not say where its folders really are', () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    vi.spyOn(realpathSync, 'native').mockImplementation(() => {
      throw Object.assign(new Error('EISDIR: illegal operation on a directory'), { code: 'EISDIR' });
    });
    expect(readConfig({ VAULT_PATH: folder })).toEqual({ vaultPath: folder, realVaultPath: realpathSync(folder) });
  });

  it('may be under the home folder', () => {
    expect(readConfig({ VAULT_PATH: '~' }).vaultPath).toBe(homedir());
  });

  it('named on the command line takes precedence', () => {
    expect(readConfig({ VAULT_PATH: '/nowhere' }, folder).vaultPath).toBe(folder);
  });

  it.runIf(process.platform !== 'win32')('keeps its name if it is a link', async () => {
    const link = join(folder, 'link');
    await symlink(folder, link);
    expect(readConfig({ VAULT_PATH: link })).toMatchObject({
      vaultPath: link,
      realVaultPath: realpathSync.native(folder),
    });
  });

  it.each([
    [undefined, 'VAULT_PATH is not set'],
    ['  ', 'VAULT_PATH is not set'],
    [join(tmpdir(), 'vault-loom-not-there'), 'VAULT_PATH does not exist'],
  ])('%j is refused', (path, message) => {
    expect(() => readConfig(path === undefined ? {} : { VAULT_PATH: path })).toThrow(message);
  });

  it('is no file', () => {
    expect(() => readConfig({ VAULT_PATH: join(folder, 'file.md') })).toThrow('VAULT_PATH is not a folder');
    expect(() => readConfig({ VAULT_PATH: join(folder, 'file.md', 'deeper') })).toThrow(
      /VAULT_PATH (cannot be read|does not exist)/u,
    );
  });
});

describe('the log', () => {
  it('writes one line for each message, down to its level', () => {
    const lines: string[] = [];
    const log = createLog('info', (line) => void lines.push(line));
    log.error('a\n  b');
    log.info('c');
    log.debug('d');
    expect(lines).toEqual(['vault-loom error: a | b\n', 'vault-loom info: c\n']);
  });

  it.each([
    ['debug', 'debug'],
    [' Error ', 'error'],
    ['loud', 'warn'],
    [undefined, 'warn'],
  ])('level %j is %s', (given, level) => {
    expect(parseLogLevel(given)).toBe(level);
  });
});

describe('what a client may know of an error', () => {
  const vault = '/home/somebody/My notes';
  it.each([
    [`EACCES: permission denied, open '${vault}/a/b.md'`, "t failed: EACCES: permission denied, open '<vault>/a/b.md'"],
    ["ENOENT: no such file, open '/etc/hosts'", "t failed: ENOENT: no such file, open '<path>'"],
    ['cannot read C:\\Users\\me\\x.md (locked)', 't failed: cannot read <path> (locked)'],
    ['bad line in Projects/plan.md:3', 't failed: bad line in Projects/plan.md:3'],
  ])('of %j: %j', (message, told) => {
    expect(errorBody(new Error(message), 't', createRedact(vault))).toMatchObject({ code: 'internal', message: told });
  });

  it('names no home folder', () => {
    const redact = createRedact(join(dirname(folder), basename(folder)));
    expect(redact(join(homedir(), 'x'))).not.toContain(homedir());
  });

  it.each([
    ['/home/adam/x', '/home/adam/x'],
    ['/home/ada', '~'],
    ["open '/home/ada/a', then '/home/ada'.", "open '~/a', then '~'."],
    ['/home/ada-2/x and /home/ada.old', '/home/ada-2/x and /home/ada.old'],
    ['/home/ada2/x and /home/ada@corp/x', '/home/ada2/x and /home/ada@corp/x'],
    ['/home/ada+/x, /home/ada~ and /home/ada🌱', '/home/ada+/x, /home/ada~ and /home/ada🌱'],
    ['"/home/ada": it\u2019s `/home/ada`|/home/ada>', '"~": it\u2019s `~`|~>'],
    ['/mnt/home/ada/x', '/mnt/home/ada/x'],
    ['file:///home/ada/x', 'file://~/x'],
    ['VAULT_PATH=/home/ada/Notes/b.md', 'VAULT_PATH=<vault>/b.md'],
    ['/home/ada/Notes is no folder', '<vault> is no folder'],
    ['/home/ada/Notesé/b.md', '~/Notesé/b.md'],
  ])('shortens the folders themselves alone, in %j', (text, told) => {
    expect(createRedact('/home/ada/Notes', '/home/ada/Notes', '/home/ada')(text)).toBe(told);
  });
});
