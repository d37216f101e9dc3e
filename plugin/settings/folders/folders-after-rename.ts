import { asFolder, type PluginSettings } from '../../../shared/protocol/plugin-settings.ts';
import { pathAfterRename } from '../../views/notes/path-after-rename.ts';

type FolderSettings = Pick<PluginSettings, 'excludedFolders' | 'reviewFolders'>;

/** The settings of folders after one was renamed; null if none of them changes. */
export function foldersAfterRename(
  { excludedFolders, reviewFolders }: FolderSettings,
  from: string,
  to: string,
): FolderSettings | null {
  const [before, after] = [asFolder(from), asFolder(to)];
  const follow = (folder: string): string => pathAfterRename(folder, before, after);
  const isNamed = (folder: string): boolean => follow(folder) !== folder;
  if (!excludedFolders.some(isNamed) && !reviewFolders.some(({ folder }) => isNamed(folder))) return null;
  return {
    excludedFolders: excludedFolders.map(follow),
    reviewFolders: reviewFolders.map((rule) => ({ ...rule, folder: follow(rule.folder) })),
  };
}
