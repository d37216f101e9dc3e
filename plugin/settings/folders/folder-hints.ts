import { asFolder, type PluginSettings } from '../../../shared/protocol/plugin-settings.ts';
import type { FolderMark } from '../../../shared/protocol/review.ts';
import { WORDS } from '../settings-words.ts';

/** What a person should know about the folders that they have marked in one way; null if nothing. */
export function folderHints(
  marks: PluginSettings['reviewFolders'],
  mark: FolderMark,
  isThere: (folder: string) => boolean,
): string | null {
  const folders = (mode: string): string[] => marks.filter((each) => each.mode === mode).map(({ folder }) => folder);
  const own = folders(mark);
  const others = new Set(folders(mark === 'read-only' ? 'ask-always' : 'read-only').map(folded));
  const missing = own.filter((folder) => !isThere(folder));
  const both = own.filter((folder) => others.has(folded(folder)));
  const hints = [
    ...(missing.length > 0 ? [WORDS.foldersMissing(missing)] : []),
    ...(both.length > 0 ? [WORDS.foldersInBoth(both)] : []),
  ];
  return hints.length === 0 ? null : hints.join(' ');
}

/** Marks hold in any letter case, and with any blanks around names. */
export function folded(folder: string): string {
  return asFolder(folder).toLowerCase();
}
