import { join } from 'node:path';
import { FileSystemAdapter, Plugin, apiVersion, type Tasks } from 'obsidian';
import type { EngineHost } from '../shared/engine/engine.ts';
import { MODEL_ADDRESS } from '../shared/embeddings/use/weights/built-in-model.ts';
import type { Companion } from './companion/companion.ts';
import type { CompanionState } from './companion/companion-state.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import type { VaultLoomSettingTab } from './settings/settings-tab.ts';
import { registerActivity } from './views/activity/register-activity.ts';
import { registerMap } from './views/map/register-map.ts';
import { registerRelated } from './views/related/register-related.ts';
import { registerReview } from './views/review/register-review.ts';
import { openSearch } from './views/search/open-search.ts';
import { WORDS as SEARCH_WORDS } from './views/search/search-words.ts';
import { showStatus } from './views/status-bar.ts';
import type { ScreenSettings, ViewHost } from './views/view-host.ts';

interface SettingTab {
  tab: VaultLoomSettingTab;
  store: SettingsStore;
}

/** What screens go by until the settings are read. */
const UNREAD_SETTINGS: ScreenSettings = { embedder: 'use', hidesLinked: false, keepsReadingLog: true, notRelated: [] };

/** Made by the app, which needs a default export, when the plugin is enabled. */
export default class VaultLoomPlugin extends Plugin {
  readonly modelAddress = MODEL_ADDRESS;
  /** Null until the layout is ready. */
  settingsStore: SettingsStore | null = null;
  /** Null until the layout is ready, and if the vault is not a folder on this computer. */
  companion: Companion | null = null;
  #started: Promise<void> = Promise.resolve();
  #settingTabAdded: Promise<SettingTab | null> = Promise.resolve(null);
  #unloaded = false;
  /** Called after each change of the companion's state or of the settings. */
  readonly #viewListeners = new Set<() => void>();
  readonly #moveListeners = new Set<(from: string, to: string) => void>();
  readonly #ruleListeners = new Set<() => void>();

  /**
   * Only registers: until its layout is ready, the app is still loading, and reports every file as new. If the plugin
   * is enabled later, this returns once the settings have their tab, since the app then offers to open it.
   */
  override async onload(): Promise<void> {
    const statusBar = this.addStatusBarItem();
    this.#addSearch();
    registerRelated(this, this.#viewHost());
    registerMap(this, this.#viewHost());
    registerActivity(this, this.#viewHost());
    registerReview(this, this.#viewHost());
    this.registerEvent(this.app.workspace.on('quit', (tasks: Tasks) => void tasks.addPromise(this.#stop())));
    this.#started = new Promise((resolve) => {
      this.app.workspace.onLayoutReady(() => {
        this.#settingTabAdded = this.#addSettingTab();
        void this.#start(statusBar).then(resolve, (error: unknown) => {
          console.error('Vault Loom could not start:', error);
          resolve();
        });
      });
    });
    // If it cannot be added, starting fails and says so.
    await this.#settingTabAdded.catch(() => null);
  }

  override onunload(): void {
    void this.#stop();
  }

  /** Called when a sync, or the person, has changed the settings file. */
  override onExternalSettingsChange(): void {
    void this.settingsStore?.load();
  }

  /** The engine, once the app's layout is ready; it may still be indexing. */
  async engine(): Promise<EngineHost | null> {
    await this.#started;
    return (await this.companion?.engine()) ?? null;
  }

  #addSearch(): void {
    const search = openSearch({ ...this.#viewHost(), app: this.app });
    this.register(search.close);
    this.addCommand({ id: 'search', name: SEARCH_WORDS.command, callback: search.open });
    this.addRibbonIcon('text-search', SEARCH_WORDS.command, search.open);
  }

  async #addSettingTab(): Promise<SettingTab | null> {
    const { SettingsStore, settingsFileOf } = await import('./settings/settings-store.ts');
    const { VaultLoomSettingTab } = await import('./settings/settings-tab.ts');
    if (this.#unloaded) return null;
    const store = new SettingsStore(settingsFileOf(this), (settings) => {
      this.companion?.apply(settings);
      this.#tellViews();
    });
    this.settingsStore = store;
    const tab = new VaultLoomSettingTab(this, store);
    this.addSettingTab(tab);
    return { tab, store };
  }

  async #start(statusBar: HTMLElement): Promise<void> {
    const added = await this.#settingTabAdded;
    if (added === null) return;
    const { tab, store } = added;
    await store.load();
    const { followFolders } = await import('./settings/folders/follow-folders.ts');
    if (this.#unloaded) return;
    followFolders(this, store, this.#viewHost());
    const { Companion } = await evaluateCompanion();
    if (this.#unloaded) return;
    const onChange = (state: CompanionState): void => {
      showStatus(statusBar, state);
      tab.refresh();
      this.#tellViews();
    };
    const { vault, workspace } = this.app;
    const { adapter } = vault;
    if (!(adapter instanceof FileSystemAdapter)) throw new Error('the vault is not a folder on this computer');
    const companion = Companion.start({
      app: this.app,
      appVersion: apiVersion,
      pluginVersion: this.manifest.version,
      basePath: adapter.getBasePath(),
      pluginFolder: join(adapter.getBasePath(), vault.configDir, 'plugins', this.manifest.id),
      settings: store.current,
      changeSettings: (changes) => store.change(changes),
      onChange,
      onMoved: (moved) => {
        for (const { from, to } of moved) for (const listener of this.#moveListeners) listener(from, to);
      },
      onRulesChanged: () => {
        for (const listener of this.#ruleListeners) listener();
      },
    });
    this.companion = companion;
    this.#tellViews();
    const activeChanged = (): void => void companion.activeChanged();
    this.registerEvent(workspace.on('active-leaf-change', activeChanged));
    this.registerEvent(workspace.on('file-open', activeChanged));
    this.registerEvent(vault.on('rename', ({ path }, from) => companion.renames.add(from, path)));
    const { registerCli } = await import('./cli/register-cli.ts');
    if (this.#unloaded) return;
    registerCli(this, { app: this.app, companion: () => this.companion, wantedPort: () => store.current.port });
  }

  #viewHost(): ViewHost {
    return {
      companion: () => this.companion,
      settings: () => this.settingsStore?.current ?? UNREAD_SETTINGS,
      changeSettings: (changes) => this.settingsStore?.change(changes) ?? Promise.resolve(),
      onChange: (listener) => watch(this.#viewListeners, listener),
      onMoved: (listener) => watch(this.#moveListeners, listener),
      onRules: (listener) => watch(this.#ruleListeners, listener),
    };
  }

  #tellViews(): void {
    for (const listener of this.#viewListeners) listener();
  }

  async #stop(): Promise<void> {
    this.#unloaded = true;
    await this.companion?.stop();
  }
}

/** Adds a listener; returns a function that removes it. */
function watch<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Evaluates engine and server, piece by piece. Called when the layout is ready, so that the app does not wait for it
 * while loading.
 */
async function evaluateCompanion(): Promise<{ Companion: typeof Companion }> {
  await import('../shared/protocol/http.ts');
  await import('express');
  const { evaluateEngine } = await import('../shared/engine/evaluate-engine.ts');
  await evaluateEngine();
  return import('./companion/companion.ts');
}
