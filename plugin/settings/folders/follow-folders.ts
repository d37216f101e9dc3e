import { Notice, type Plugin } from 'obsidian';
import { writeProblem } from '../../../shared/kit/disk/write-problem.ts';
import type { ViewHost } from '../../views/view-host.ts';
import { foldersAfterRename } from './folders-after-rename.ts';
import type { SettingsStore } from '../settings-store.ts';
import { WORDS } from '../settings-words.ts';

/** Has excluded and marked folders keep what holds for them when the app, or an assistant, renames or moves them. */
export function followFolders(
  plugin: Plugin,
  store: Pick<SettingsStore, 'current' | 'change'>,
  host: Pick<ViewHost, 'onMoved'>,
): void {
  const follow = (from: string, to: string): void => {
    const changes = foldersAfterRename(store.current, from, to);
    if (changes === null) return;
    store.change(changes).catch((error: unknown) => new Notice(WORDS.notSaved(writeProblem(error))));
  };
  plugin.registerEvent(plugin.app.vault.on('rename', ({ path }, from) => follow(from, path)));
  plugin.register(host.onMoved(follow));
}
