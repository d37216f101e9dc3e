import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../../build/quick/bundle-for-node.ts';
import { commandLineFor } from '../../test-support/command-line.ts';
import { tempVault, type TempVault } from '../../test-support/temp-vault.ts';
import { addOwnCommands } from '../own-commands.ts';
import { addToolCommands } from '../tools/tool-commands.ts';
import { complete } from './complete.ts';

let vault: TempVault;
let bundle: string;
beforeAll(async () => {
  vault = await tempVault({
    '.obsidian/app.json': '{}',
    '.vaultloomignore': 'Private/\n',
    'Rain barrel.md': 'a',
    'Rain gauge.md': 'b',
    '-dash.md': 'f',
    'Projects/It is $5 & more.md': 'c',
    'Projects/picture.png': 'd',
    'Private/Secret.md': 'e',
  });
  bundle = await bundleForNode('bridge/cli.ts');
});
afterAll(async () => {
  await vault.remove();
});

function candidates(...words: string[]): Promise<string[]> {
  return completed({ VAULT_PATH: vault.path, VAULT_LOOM_DATA_DIR: vault.dataDir }, ...words);
}

function completed(env: NodeJS.ProcessEnv, ...words: string[]): Promise<string[]> {
  const root = new Command('vault-loom').option('--vault <path>');
  const line = commandLineFor({});
  addOwnCommands(root, line);
  addToolCommands(root, line);
  const begun = words.pop() ?? '';
  return complete(root, words, begun, { env }).then((found) => found.map(({ value }) => value));
}

describe('the words that may be typed next', () => {
  it.each([
    [['doc'], ['doctor']],
    [['re'], ['read-note', 'read', 'rename-tag', 'reindex']],
    [['read_'], []],
    [
      ['history', ''],
      ['show', 'help'],
    ],
    [
      ['models', ''],
      ['list', 'test', 'help'],
    ],
    [['models', 'test', '--j'], ['--json']],
    [
      ['search', '--mo'],
      ['--mode', '--modified-after', '--modified-before'],
    ],
    [
      ['search', 'tea', '--mode', ''],
      ['hybrid', 'semantic', 'fulltext', 'regex'],
    ],
    [['search', '--mode=f'], ['--mode=fulltext']],
    [['search', '--mode', '=', 'f'], ['fulltext']],
    [['--vault', 'x', 'overview', 'ta'], ['tags']],
    [['completion', 'z'], ['zsh']],
    [
      ['call', 'list_'],
      ['list_notes', 'list_tasks', 'list_changes'],
    ],
    [['call', 'search', ''], []],
    [['connect', 'cu'], ['cursor']],
    [['undo', ''], ['last']],
    [['history', 'show', 'l'], ['last']],
    [['help', 'doc'], ['doctor']],
    [['help', 'sea'], ['search']],
    [
      ['history', 'help', ''],
      ['show', 'help'],
    ],
    [['no such command', ''], []],
  ])('after %j are %j', async (words, expected) => {
    expect(await candidates(...words)).toEqual(expected);
  });

  it('are the ids of changes, where one is to be undone', async () => {
    const place = await tempVault({});
    const run = promisify(execFile);
    await run(process.execPath, [bundle, 'create', 'One', 'x'], { env: { ...process.env, ...place.env } });
    const found = await completed(place.env, 'undo', '');
    expect(found).toEqual(['last', expect.stringMatching(/^\w[\w-]+$/u)]);
    const { stdout } = await run(process.execPath, [bundle, 'history', '--json'], {
      env: { ...process.env, ...place.env },
    });
    expect(JSON.parse(stdout)).toMatchObject([{ id: found[1] }]);
    await place.remove();
  });

  it('are folders where a vault is meant', async () => {
    const root = join(vault.dataDir, 'places');
    for (const name of ['Vault one', 'Vault two/Inner', '.hidden']) await mkdir(join(root, name), { recursive: true });
    await writeFile(join(root, 'Vault.txt'), '');
    const [one, two] = [`${root}/Vault one/`, `${root}/Vault two/`];
    for (const words of [
      ['connect', 'cursor', '--vault'],
      ['doctor'],
      ['search', 'tea', '--vault'],
      ['--vault'],
      ['tour'],
    ]) {
      expect(await candidates(...words, `${root}/V`)).toEqual([one, two]);
      expect(await candidates(...words, `${root}/`)).toEqual([one, two]);
    }
    expect(await candidates('doctor', `--vault=${root}/Vault t`)).toEqual([`--vault=${two}`]);
    expect(await candidates('doctor', two)).toEqual([`${two}Inner/`]);
    expect(await candidates('doctor', `${root}/.`)).toEqual([`${root}/.hidden/`]);
    expect(await candidates('doctor', `${root}/absent/`)).toEqual([]);
    expect(await candidates('doctor', '~')).toEqual(['~/']);
  });

  it('are paths of the vault where a note or folder is meant, without what it hides', async () => {
    expect(await candidates('read', '')).toEqual(['-dash.md', 'Projects/', 'Rain barrel.md', 'Rain gauge.md']);
    expect(await candidates('read', 'Projects/')).toEqual(['Projects/It is $5 & more.md']);
    expect(await candidates('read', 'Rain\\ b')).toEqual(['Rain barrel.md']);
    expect(await candidates('read', '"Rain b')).toEqual(['Rain barrel.md']);
    expect(await candidates('move', 'Rain barrel.md', 'Pr')).toEqual(['Projects/']);
    expect(await candidates('list', '--directory', 'P')).toEqual(['Projects/']);
    expect(await candidates('path', 'x', 'Rain g')).toEqual(['Rain gauge.md']);
    for (const outside of ['../', '.obsidian/', 'Private/', '/etc/', 'absent/'])
      expect(await candidates('read', outside)).toEqual([]);
    expect(await candidates('read', '--', '-')).toEqual(['-dash.md']);
    expect(await candidates('--vault', '/absent', 'read', '')).toEqual([]);
  });
});
