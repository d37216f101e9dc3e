import type { Cli } from './cli.ts';
import type { Commands } from '../commands/commands.ts';
import type { Realm } from '../realm/enter-realm.ts';
import type { SettingTab } from '../ui/settings/setting-tab.ts';
import type { Vault } from '../vault/vault.ts';
import type { ViewRegistry } from '../workspace/view-registry.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface PluginManifest {
  id: string;
  name: string;
  version: string;
  minAppVersion?: string;
  description?: string;
  author?: string;
  authorUrl?: string;
  isDesktopOnly?: boolean;
  /** Vault-relative folder that the plugin lies in. */
  dir: string;
}

/** The app as plugins register with it. */
export interface PluginApp {
  readonly realm: Realm;
  readonly vault: Vault;
  readonly workspace: Workspace;
  readonly viewRegistry: ViewRegistry;
  readonly commands: Commands;
  readonly cli: Cli;
  readonly setting: { addSettingTab(tab: SettingTab): void; removeSettingTab(tab: SettingTab): void };
  readonly plugins: { saveDataOf(manifest: PluginManifest, data: unknown): Promise<void> };
  readonly codeBlockLanguages: Set<string>;
}
