import { dataFolder, vaultDataFolder } from '../../../shared/vault/data-folders.ts';
import { History, historyFolder } from '../../../shared/writing/journal/history.ts';
import { readConfig } from '../../process/config.ts';
import type { Candidate } from './candidate.ts';

const MOST = 30;

/** What names a change: `last`, and the ids of the newest changes of a vault. Never rejects. */
export async function changeIds(vault: string, env: NodeJS.ProcessEnv): Promise<Candidate[]> {
  const last = { value: 'last', about: 'The newest that is not undone' };
  try {
    const { realVaultPath } = readConfig({}, vault);
    const folder = historyFolder(vaultDataFolder(dataFolder(env), realVaultPath));
    const entries = await new History(folder, () => undefined).list();
    const ids = entries.slice(0, MOST).map(({ id, tool, time }) => ({ value: id, about: `${tool} ${time}` }));
    return [last, ...ids];
  } catch {
    return [last];
  }
}
