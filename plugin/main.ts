import { join } from 'node:path';
import { FileSystemAdapter, Plugin, apiVersion, type Tasks } from 'obsidian';
import type { EngineHost } from '../shared/engine/engine.ts';
import { MODEL_ADDRESS } from '../shared/embeddings/use/weights/built-in-model.ts';
import { PLUGIN_ID } from '../shared/protocol/discovery.ts';
import type { Companion, CompanionState } from './companion/companion.ts';
import { messageChannelYield } from '../shared/kit/slices.ts';
import { SettingsStore } from './settings/settings-store.ts';
import { VaultLoomSettingTab } from './settings/settings-tab.ts';
import { showStatus } from './views/status-bar.ts';

/** The app makes one of these when the plugin is enabled; it demands a default export. */
export default class VaultLoomPlugin extends Plugin {
  readonly modelAddress = MODEL_ADDRESS;
  readonly settingsStore = new SettingsStore(this, (settings) => this.companion?.apply(settings));
  /** Null until the layout is ready, and if the vault is not a folder on this computer. */
  companion: Companion | null = null;
  #started: Promise<void> = Promise.resolve();
  #unloaded = false;

  /** Registers only: the app is still starting, and reports every file as new until its layout is ready. */
  override onload(): void {
    const tab = new VaultLoomSettingTab(this);
    this.addSettingTab(tab);
    const statusBar = this.addStatusBarItem();
    this.registerEvent(this.app.workspace.on('quit', (tasks: Tasks) => void tasks.addPromise(this.#stop())));
    this.#started = new Promise((resolve) => {
      this.app.workspace.onLayoutReady(() => {
        const onChange = (state: CompanionState): void => {
          showStatus(statusBar, state);
          tab.refresh();
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

  /** The settings file was changed by a sync, or by hand. */
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
    const activeChanged = (): void => void companion.activeChanged();
    this.registerEvent(workspace.on('active-leaf-change', activeChanged));
    this.registerEvent(workspace.on('file-open', activeChanged));
  }

  async #stop(): Promise<void> {
    this.#unloaded = true;
    await this.companion?.stop();
  }
}

/**
 * Evaluates engine and server once the layout is ready, not while the app waits for all its plugins to load: one part at
 * a time, with a turn for the window after each, since together they take longer than a window may freeze.
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
