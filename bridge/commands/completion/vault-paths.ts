import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findConfigDir } from '../../../shared/vault/config-dir.ts';
import { RuleFiles } from '../../../shared/vault/rules/rule-files.ts';
import { readConfig } from '../../process/config.ts';

const MOST = 200;
const SHOWN = /\.(?:md|canvas|base)$/iu;

/**
 * The notes and folders of a vault whose path begins like this, one folder deep; folders end with `/`. Leaves out what
 * the vault hides. Never rejects.
 */
export async function pathsWithin(vault: string, start: string): Promise<string[]> {
  try {
    const { realVaultPath } = readConfig({}, vault);
    const folder = start.slice(0, start.lastIndexOf('/') + 1);
    if (folder.split('/').some((part) => part.startsWith('.'))) return [];
    const isHidden = await new RuleFiles(realVaultPath).hiding(await findConfigDir(realVaultPath));
    const entries = await readdir(join(realVaultPath, folder), { withFileTypes: true });
    return entries
      .filter(({ name }) => !name.startsWith('.'))
      .flatMap((entry) => {
        const path = folder + entry.name.normalize('NFC');
        if (entry.isDirectory()) return [`${path}/`];
        return SHOWN.test(path) ? [path] : [];
      })
      .filter((path) => path.startsWith(start.normalize('NFC')) && !isHidden(path))
      .sort()
      .slice(0, MOST);
  } catch {
    return [];
  }
}
