import type { App } from 'obsidian';

/**
 * Path of the file in front of the person; null if there is none. If a view without a file has the focus, such as the
 * map, or a pane that was moved next to the notes, it is still the file of before.
 */
export function fileInFront({ workspace, vault }: App, before: string | null = null): string | null {
  const active = workspace.getActiveFile();
  if (active !== null) return active.path;
  if (workspace.getMostRecentLeaf()?.view.getViewType() === 'empty') return null;
  const earlier = before === null ? workspace.getLastOpenFiles() : [before, ...workspace.getLastOpenFiles()];
  return earlier.find((path) => vault.getFileByPath(path) !== null) ?? null;
}
