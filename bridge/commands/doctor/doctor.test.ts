import { randomBytes } from 'node:crypto';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../../../shared/clients/shell-words.ts';
import { segmentFileName } from '../../../shared/store/segment-name.ts';
import { IndexStore } from '../../../shared/store/segment-store.ts';
import { openIndexLock } from '../../../shared/store/index-lock.ts';
import type { FileLock } from '../../../shared/kit/disk/file-lock.ts';
import { doctor } from './doctor.ts';
import type { Finding } from './finding.ts';
import { printFindings } from './print-findings.ts';
import { keptScreen } from '../../test-support/command-line.ts';
import { screenOf } from '../terminal.ts';
import { installInVault, pluginFolder } from '../../test-support/plugin-server.ts';
import { tempVault, type TempVault } from '../../test-support/temp-vault.ts';

let place: TempVault;
let vault: string;
const locks: FileLock[] = [];

beforeEach(async () => {
  place = await tempVault({ 'Note.md': 'A note.\n' });
  vault = await realpath(place.path);
  await mkdir(place.dataDir, { recursive: true });
  await installInVault(vault);
});
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release();
  await place.remove();
});

const homeFolder = (): string => join(place.dataDir, 'home');

function check(named: string | undefined, env: NodeJS.ProcessEnv = place.env): Promise<Finding[]> {
  return doctor({
    env,
    machine: { system: 'linux', home: homeFolder(), env: { VAULT_LOOM_DATA_DIR: place.dataDir } },
    vault: named,
    version: '0.1.0',
    modelFolders: [],
    progress: screenOf(process.stderr, { TERM: 'dumb' }),
  });
}

async function lockLine(): Promise<string | undefined> {
  return (await check(vault)).find(({ what }) => what === 'Lock')?.said;
}

/** Has the notes app list vaults. */
async function appLists(...vaults: string[]): Promise<void> {
  const folder = join(homeFolder(), '.config', 'obsidian');
  await mkdir(folder, { recursive: true });
  const listed = vaults.map((path, i) => [String(i), { path, ts: 100 - i }]);
  await writeFile(join(folder, 'obsidian.json'), JSON.stringify({ vaults: Object.fromEntries(listed) }));
}

/** Has Cursor start a server that is not there, for a vault. */
async function cursorServes(path: string): Promise<void> {
  await mkdir(join(homeFolder(), '.cursor'), { recursive: true });
  const entry = { command: process.execPath, args: [join(place.dataDir, 'gone.mjs')], env: { VAULT_PATH: path } };
  const servers = { mcpServers: { 'vault-loom': entry } };
  await writeFile(join(homeFolder(), '.cursor', 'mcp.json'), JSON.stringify(servers));
}

async function folderBeside(name: string): Promise<string> {
  const folder = join(await realpath(place.dataDir), name);
  await mkdir(folder, { recursive: true });
  return folder;
}

const whats = (findings: readonly Finding[], of?: string): string[] =>
  findings.filter(({ vault: about }) => about === of).map(({ what }) => what);

async function lockIndexIn(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  locks.push(await openIndexLock({ dataFolder: place.dataDir, indexRealPath: await realpath(folder) }));
}

describe('doctor', () => {
  it("reports who keeps this vault's index, and nothing about other vaults", async () => {
    expect(await lockLine()).toContain('no process keeps');
    await lockIndexIn(join(place.dataDir, 'vaults', 'another', 'index'));
    expect(await lockLine()).toContain('no process keeps');
    await lockIndexIn(join(pluginFolder(vault), 'index'));
    expect(await lockLine()).toContain(`process ${process.pid} keeps this vault's index`);
  });

  it('says that an index is damaged, and that nothing has to be done', async () => {
    const indexes = async (): Promise<Finding[]> => (await check(vault)).filter(({ what }) => what === 'Index');
    const folder = join(pluginFolder(vault), 'index');
    const store = await IndexStore.open(folder, { dataFolder: place.dataDir, format: 1 });
    await store.read();
    const info = await store.writeSegment('notes', { records: new Uint8Array(9000).fill(7) }, {});
    await store.commit({ add: [info], remove: [], state: {} });
    await store.close();
    expect(await indexes()).toMatchObject([{ state: 'ok' }]);
    await writeFile(join(folder, segmentFileName(info.key)), randomBytes(info.bytes));
    expect(await indexes()).toMatchObject([
      { state: 'ok' },
      { state: 'note', said: expect.stringMatching(/damaged/u), cure: expect.stringContaining('made again') },
    ]);
    await writeFile(join(folder, 'manifest.json'), randomBytes(500));
    expect(await indexes()).toMatchObject([{ state: 'ok' }, { state: 'note' }]);
  });
});

