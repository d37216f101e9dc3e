import { watch, type FSWatcher } from 'node:fs';
import { reportToWindow } from '../util/events.ts';
import { nodeTimers } from '../realm/timers.ts';
import type { Vault } from '../vault/vault.ts';
import type { Plugin } from './plugin.ts';
import type { PluginManifest } from './plugin-app.ts';

const QUIET_MS = 50;

interface Watched {
  watcher: FSWatcher;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Tells a plugin when its `data.json` was changed by another hand, such as a sync tool. */
export class DataWatch {
  readonly #vault: Vault;
  readonly #watched = new Map<string, Watched>();
  /** What each plugin last wrote, or was last found to have. */
  readonly #known = new Map<string, string | null>();

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Watches only plugins that want to know. */
  add(plugin: Plugin): void {
    const { id, dir } = plugin.manifest;
    if (typeof plugin.onExternalSettingsChange !== 'function') return;
    void this.#read(plugin.manifest).then((text) => {
      if (!this.#known.has(id)) this.#known.set(id, text);
    });
    const watcher = watch(this.#vault.adapter.getFullPath(dir), (_event, name) => {
      if (name === null || name === 'data.json') this.#changed(plugin);
    });
    watcher.on('error', () => this.remove(id));
    this.#watched.set(id, { watcher, timer: undefined });
  }

  remove(id: string): void {
    const watched = this.#watched.get(id);
    nodeTimers.clearTimeout(watched?.timer);
    watched?.watcher.close();
    this.#watched.delete(id);
    this.#known.delete(id);
  }

  close(): void {
    for (const id of [...this.#watched.keys()]) this.remove(id);
  }

  async write(manifest: PluginManifest, text: string): Promise<void> {
    this.#known.set(manifest.id, text);
    await this.#vault.adapter.write(`${manifest.dir}/data.json`, text);
  }

  #changed(plugin: Plugin): void {
    const watched = this.#watched.get(plugin.manifest.id);
    if (watched === undefined) return;
    nodeTimers.clearTimeout(watched.timer);
    watched.timer = nodeTimers.setTimeout(() => void this.#compare(plugin).catch(reportToWindow), QUIET_MS);
  }

  async #compare(plugin: Plugin): Promise<void> {
    const { id } = plugin.manifest;
    const text = await this.#read(plugin.manifest);
    if (!this.#watched.has(id) || text === null || text === this.#known.get(id)) return;
    this.#known.set(id, text);
    await plugin.onExternalSettingsChange?.();
  }

  async #read(manifest: PluginManifest): Promise<string | null> {
    return this.#vault.adapter.read(`${manifest.dir}/data.json`).catch(() => null);
  }
}
