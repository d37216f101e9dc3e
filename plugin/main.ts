import { FileSystemAdapter, Plugin } from 'obsidian';
import type { EngineHost } from '../shared/engine/engine.ts';
import { createAppEngine, type AppEngine } from './app-engine.ts';

/** The app makes one of these when the plugin is enabled; it demands a default export. */
export default class VaultLoomPlugin extends Plugin {
  #running: Promise<AppEngine> | null = null;
  #unloaded = false;

  /** Registers only: the app is still starting, and reports every file as new until its layout is ready. */
  override onload(): void {
    this.app.workspace.onLayoutReady(() => {
      if (this.#unloaded) return;
      this.#running = this.#start();
      this.#running.catch((error: unknown) => console.error('Vault Loom could not start:', error));
    });
  }

  override onunload(): void {
    this.#unloaded = true;
    void this.#running?.then(({ close }) => close()).catch((error: unknown) => console.error('Vault Loom could not end in order:', error));
  }

  /** The engine, once the app's layout is ready; it may still be indexing. */
  async engine(): Promise<EngineHost | null> {
    return this.#running === null ? null : (await this.#running).engine;
  }

  async #start(): Promise<AppEngine> {
    const { adapter } = this.app.vault;
    if (!(adapter instanceof FileSystemAdapter)) throw new Error('the vault is not a folder on this computer');
    const running = await createAppEngine(this.app.vault, adapter.getBasePath());
    void running.engine.start();
    return running;
  }
}