describe('doctor without a vault', () => {
  const unnamed = (): NodeJS.ProcessEnv => ({ ...place.env, VAULT_PATH: '' });
  const COMPUTER = ['Node', 'Model', 'Permissions', 'Disk', 'Client'];

  it('looks at this computer, and says how to name one', async () => {
    const findings = await check(undefined, unnamed());
    expect(whats(findings)).toEqual(expect.arrayContaining([...COMPUTER, 'Ports']));
    expect(findings.filter(({ vault: about }) => about !== undefined)).toEqual([]);
    expect(findings.filter(({ state }) => state === 'bad')).toMatchObject([
      { what: 'Vault', said: expect.stringContaining('--vault'), cure: expect.stringContaining('doctor PATH') },
    ]);
  });

  it('names the chosen data folder in the commands to type', async () => {
    const cures = (await check(undefined, unnamed())).map(({ cure }) => cure ?? '');
    expect(cures.join('\n')).toContain(`VAULT_LOOM_DATA_DIR=${place.dataDir} vault-loom doctor PATH`);
  });

  it('looks at each vault that clients and the app name, once', async () => {
    const other = await folderBeside('Other');
    await cursorServes(vault);
    await appLists(other, vault);
    const findings = await check(undefined, unnamed());
    expect(whats(findings)).toEqual(expect.arrayContaining(['Node', 'Model', 'Permissions', 'Disk']));
    expect(findings.filter(({ what, state }) => what === 'Vault' && state === 'bad')).toEqual([]);
    expect(whats(findings, vault)).toEqual(expect.arrayContaining(['Vault', 'Plugin', 'Index', 'Client']));
    expect(whats(findings, other)).toEqual(expect.arrayContaining(['Vault', 'Plugin', 'Index', 'Client']));
    expect(findings.filter(({ what, state }) => what === 'Client' && state === 'bad')).toMatchObject([
      { vault, said: expect.stringContaining('gone.mjs is not there') },
    ]);
    const screen = keptScreen();
    printFindings(findings, screen);
    const lines = screen.written.join('').split('\n');
    expect(lines.filter((line) => line === vault || line === other)).toEqual([vault, other]);
  });

  it('names the vault in each cure that is a command, ready to be typed', async () => {
    const other = await folderBeside("Ada's notes");
    await cursorServes(other);
    await appLists(other);
    const cures = (await check(undefined, unnamed())).flatMap(({ cure, vault: about }) =>
      cure === undefined || about === undefined ? [] : [cure],
    );
    const typed = commandLine([other], 'posix');
    expect(typed).not.toBe(other);
    expect(cures).toContain(`VAULT_LOOM_DATA_DIR=${place.dataDir} vault-loom install-plugin ${typed}`);
    expect(cures).toContain(
      `VAULT_LOOM_DATA_DIR=${place.dataDir} vault-loom connect cursor --vault ${typed} writes it again`,
    );
    expect(cures.filter((cure) => cure.includes('vault-loom ') && !cure.includes(typed))).toEqual([]);
  });

  it('looks at a few, and names the others', async () => {
    const folders = await Promise.all(Array.from({ length: 7 }, (_none, i) => folderBeside(`Vault ${i}`)));
    await appLists(...folders);
    const findings = await check(undefined, unnamed());
    expect(new Set(findings.map((finding) => finding.vault)).size).toBe(6);
    expect(findings).toContainEqual(
      expect.objectContaining({ state: 'note', said: `not checked: ${folders[5] ?? ''}, ${folders[6] ?? ''}` }),
    );
  });

  it('says what is wrong with one that is named and cannot be used, and looks at the rest', async () => {
    await appLists(vault);
    const gone = join(place.dataDir, 'gone');
    for (const findings of [await check(gone), await check(undefined, { ...place.env, VAULT_PATH: gone })]) {
      expect(findings[1]).toMatchObject({
        state: 'bad',
        what: 'Vault',
        said: expect.stringContaining(gone),
        cure: expect.stringContaining(vault),
      });
      expect(whats(findings)).toEqual(expect.arrayContaining(COMPUTER));
      expect(whats(findings, vault)).toContain('Index');
    }
  });

  it('says that limits on writing cannot be understood, and looks at the rest', async () => {
    const findings = await check(vault, { ...place.env, VAULT_LOOM_FOLDERS: '["a"' });
    expect(findings[1]).toMatchObject({ state: 'bad', what: 'Settings', cure: expect.any(String) });
    expect(whats(findings, vault)).toContain('Index');
  });
});
