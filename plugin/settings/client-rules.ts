import { Setting, type DropdownComponent } from 'obsidian';
import { REVIEW_MODES, type ReviewMode } from '../../shared/protocol/review.ts';
import { KeyedList } from '../views/keyed-list.ts';
import { clientWords } from '../views/words/client-words.ts';
import { drawWords } from '../views/words/draw-words.ts';
import { plainWords } from '../views/words/said.ts';
import { clientRules, withoutRule, type ClientRule } from './client-rule-list.ts';
import type { SettingsHost } from './settings-group.ts';
import { WORDS } from './settings-words.ts';

interface Controls {
  dropdown: DropdownComponent;
  forgetEl: HTMLElement;
}

/** Shows what happens before each client writes: those with a level of their own, and those that have asked. */
export function renderClientRules(setting: Setting, host: SettingsHost, modes: Record<ReviewMode, string>): void {
  const { store, companion } = host;
  const controls = new WeakMap<HTMLElement, Controls>();
  const change = async (client: string, mode: ReviewMode | null): Promise<void> => {
    const others = withoutRule(store.current.reviewClients, client);
    await host.save({ reviewClients: mode === null ? others : [...others, { client, mode }] });
    host.refresh();
  };
  const listEl = setting.settingEl.createDiv('vault-loom-clients');
  const list = new KeyedList<ClientRule>(listEl, {
    keyOf: ({ client }) => client,
    create: ({ client }, parent) => {
      const name = clientWords(client);
      const row = new Setting(parent);
      row.settingEl.addClass('vault-loom-setting');
      row.nameEl.dir = 'ltr';
      drawWords(row.nameEl, WORDS.beforeClient(name));
      row.addDropdown((dropdown) => {
        dropdown.selectEl.setAttribute('aria-label', plainWords(WORDS.beforeClient(name)));
        dropdown
          .addOptions({ ...modes, write: WORDS.asAbove })
          .onChange((value) => change(client, REVIEW_MODES.find((mode) => mode === value) ?? 'ask-always'));
        row.addExtraButton((button) => {
          button
            .setIcon('trash-2')
            .setTooltip(WORDS.forgetClient(name))
            .onClick(() => change(client, null));
          controls.set(row.settingEl, { dropdown, forgetEl: button.extraSettingsEl });
        });
      });
      return row.settingEl;
    },
    update: (element, { mode }) => {
      const own = controls.get(element);
      if (own === undefined) return;
      const value = mode ?? 'write';
      if (own.dropdown.getValue() !== value) own.dropdown.setValue(value);
      own.forgetEl.toggle(mode !== null);
    },
  });
  host.follow(setting, () => {
    const running = companion();
    const asked = [
      ...(running?.clients() ?? []).map(({ name }) => name),
      ...(running?.review.items ?? []).map(({ client }) => client),
    ];
    const rules = clientRules(store.current.reviewClients, asked);
    setting.setDesc(rules.length === 0 ? WORDS.noClients : WORDS.aboutEachClient);
    list.show(rules);
  });
}
