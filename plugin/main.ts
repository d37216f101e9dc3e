import { join } from 'node:path';
import { FileSystemAdapter, Plugin, apiVersion, type Tasks } from 'obsidian';
import type { EngineHost } from '../shared/engine/engine.ts';
import { PLUGIN_ID } from '../shared/protocol/discovery.ts';
import type { Companion } from './companion/companion.ts';
import type { CompanionState } from './companion/companion-state.ts';
import { messageChannelYield } from '../shared/kit/work/slices.ts';
import { SettingsStore } from './settings/settings-store.ts';
import { VaultLoomSettingTab } from './settings/settings-tab.ts';
import { registerRelated } from './views/related/register-related.ts';
import { showStatus } from './views/status-bar.ts';
import type { ViewHost } from './views/view-host.ts';

/** Made by the app, which needs a default export, when the plugin is enabled. */
export default class VaultLoomPlugin extends Plugin {
  readonly settingsStore = new SettingsStore(this, (settings) => {
    this.companion?.apply(settings);
    this.#tellViews();
  });
  /** Null until the layout is ready, and if the vault is not a folder on this computer. */
  companion: Companion | null = null;
  #started: Promise<void> = Promise.resolve();
  #unloaded = false;
  readonly #viewListeners = new Set<() => void>();

  /** Only registers: until its layout is ready, the app is still loading, and reports every file as new. */
  override onload(): void {
    const tab = new VaultLoomSettingTab(this);
    this.addSettingTab(tab);
    const statusBar = this.addStatusBarItem();
    registerRelated(this, this.#viewHost());
    this.registerEvent(this.app.workspace.on('quit', (tasks: Tasks) => void tasks.addPromise(this.#stop())));
    this.#started = new Promise((resolve) => {
      this.app.workspace.onLayoutReady(() => {
        const onChange = (state: CompanionState): void => {
          showStatus(statusBar, state);
          tab.refresh();
          this.#tellViews();
        };
        void this.#start(onChange).then(resolve, (error: unknown) => {
          console.error('Vault Loom could not start:', error);
          resolve();
        });
      });
    });
  }

  override onunload(): void {
    void this.#stop();
  }

  /** Called when a sync, or the person, has changed the settings file. */
  override onExternalSettingsChange(): void {
    void this.settingsStore.load();
  }

  /** The engine, once the app's layout is ready; it may still be indexing. */
  async engine(): Promise<EngineHost | null> {
    await this.#started;
    return (await this.companion?.engine()) ?? null;
  }

  async #start(onChange: (state: CompanionState) => void): Promise<void> {
    await this.settingsStore.load();
    const { Companion } = await evaluateCompanion();
    if (this.#unloaded) return;
    const { vault, workspace } = this.app;
    const { adapter } = vault;
    if (!(adapter instanceof FileSystemAdapter)) throw new Error('the vault is not a folder on this computer');
    const companion = Companion.start({
      app: this.app,
      appVersion: apiVersion,
      pluginVersion: this.manifest.version,
      basePath: adapter.getBasePath(),
      pluginFolder: join(adapter.getBasePath(), vault.configDir, 'plugins', PLUGIN_ID),
      settings: this.settingsStore.current,
      onChange,
    });
    this.companion = companion;
    this.#tellViews();
    const activeChanged = (): void => void companion.activeChanged();
    this.registerEvent(workspace.on('active-leaf-change', activeChanged));
    this.registerEvent(workspace.on('file-open', activeChanged));
  }

  #viewHost(): ViewHost {
    return {
      companion: () => this.companion,
      settings: () => this.settingsStore.current,
      changeSettings: (changes) => this.settingsStore.change(changes),
      onChange: (listener) => {
        this.#viewListeners.add(listener);
        return () => this.#viewListeners.delete(listener);
      },
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

/**
 * Evaluates engine and server part by part, with a turn for the window after each: together they would freeze it too
 * long. Called when the layout is ready, so that the app does not wait for it while loading.
 */
async function evaluateCompanion(): Promise<{ Companion: typeof Companion }> {
  const yieldToLoop = messageChannelYield();
  for (const part of [
    () => import('../shared/protocol/http.ts'),
    () => import('express'),
    () => import('../shared/engine/local-engine.ts'),
  ]) {
    await part();
    await yieldToLoop();
  }
  return import('./companion/companion.ts');
}
