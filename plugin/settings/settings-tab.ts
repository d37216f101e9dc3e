import {
  Notice,
  PluginSettingTab,
  requireApiVersion,
  Setting,
  SettingGroup,
  type Plugin,
  type SettingDefinitionItem,
} from 'obsidian';
import { writeProblem } from '../../shared/kit/disk/write-problem.ts';
import type { IndexStatusOutput } from '../../shared/protocol/schemas/maintenance.ts';
import type { Companion } from '../companion/companion.ts';
import { PressHold } from '../views/elements/press-hold.ts';
import { pressOnce } from '../views/elements/press-once.ts';
import { assistantsGroup } from './assistants-group.ts';
import { connectGroup } from './connect/connect-group.ts';
import { excludedGroup } from './excluded-group.ts';
import { indexGroup } from './index-group.ts';
import { meaningGroup } from './meaning-group.ts';
import type { SettingsFacts, SettingsGroup, SettingsHost, SettingsRow } from './settings-group.ts';
import type { SettingsStore } from './settings-store.ts';
import { WORDS } from './settings-words.ts';

/** The plugin, as seen by its settings tab. */
export interface SettingsTabPlugin extends Plugin {
  readonly companion: Companion | null;
  /** As `MODEL_ADDRESS`. */
  readonly modelAddress: string;
}

/** The groups of the tab, in order. */
const GROUPS: readonly ((host: SettingsHost) => SettingsGroup)[] = [
  indexGroup,
  meaningGroup,
  assistantsGroup,
  excludedGroup,
  connectGroup,
];

/** Counts change without an event. */
const REFRESH_EVERY_MS = 1_000;

interface Follower {
  setting: Setting;
  show: (facts: SettingsFacts) => void;
  /** Rows are filled before they are put into the window. */
  wasShown: boolean;
}

/** The plugin's current state, and what a person may want to change. */
export class VaultLoomSettingTab extends PluginSettingTab {
  readonly #plugin: SettingsTabPlugin;
  readonly #groups: readonly SettingsGroup[];
  #followers: Follower[] = [];
  #status: IndexStatusOutput | null = null;
  #isAsking = false;
  #cancelRefresh: () => void = () => undefined;
  /** Rows above may grow: what is pressed would move away. */
  readonly #hold = new PressHold();
  /** What rows have to show besides the facts. */
  #waiting: (() => unknown)[] = [];

  constructor(plugin: SettingsTabPlugin, store: SettingsStore) {
    super(plugin.app, plugin);
    this.#plugin = plugin;
    const host: SettingsHost = {
      app: plugin.app,
      pluginVersion: plugin.manifest.version,
      modelAddress: plugin.modelAddress,
      store,
      companion: () => plugin.companion,
      save: (changes) =>
        store.change(changes).catch((error: unknown) => void new Notice(WORDS.notSaved(writeProblem(error)))),
      follow: (setting, show) => this.#follow({ setting, show, wasShown: false }),
      show: (task) => {
        this.#waiting.push(task);
        this.#show();
      },
      refresh: () => this.refresh(),
    };
    this.#groups = GROUPS.map((make) => make(host));
    plugin.register(() => this.#stopRefreshing());
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    return this.#groups.map(({ heading, rows }) => ({
      type: 'group',
      heading,
      items: rows.map(({ render, ...row }) => ({
        ...row,
        render: (setting: Setting) => this.#render(setting, render),
      })),
    }));
  }

  /** For versions of the app before 1.13. */
  override display(): void {
    this.containerEl.empty();
    for (const { heading, rows } of this.#groups) {
      const addRow = addGroup(this.containerEl, heading);
      for (const { name, desc, render } of rows)
        addRow((setting) => this.#render(setting.setName(name).setDesc(desc), render));
    }
  }

  override hide(): void {
    this.#stopRefreshing();
    super.hide();
  }

  /** Updates the state if the tab is open, and keeps it up to date once the companion runs. */
  refresh(): void {
    this.#refreshLater();
    this.#followers = this.#followers.filter(({ wasShown, setting }) => !wasShown || setting.settingEl.isConnected);
    for (const follower of this.#followers) follower.wasShown = follower.setting.settingEl.isConnected;
    this.#show();
    if (this.#followers.length > 0) void this.#askStatus();
  }

  /** Shows the facts in all rows, or does so once nothing is being pressed. */
  #show(): void {
    this.#hold.run(() => {
      for (const task of this.#waiting.splice(0)) task();
      const facts = this.#facts();
      for (const { show } of this.#followers) show(facts);
    });
  }

  #render(setting: Setting, render: SettingsRow['render']): void {
    this.#hold.watch(setting.settingEl);
    renderRow(setting, render);
  }

  #follow(follower: Follower): void {
    this.#followers.push(follower);
    follower.show(this.#facts());
    this.#refreshLater();
    void this.#askStatus();
  }

  #facts(): SettingsFacts {
    const state = this.#plugin.companion?.state ?? null;
    return { state, status: state?.index === 'ready' ? this.#status : null };
  }

  /** Asks one question at a time, and none while the index is being opened. */
  async #askStatus(): Promise<void> {
    const { companion } = this.#plugin;
    if (this.#isAsking || companion?.state.index !== 'ready') return;
    this.#isAsking = true;
    try {
      this.#status = (await (await companion.engine())?.status()) ?? null;
      this.#show();
    } catch {
      // An engine that is being closed does not answer; the next one will.
    } finally {
      this.#isAsking = false;
    }
  }

  /** Without a companion there is nothing to follow; its first change of state calls {@link refresh}. */
  #refreshLater(): void {
    this.#cancelRefresh();
    const { companion } = this.#plugin;
    if (this.#followers.length === 0 || companion === null) return;
    this.#cancelRefresh = companion.schedule(() => this.refresh(), REFRESH_EVERY_MS);
  }

  #stopRefreshing(): void {
    this.#cancelRefresh();
    this.#followers = [];
  }
}

function renderRow(setting: Setting, render: SettingsRow['render']): void {
  setting.settingEl.addClass('vault-loom-setting');
  // Our texts are English, even if the app's language is not.
  for (const element of [setting.nameEl, setting.descEl]) element.dir = 'ltr';
  // A switch may be pressed twice; in a text, a key may be held down.
  pressOnce(setting.settingEl, 'button, a');
  render(setting);
}

/** Adds a heading; returns what adds a row below it. Versions before 1.11 have no groups. */
function addGroup(parent: HTMLElement, heading: string): (make: (setting: Setting) => void) => void {
  if (requireApiVersion('1.11.0')) {
    const group = new SettingGroup(parent).setHeading(heading);
    return (make) => void group.addSetting(make);
  }
  new Setting(parent).setName(heading).setHeading();
  return (make) => make(new Setting(parent));
}
