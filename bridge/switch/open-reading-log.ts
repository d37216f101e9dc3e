import { ReadingLog } from '../../shared/reading/reading-log.ts';
import { dataFolder, vaultDataFolder } from '../../shared/vault/data-folders.ts';
import type { Log } from '../process/log.ts';
import { wholeSettings } from './plugins-settings.ts';

/**
 * The log of what clients read in this vault. The plugin's setting switches it off, from the next call on. While that
 * cannot be read, it stays as it was; if it never could, nothing is recorded.
 */
export function openReadingLog(vaultRealPath: string, log: Log): ReadingLog {
  let isKept = false;
  return new ReadingLog({
    dataFolder: vaultDataFolder(dataFolder(process.env), vaultRealPath),
    isKept: async () => (isKept = (await wholeSettings(vaultRealPath))?.keepsReadingLog ?? isKept),
    log: (message) => log.warn(message),
  });
}
