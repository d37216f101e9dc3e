import type { App, Setting } from 'obsidian';
import type { IndexStatusOutput } from '../../shared/protocol/schemas/maintenance.ts';
import type { Companion } from '../companion/companion.ts';
import type { CompanionState } from '../companion/companion-state.ts';
import type { SettingsStore } from './settings-store.ts';

/** A row's texts and control. Newer versions of the app render the rows, and find them in their search. */
export interface SettingsRow {
  name: string;
  desc: string;
  /** More words to find it by. */
  aliases?: string[];
  render: (setting: Setting) => void;
}

/** Rows under a heading. A new group is a file that makes one, and a line in `settings-tab.ts`. */
export interface SettingsGroup {
  heading: string;
  rows: SettingsRow[];
}

/** What rows show of the running plugin. */
export interface SettingsFacts {
  /** Null until the plugin has started. */
  state: CompanionState | null;
  /** Null until the index is ready. */
  status: IndexStatusOutput | null;
}

/** The plugin and its settings tab, as groups know them. */
export interface SettingsHost {
  readonly app: App;
  readonly pluginVersion: string;
  /** As `MODEL_ADDRESS`. */
  readonly modelAddress: string;
  readonly store: SettingsStore;
  /** Null until the app's layout is ready. */
  companion: () => Companion | null;
  /** Changes the given settings and saves them; tells the person if that fails. Never rejects. */
  save: (changes: Parameters<SettingsStore['change']>[0]) => Promise<void>;
  /** Shows the row's current state: at once, on each change, and once a second while the tab is open. */
  follow: (setting: Setting, show: (facts: SettingsFacts) => void) => void;
  /** Shows something in a row now or, while something is being pressed, which it may move, after its click. */
  show: (task: () => unknown) => void;
  /** Updates all following rows now. */
  refresh: () => void;
}
