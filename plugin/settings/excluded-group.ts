import { setIcon, type App, type Setting } from 'obsidian';
import { asFolder } from '../../shared/protocol/plugin-settings.ts';
import { folderAt, folderInOtherCase } from '../ports/file-at.ts';
import { KeyedList } from '../views/elements/keyed-list.ts';
import { drawRuns } from '../views/diff/draw-text.ts';
import { FolderSuggest } from './folders/folder-suggest.ts';
import type { SettingsGroup, SettingsHost } from './settings-group.ts';
import { showInRow } from './show-in-row.ts';
import { WORDS } from './settings-words.ts';

/** The folders whose notes are left out of search. */
export function excludedGroup(host: SettingsHost): SettingsGroup {
  return {
    heading: WORDS.excluded,
    rows: [
      { name: WORDS.exclude, desc: WORDS.aboutExclude, render: (row) => renderAdd(row, host) },
      { name: WORDS.excludedNow, desc: '', render: (row) => renderList(row, host) },
    ],
  };
}

function renderAdd(setting: Setting, host: SettingsHost): void {
  const { app, store } = host;
  setting.addText((text) => {
    text.setPlaceholder(WORDS.folder);
    text.inputEl.setAttribute('aria-label', WORDS.folder);
    const refuse = (words: string | null): void => {
      setting.settingEl.toggleClass('is-invalid', words !== null);
      setting.setDesc(words ?? WORDS.aboutExclude);
    };
    const add = (given: string): void => {
      const typed = asFolder(given.trim().replace(/^\/+|\/+$/gu, ''));
      const other = hasFolder(app, typed) ? null : folderInOtherCase(app.vault, typed);
      const folder = other === null ? typed : asFolder(other.path);
      if (folder === '') return refuse(given.trim() === '' ? null : WORDS.wholeVault);
      if (store.current.excludedFolders.includes(folder)) return refuse(WORDS.alreadyExcluded(folder));
      if (!hasFolder(app, folder)) return refuse(WORDS.noFolder(folder));
      refuse(null);
      text.setValue('');
      void host.save({ excludedFolders: [...store.current.excludedFolders, folder] }).then(host.refresh);
    };
    const suggest = new FolderSuggest(
      app,
      text.inputEl,
      (path) => path !== '/' && !store.current.excludedFolders.includes(asFolder(path)),
    );
    suggest.onSelect(({ path }) => {
      add(path);
      suggest.close();
    });
    text.inputEl.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.isComposing && !event.defaultPrevented) add(text.getValue());
    });
    text.onChange(() => refuse(null));
    setting.addButton((button) => button.setButtonText(WORDS.add).onClick(() => add(text.getValue())));
  });
}

function renderList(setting: Setting, host: SettingsHost): void {
  const { app, store } = host;
  const listEl = setting.settingEl.createDiv({ cls: 'vault-loom-folders', attr: { role: 'list' } });
  const list = new KeyedList<string>(listEl, {
    keyOf: (folder) => folder,
    create: (folder, parent) => {
      const element = parent.createDiv({ cls: 'vault-loom-folder', attr: { role: 'listitem' } });
      drawRuns(element.createSpan({ cls: 'vault-loom-folder-path', attr: { dir: 'auto' } }), folder, false);
      element.createSpan('vault-loom-folder-note');
      const remove = element.createEl('button', {
        cls: 'clickable-icon',
        attr: { 'aria-label': WORDS.remove(folder) },
      });
      setIcon(remove, 'x');
      remove.addEventListener('click', () => void removeFolder(folder));
      return element;
    },
    update: (element, folder) => {
      element.querySelector('.vault-loom-folder-note')?.setText(hasFolder(app, folder) ? '' : WORDS.gone);
    },
  });
  const show = (): void => {
    const { excludedFolders } = store.current;
    setting.setDesc(excludedFolders.length === 0 ? WORDS.noneExcluded : '');
    showInRow({ list, listEl, rowEl: setting.settingEl, control: 'button' }, excludedFolders);
  };
  const removeFolder = async (folder: string): Promise<void> => {
    const { excludedFolders } = store.current;
    await host.save({ excludedFolders: excludedFolders.filter((other) => other !== folder) });
    show();
  };
  host.follow(setting, show);
}

/** @param folder as settings are kept; the app may spell it otherwise */
function hasFolder({ vault }: App, folder: string): boolean {
  return folderAt(vault, folder) !== null || vault.getAllFolders().some(({ path }) => asFolder(path) === folder);
}
