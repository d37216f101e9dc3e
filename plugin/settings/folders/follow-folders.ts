import { Notice, type Plugin } from 'obsidian';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import { foldersAfterRename } from './folders-after-rename.ts';
import type { SettingsStore } from '../settings-store.ts';
import { WORDS } from '../settings-words.ts';

/** Has excluded and marked folders keep what holds for them when the app renames or moves them. */
export function followFolders(plugin: Plugin, store: Pick<SettingsStore, 'current' | 'change'>): void {
  plugin.registerEvent(
    plugin.app.vault.on('rename', ({ path }, from) => {
      const changes = foldersAfterRename(store.current, from, path);
      if (changes === null) return;
      store.change(changes).catch((error: unknown) => new Notice(WORDS.notSaved(messageOf(error))));
    }),
  );
}
