import type { Setting } from 'obsidian';
import { describeServer } from '../views/describe-state.ts';
import { ago } from './ago.ts';
import { clientWords } from '../views/words/client-words.ts';
import { setWords } from '../views/words/draw-words.ts';
import { said } from '../views/words/said.ts';
import { renderPort } from './port-row.ts';
import { renderReadingLog } from './reading-log-row.ts';
import { writingRows } from './writing-rows.ts';
import type { SettingsGroup, SettingsHost } from './settings-group.ts';
import { WORDS } from './settings-words.ts';

/** How assistants reach the plugin, and which of them have. */
export function assistantsGroup(host: SettingsHost): SettingsGroup {
  return {
    heading: WORDS.assistants,
    rows: [
      { name: WORDS.server, desc: WORDS.aboutServer, render: (row) => renderServer(row, host) },
      { name: WORDS.port, desc: WORDS.aboutPort, render: (row) => renderPort(row, host) },
      { name: WORDS.connected, desc: WORDS.aboutConnected, render: (row) => renderConnected(row, host) },
      ...writingRows(host),
      { name: WORDS.readingLog, desc: WORDS.aboutReadingLog, render: (row) => renderReadingLog(row, host) },
    ],
  };
}

function renderServer(setting: Setting, { store, follow }: SettingsHost): void {
  follow(setting, ({ state }) => {
    const server = state?.server;
    setting.setDesc(describeServer(state, store.current.port));
    const isUnheard = typeof server === 'object' && (server.port === null || server.isUntold === true);
    setting.settingEl.toggleClass('vault-loom-setting-failed', isUnheard);
  });
}

function renderConnected(setting: Setting, { companion, follow }: SettingsHost): void {
  const listEl = setting.settingEl.createEl('ul', { cls: 'vault-loom-connected', attr: { dir: 'ltr' } });
  follow(setting, () => {
    const clients = companion()?.clients() ?? [];
    setting.setDesc(clients.length === 0 ? WORDS.noneConnected : WORDS.aboutConnected);
    const now = Date.now();
    const items = [...listEl.querySelectorAll('li')];
    for (const [i, { name, lastSeen }] of clients.entries())
      setWords(items[i] ?? listEl.createEl('li'), said('{}, {}', clientWords(name), [ago(lastSeen, now)]));
    for (const item of items.slice(clients.length)) item.remove();
  });
}
