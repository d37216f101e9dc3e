import { FileSystemAdapter } from './adapter.ts';
import { Events } from './events.ts';
import type { Plugin } from './plugin.ts';
import { Vault } from './vault.ts';

/** The app as plugins see it, as far as this project's plugin looks. */
export class App {
  readonly vault: Vault;
  readonly workspace = new Workspace();
  readonly metadataCache = new Events();
  readonly plugins: { plugins: Record<string, Plugin>; enabledPlugins: Set<string> } = { plugins: {}, enabledPlugins: new Set() };

  constructor(vaultPath: string, configDir: string) {
    this.vault = new Vault(new FileSystemAdapter(vaultPath), configDir);
  }

  get listenerCount(): number {
    return this.vault.listenerCount + this.workspace.listenerCount + this.metadataCache.listenerCount;
  }
}

export class Workspace extends Events {
  layoutReady = false;
  #waiting: (() => unknown)[] = [];

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) callback();
    else this.#waiting.push(callback);
  }

  setLayoutReady(): void {
    this.layoutReady = true;
    for (const callback of this.#waiting.splice(0)) callback();
  }
}
