import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from './connect.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'vault-loom-asking-'));
  for (const folder of ['Work', 'Play', '.cursor', '.config/zed', '.config/obsidian'])
    await mkdir(join(home, folder), { recursive: true });
  const vaults = { a: { path: join(home, 'Work'), ts: 2 }, b: { path: join(home, 'Play'), ts: 1 } };
  await writeFile(join(home, '.config/obsidian/obsidian.json'), JSON.stringify({ vaults }));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Runs `connect` for a person who gives these answers, then ends the input. */
async function connectWith(...answers: (string | (() => Promise<string>))[]): Promise<string> {
  let said = '';
  const style = { bold: String, dim: String, accent: String, good: String, bad: String };
  const screen = { style, width: 90, live: false, write: (text: string) => void (said += text) };
  await connect(
    {
      program: { script: join(home, 'cli.mjs'), version: '0.0.9' },
      modelFolders: [],
      machine: { system: 'linux', home, env: { VAULT_LOOM_DATA_DIR: join(home, 'data') } },
      client: undefined,
      vaults: [],
      yes: false,
      print: false,
      remove: false,
    },
    screen,
    async (question) => {
      said += question;
      const answer = answers.shift() ?? null;
      return typeof answer === 'function' ? answer() : answer;
    },
  );
  return said;
}

it('asks for clients and vaults by name or number, again if need be, and leaves nothing behind after a no', async () => {
  const before = await readdir(home);
  const said = await connectWith('zed, cursr', 'zed, cursor', '1,2', 'n', 'n');
  expect(said).toContain('"zed, cursr" is not in the list.');
  for (const part of ['zed/settings.json', '.cursor/mcp.json', '"vault-loom-play"']) expect(said).toContain(part);
  expect(said.match(/Nothing was written\./gu)).toHaveLength(2);
  expect(await readdir(home)).toEqual(before);
});

it('treats the end of input as a no', async () => {
  for (const answers of [[], ['zed'], ['zed', 'Work']])
    expect(await connectWith(...answers)).toContain('othing was written.');
  expect(await readdir(join(home, '.config/zed'))).toEqual([]);
});

it('replaces no entry that was added under the same name while it was asking', async () => {
  await writeFile(join(home, 'cli.mjs'), '');
  const file = join(home, '.cursor/mcp.json');
  const other = JSON.stringify({ mcpServers: { 'vault-loom-work': { command: 'node', args: ['other.mjs'] } } });
  const yesAfterAnother = async (): Promise<string> => {
    await writeFile(file, other);
    return 'y';
  };
  await expect(connectWith('cursor', 'Work', yesAfterAnother)).rejects.toMatchObject({
    code: 'file_changed',
    message: expect.stringContaining('entry vault-loom-work'),
  });
  expect(await readFile(file, 'utf8')).toBe(other);
});
