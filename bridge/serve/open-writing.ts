import { randomUUID } from 'node:crypto';
import { EditBuffer } from '../../shared/edit/edit-buffer.ts';
import { PreviewStore } from '../../shared/edit/previews.ts';
import { dataFolder, vaultDataFolder } from '../../shared/vault/data-folders.ts';
import { Exclusive } from '../../shared/kit/exclusive.ts';
import { Slicer, eventLoopYield } from '../../shared/kit/slices.ts';
import { InFlight } from '../../shared/tools/write/in-flight.ts';
import type { Writing } from '../../shared/tools/write/writing-parts.ts';
import { DiskVault } from '../../shared/vault/disk/disk-vault.ts';
import { readAppSettings } from '../../shared/vault/rules/read-app-settings.ts';
import { VaultWriter } from '../../shared/writing/vault-writer.ts';
import { writeRules } from '../../shared/writing/places/path-guard.ts';
import type { Log } from '../process/log.ts';

const SLICE_MS = 10;

/**
 * Opens writing to one vault for this process. The caller closes `writer`.
 * @throws VaultLoomError `vault_not_found`; `invalid_arguments` for a setting that cannot be understood
 */
export async function openWriting(vaultPath: string, env: NodeJS.ProcessEnv, log: Log): Promise<Writing> {
  const vault = await DiskVault.open(vaultPath);
  const { root, configDir } = vault;
  const settings = () => readAppSettings(root, vault.configDir);
  const rules = writeRules(env, { configDir });
  const hiding = async () => {
    await vault.reloadRules();
    return (path: string) => vault.visibility(path) === 'hidden';
  };
  const writer = new VaultWriter({
    root,
    dataFolder: vaultDataFolder(dataFolder(env), root),
    rules,
    hiding,
    settings,
    log: (level, message) => log[level](message),
  });
  return {
    writer,
    rules,
    hiding,
    previews: new PreviewStore(Date.now, randomUUID),
    buffer: new EditBuffer(Date.now),
    slicer: new Slicer(SLICE_MS, eventLoopYield()),
    moves: new Exclusive(),
    inFlight: new InFlight(),
    changedSince: async (ms) => (await vault.list()).files.filter((file) => file.kind === 'note' && file.mtimeMs >= ms).map((file) => file.path),
    read: async (path) => {
      const bytes = await vault.read(path);
      return bytes.length === 0 ? writer.read(path).catch(() => bytes) : bytes;
    },
    settings,
  };
}
