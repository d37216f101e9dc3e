import { ReadingLog } from '../../shared/reading/reading-log.ts';
import { dataFolder, vaultDataFolder } from '../../shared/vault/data-folders.ts';
import type { Log } from '../process/log.ts';
import { pluginsSettings } from './plugins-settings.ts';

/** The log of what clients read in this vault. The plugin's setting switches it off, from the next call on. */
export function openReadingLog(vaultRealPath: string, log: Log): ReadingLog {
  return new ReadingLog({
    dataFolder: vaultDataFolder(dataFolder(process.env), vaultRealPath),
    isKept: async () => (await pluginsSettings(vaultRealPath)).keepsReadingLog,
    log: (message) => log.warn(message),
  });
}
