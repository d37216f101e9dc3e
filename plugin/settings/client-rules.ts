import { Setting, type DropdownComponent } from 'obsidian';
import { REVIEW_MODES, type ReviewMode } from '../../shared/protocol/review.ts';
import type { Companion } from '../companion/companion.ts';
import { KeyedList } from '../views/elements/keyed-list.ts';
import { clientWords } from '../views/words/client-words.ts';
import { setTwoLines } from '../views/words/draw-words.ts';
import { plainWords } from '../views/words/said.ts';
import { isSameClient } from '../../shared/protocol/client-claim.ts';
import {
  clientRules,
  earlierClients,
  forget,
  withoutRule,
  type ClientRule,
  type EarlierAct,
} from './client-rule-list.ts';
import type { SettingsHost } from './settings-group.ts';
import { showInRow } from './show-in-row.ts';
import { WORDS } from './settings-words.ts';

interface Controls {
  dropdown: DropdownComponent;
  forgetEl: HTMLElement;
}

/**
 * Shows what happens before each client writes: those with a level of their own, and those that have asked, now or
 * earlier.
 */
export function renderClientRules(setting: Setting, host: SettingsHost, modes: Record<ReviewMode, string>): void {
  const { store, companion } = host;
  const controls = new WeakMap<HTMLElement, Controls>();
  const change = async (client: string, mode: ReviewMode): Promise<void> => {
    const others = withoutRule(store.current.reviewClients, client);
    await host.save({ reviewClients: [...others, { client, mode }] });
    host.refresh();
  };
  const remove = async (client: string): Promise<void> => {
    const { reviewClients, forgottenClients } = store.current;
    await host.save({
      reviewClients: withoutRule(reviewClients, client),
      forgottenClients: forget(forgottenClients, client, Date.now()),
    });
    host.refresh();
  };
  let earlier: readonly EarlierAct[] | null = null;
  /** Asks once; until there is an answer, or if there is none, only the clients of this run are listed. */
  const askEarlier = async (running: Companion): Promise<void> => {
    earlier = [];
    const history = await running.history();
    const [changes, readings] = await Promise.all([history.entries(), history.readings()]);
    earlier = [...changes, ...readings].sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
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
      setTwoLines(row.nameEl, WORDS.beforeClient(name));
      row.addDropdown((dropdown) => {
        dropdown.selectEl.setAttribute('aria-label', plainWords(WORDS.beforeClient(name)));
        dropdown
          .addOptions({ ...modes, write: WORDS.asAbove })
          .onChange((value) => change(client, REVIEW_MODES.find((mode) => mode === value) ?? 'ask-always'));
        row.addButton((button) => {
          button
            .setIcon('trash-2')
            .setTooltip(WORDS.forgetClient(name))
            .onClick(() => remove(client));
          controls.set(row.settingEl, { dropdown, forgetEl: button.buttonEl });
        });
      });
      return row.settingEl;
    },
    update: (element, { client, mode }) => {
      const own = controls.get(element);
      if (own === undefined) return;
      const value = mode ?? 'write';
      if (own.dropdown.getValue() !== value) own.dropdown.setValue(value);
      own.forgetEl.toggle(mode !== null || !hasAsked(companion(), client));
    },
  });
  host.follow(setting, () => {
    const running = companion();
    if (earlier === null && running !== null) void askEarlier(running).catch(() => undefined);
    const { reviewClients, forgottenClients } = store.current;
    const known = [...askedBy(running), ...earlierClients(earlier ?? [], forgottenClients)];
    const rules = clientRules(reviewClients, known);
    setting.setDesc(rules.length === 0 ? WORDS.noClients : WORDS.aboutEachClient);
    showInRow({ list, listEl, rowEl: setting.settingEl, control: 'select' }, rules);
  });
}

/** The clients that have asked in this run of the app. */
function askedBy(running: Companion | null): string[] {
  if (running === null) return [];
  return [...running.clients().map(({ name }) => name), ...running.review.items.map(({ client }) => client)];
}

function hasAsked(running: Companion | null, client: string): boolean {
  return askedBy(running).some((name) => isSameClient(name, client));
}
