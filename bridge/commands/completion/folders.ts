import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expandPath } from '../../process/config.ts';

const MOST = 200;

/**
 * The folders on this computer whose path begins like this, one folder deep, spelled as typed so far and ended with
 * `/`. Hidden ones only if their name has been begun. Never rejects.
 */
export async function foldersWithin(start: string): Promise<string[]> {
  if (start === '~') return ['~/'];
  const begun = start.slice(start.lastIndexOf('/') + 1);
  const before = start.slice(0, start.length - begun.length);
  const folder = expandPath(before === '' ? '.' : before);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const fitting = entries.filter(
    ({ name }) => name.startsWith(begun) && (begun.startsWith('.') || !name.startsWith('.')),
  );
  const found = await Promise.all(
    fitting.map(async (entry) => {
      const isFolder =
        entry.isDirectory() || (entry.isSymbolicLink() && (await leadsToFolder(join(folder, entry.name))));
      return isFolder ? [`${before}${entry.name}/`] : [];
    }),
  );
  return found.flat().sort().slice(0, MOST);
}

function leadsToFolder(link: string): Promise<boolean> {
  return stat(link).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
