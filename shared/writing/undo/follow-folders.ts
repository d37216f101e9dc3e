import { dirname, toNfc } from '../../vault/paths.ts';
import { firstRename, type Renamed } from '../journal/renames.ts';

/** Tells where the folder is now that was at a path at a time (ISO 8601, UTC). */
export type FollowFolders = (folder: string, time: string) => Promise<string>;

/**
 * Follows folders that were renamed or moved, or whose outer folder was. `renames` name folders themselves, as the app
 * tells of them; `moves` are inferred from files, and count only for a folder that is gone.
 */
export function followingFolders(
  { renames, moves }: { renames: readonly Renamed[]; moves: readonly Renamed[] },
  isThere: (folder: string) => Promise<boolean>,
): FollowFolders {
  const renamed = firstRename(renames);
  const moved = firstRename(moves);
  const folderNow = async (folder: string, knownAt: string): Promise<string> => {
    let [name, time] = [folder, knownAt];
    for (;;) {
      const next = renamed(name, time) ?? ((await isThere(name)) ? undefined : moved(name, time));
      if (next === undefined) return name;
      [name, time] = [next.to, next.time];
    }
  };
  return async (folder, time) => {
    for (let outer = folder; outer !== ''; outer = dirname(outer)) {
      const now = await folderNow(outer, time);
      if (toNfc(now) !== toNfc(outer)) return `${now}${folder.slice(outer.length)}`;
      if (await isThere(outer)) break;
    }
    return folder;
  };
}
