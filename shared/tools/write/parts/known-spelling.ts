import { foldPath } from '../../../vault/paths.ts';
import type { ToolContext } from '../../tool.ts';

/** All files of the vault, and which of them are hidden. */
export async function filesOf(context: ToolContext): Promise<{ files: string[]; isHidden: (path: string) => boolean }> {
  const isHidden = await (await context.writing()).hiding();
  return { files: (await context.engine.linkSources({ paths: [] })).files, isHidden };
}

/**
 * A path for a new file with those of its folders, and the file itself, that are in the vault as they are spelled
 * there: a second folder or file that differs in letter case alone is not meant, and most disks have no place for it.
 * What is there as given stays so, and so does what several differ from.
 */
export function spelledAsKnown(path: string, files: readonly string[]): string {
  let known = '';
  let within = files;
  for (const segment of path.split('/')) {
    const start = known.length;
    const folded = foldPath(segment);
    const names = new Set<string>();
    for (const file of within) {
      const end = file.indexOf('/', start);
      const name = file.slice(start, end < 0 ? file.length : end);
      if (name === segment || foldPath(name) === folded) names.add(name);
    }
    const [only] = names;
    known += `${names.size === 1 && only !== undefined ? only : segment}/`;
    within = within.filter((file) => file.startsWith(known));
  }
  return known.slice(0, -1);
}
