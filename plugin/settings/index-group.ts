import { Notice, type App, type Setting } from 'obsidian';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { fileOrNotice, openIn } from '../views/notes/open-in-leaf.ts';
import { setText } from '../views/elements/set-text.ts';
import { describeIndex } from '../views/describe-index.ts';
import { KeyedList } from '../views/elements/keyed-list.ts';
import { drawRuns } from '../views/diff/draw-text.ts';
import { plain } from '../views/words/said.ts';
import { gapsOf, type Gap } from './index-gaps.ts';
import { LiveProgress } from './live-progress.ts';
import type { SettingsGroup, SettingsHost } from './settings-group.ts';
import { WORDS } from './settings-words.ts';
import { whileBusy } from '../views/elements/while-busy.ts';

/** More than this would be a list to work through, not a setting. */
const MOST_SHOWN = 100;

/** How much can be found, and what cannot. */
export function indexGroup(host: SettingsHost): SettingsGroup {
  return {
    heading: WORDS.index,
    rows: [
      { name: WORDS.notes, desc: WORDS.aboutNotes, aliases: [WORDS.rebuild], render: (row) => renderNotes(row, host) },
      { name: WORDS.notSearchable, desc: WORDS.aboutNotSearchable, render: (row) => renderNotSearchable(row, host) },
    ],
  };
}

function renderNotes(setting: Setting, host: SettingsHost): void {
  const bar = new LiveProgress(setting, WORDS.reading);
  setting.addButton((button) =>
    button
      .setButtonText(WORDS.rebuild)
      .onClick(() => whileBusy(button, async () => void new Notice(await rebuild(host)))),
  );
  host.follow(setting, ({ state, status }) => {
    setting.setDesc(describeIndex(state, status));
    bar.show(state?.index === 'failed' ? null : (state?.progress ?? null));
  });
}

async function rebuild(host: SettingsHost): Promise<string> {
  try {
    const engine = await host.companion()?.engine();
    if (engine === null || engine === undefined) return WORDS.notOpen;
    const { nodesIndexed, nodesSkipped } = await engine.reindex({ resolution: 1 });
    return WORDS.rebuilt(nodesIndexed, nodesSkipped);
  } catch (error) {
    return WORDS.notRebuilt(messageOf(error));
  }
}

function renderNotSearchable(setting: Setting, host: SettingsHost): void {
  const listEl = setting.settingEl.createDiv({ cls: 'vault-loom-gaps', attr: { role: 'list' } });
  const moreEl = setting.settingEl.createDiv({ cls: 'vault-loom-gaps-more', attr: { dir: 'ltr' } });
  const list = new KeyedList<Gap>(listEl, {
    keyOf: ({ path }) => path,
    create: (gap, parent) => createGap(gap, parent, host),
    update: (element, { why }) => setText(element.querySelector('.vault-loom-gap-why'), plain(why)),
  });
  let isOpen = false;
  setting.addButton((button) => {
    const showOpen = (): void => {
      button.setButtonText(isOpen ? WORDS.hide : WORDS.show);
      button.buttonEl.setAttribute('aria-expanded', String(isOpen));
      listEl.toggle(isOpen);
      moreEl.toggle(isOpen && moreEl.getText() !== '');
    };
    button.onClick(() => {
      isOpen = !isOpen;
      showOpen();
    });
    host.follow(setting, ({ status }) => {
      const { gaps, more } = status === null ? { gaps: [], more: 0 } : gapsOf(status);
      const shown = gaps.slice(0, MOST_SHOWN);
      const rest = more + gaps.length - shown.length;
      const count = gaps.length + more;
      if (status === null) setting.setDesc(WORDS.aboutNotSearchable);
      else setting.setDesc(count === 0 ? WORDS.allSearchable : WORDS.someNotSearchable(count));
      button.buttonEl.toggle(count > 0);
      list.show(shown);
      setText(moreEl, rest === 0 ? '' : WORDS.more(rest));
      if (count === 0) isOpen = false;
      showOpen();
    });
  });
}

function createGap({ path }: Gap, parent: HTMLElement, { app }: SettingsHost): HTMLElement {
  const element = parent.createDiv({ cls: 'vault-loom-gap', attr: { role: 'listitem' } });
  const link = element.createEl('a', { cls: 'vault-loom-gap-path', attr: { href: '#', dir: 'auto' } });
  drawRuns(link, path, false);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    openGap(app, path);
  });
  element.createDiv({ cls: 'vault-loom-gap-why', attr: { dir: 'ltr' } });
  return element;
}

function openGap(app: App, path: string): void {
  const file = fileOrNotice(app.vault, path);
  if (file !== null) void openIn(app.workspace.getLeaf('tab'), file, { active: true });
}
