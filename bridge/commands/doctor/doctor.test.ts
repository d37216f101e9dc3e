import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openIndexLock } from '../../../shared/store/index-lock.ts';
import type { FileLock } from '../../../shared/kit/disk/file-lock.ts';
import { doctor } from './doctor.ts';
import { screenOf } from '../terminal.ts';
import { installInVault, pluginFolder } from '../../test-support/plugin-server.ts';
import { tempVault, type TempVault } from '../../test-support/temp-vault.ts';

let place: TempVault;
let vault: string;
const locks: FileLock[] = [];

beforeEach(async () => {
  place = await tempVault({ 'Note.md': 'A note.\n' });
  vault = await realpath(place.path);
  await installInVault(vault);
});
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release();
  await place.remove();
});

async function lockLine(): Promise<string | undefined> {
  const findings = await doctor({
    env: place.env,
    machine: { system: 'linux', home: join(place.dataDir, 'home'), env: {} },
    vault,
    version: '0.1.0',
    modelFolders: [],
    progress: screenOf(process.stderr, { TERM: 'dumb' }),
  });
  return findings.find(({ what }) => what === 'Lock')?.said;
}

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
});
