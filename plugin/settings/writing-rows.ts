import type { Setting } from 'obsidian';
import { REVIEW_MODES, WHOLE_VAULT, type FolderMark, type ReviewMode } from '../../shared/protocol/review.ts';
import { placeAt } from '../ports/file-at.ts';
import type { SettingsHost, SettingsRow } from './settings-group.ts';
import { folded, folderHints } from './folders/folder-hints.ts';
import { renderClientRules } from './client-rules.ts';
import { WORDS } from './settings-words.ts';
import { whenDone } from './when-done.ts';

const MODES: Record<ReviewMode, string> = {
  write: 'Write, and show me',
  'ask-risky': 'Ask me if it is risky',
  'ask-always': 'Always ask me',
  'read-only': 'Never: read only',
};
const NAME = 'Before an assistant writes';
const ABOUT_RISKY =
  'Risky means: to delete or move a note, change more than half or 60 lines of it, remove properties, or touch more than 10 files at once. While you want to be asked, an assistant cannot write with the app closed.';

/** What happens before an assistant writes: in general, for each client, and in some folders. */
export function writingRows(host: SettingsHost): SettingsRow[] {
  const { store, save } = host;
  return [
    {
      name: NAME,
      desc: ABOUT_RISKY,
      render: (setting) => {
        setting.addDropdown((dropdown) => {
          dropdown.selectEl.setAttribute('aria-label', NAME);
          dropdown.addOptions(MODES).onChange((value) => save({ reviewMode: modeOf(value) }));
          let shown: ReviewMode | null = null;
          host.follow(setting, () => {
            setting.setDesc(store.isUnread ? WORDS.unread : ABOUT_RISKY);
            setting.settingEl.toggleClass('vault-loom-setting-failed', store.isUnread);
            // Set only if it has changed, as by a sync: the person may be choosing.
            if (shown !== store.current.reviewMode) dropdown.setValue((shown = store.current.reviewMode));
          });
        });
      },
    },
    { name: WORDS.eachClient, desc: WORDS.aboutEachClient, render: (row) => renderClientRules(row, host, MODES) },
    folderRow(
      'ask-always',
      'Folders to ask about',
      'One in each line. Before anything there is written, you are asked.',
      host,
    ),
    folderRow(
      'read-only',
      'Folders to leave alone',
      'One in each line. Assistants may read there, but not write.',
      host,
    ),
  ];
}

function folderRow(mark: FolderMark, name: string, desc: string, host: SettingsHost): SettingsRow {
  const { app, store, save, refresh } = host;
  const marked = (): string[] =>
    store.current.reviewFolders.filter(({ mode }) => mode === mark).map(({ folder }) => folder);
  /** Folders that were marked elsewhere since the person saw the list stay marked. */
  const change = async (lines: string, seen: string): Promise<void> => {
    const others = store.current.reviewFolders.filter(({ mode }) => mode !== mark);
    const before = seen.split('\n');
    const unseen = marked().filter((folder) => !before.includes(folder));
    const own = [...lines.split('\n'), ...unseen].map((folder) => ({ folder, mode: mark }));
    await save({ reviewFolders: [...others, ...own] });
    // The other list may have a hint about the same folder.
    refresh();
  };
  /** A mark may also name a note. */
  const isThere = (folder: string): boolean =>
    folder === WHOLE_VAULT ||
    placeAt(app.vault, folder) !== null ||
    app.vault.getAllFolders().some(({ path }) => folded(path) === folded(folder));
  const follow = (setting: Setting): void => {
    let shown: string | null = null;
    host.follow(setting, () => {
      const hints = folderHints(store.current.reviewFolders, mark, isThere);
      if (hints === shown) return;
      shown = hints;
      setting.setDesc(hints === null ? desc : `${desc} ${hints}`);
      setting.settingEl.toggleClass('is-invalid', hints !== null);
    });
  };
  return {
    name,
    desc,
    render: (setting) => {
      follow(setting);
      setting.addTextArea((area) => {
        area.setPlaceholder('For example contracts');
        area.inputEl.rows = 2;
        area.inputEl.setAttribute('aria-label', name);
        let shown = '';
        const showMarked = (): void => void area.setValue((shown = marked().join('\n')));
        whenDone(area, async (lines) => {
          await change(lines, shown);
          showMarked();
        });
        host.follow(setting, () => {
          // Set only if it has changed, as by a sync, and not while the person types.
          if (shown !== marked().join('\n') && !area.inputEl.matches(':focus')) showMarked();
        });
      });
    },
  };
}

function modeOf(value: string): ReviewMode {
  return REVIEW_MODES.find((mode) => mode === value) ?? 'ask-always';
}
