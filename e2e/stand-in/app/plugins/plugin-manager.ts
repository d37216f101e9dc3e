import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Notice } from '../ui/notice.ts';
import { reportToWindow } from '../util/events.ts';
import { DataWatch } from './data-watch.ts';
import { Plugin } from './plugin.ts';
import type { PluginApp, PluginManifest } from './plugin-app.ts';

/** The community plugins: what is installed, what is on. */
export class PluginManager {
  plugins: Record<string, Plugin> = {};
  manifests: Record<string, PluginManifest> = {};
  enabledPlugins = new Set<string>();
  updates: Record<string, unknown> = {};
  loadingPluginId: string | null = null;
  /**
   * What loading each plugin took, in milliseconds, as the app lists it: reading and running `main.js`, and `onload`.
   */
  readonly loadMs = new Map<string, number>();
  /** What plugins get as `require`. */
  require: (name: string) => unknown = () => {
    throw new Error('The sandbox is not started.');
  };
  readonly #app: PluginApp;
  readonly #dataWatch: DataWatch;
  /** Why the last attempt to enable a plugin failed, by id. */
  readonly #failures = new Map<string, unknown>();

  constructor(app: PluginApp) {
    this.#app = app;
    this.#dataWatch = new DataWatch(app.vault);
  }

  getPluginFolder(): string {
    return `${this.#app.vault.configDir}/plugins`;
  }

  isEnabled(): boolean {
    return true;
  }

  getPlugin(id: string): Plugin | null {
    return this.plugins[id] ?? null;
  }

  /**
   * Enables what is given, or what `community-plugins.json` names and is installed; one that fails does not keep the
   * others from starting.
   */
  async initialize(ids: string[] | null): Promise<void> {
    await this.loadManifests();
    const named = ids ?? (await this.#readEnabled());
    for (const id of named) {
      if (this.manifests[id] === undefined && ids === null) continue;
      this.enabledPlugins.add(id);
      await this.#load(id);
    }
  }

  async loadManifests(): Promise<void> {
    const folder = this.getPluginFolder();
    const { adapter } = this.#app.vault;
    const { folders } = await adapter.list(folder).catch(() => ({ folders: [] }));
    this.manifests = {};
    for (const dir of folders.sort()) await this.loadManifest(dir);
  }

  async loadManifest(dir: string): Promise<void> {
    const manifest = await this.#app.vault.readJson(`${dir}/manifest.json`).catch(() => null);
    if (typeof manifest !== 'object' || manifest === null || !('id' in manifest)) return;
    const known = { ...(manifest as PluginManifest), dir };
    this.manifests[known.id] = known;
  }

  /** Copies a folder with `manifest.json` and `main.js` into the vault's plugins. Resolves to the plugin's id. */
  async install(folder: string): Promise<string> {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as PluginManifest;
    const dir = `${this.getPluginFolder()}/${manifest.id}`;
    const target = this.#app.vault.adapter.getFullPath(dir);
    await mkdir(target, { recursive: true });
    for (const name of ['manifest.json', 'main.js', 'styles.css']) {
      await cp(join(folder, name), join(target, name)).catch((error: unknown) => {
        if (name !== 'styles.css') throw error;
      });
    }
    await this.loadManifest(dir);
    return manifest.id;
  }

  async enablePlugin(id: string): Promise<boolean> {
    this.enabledPlugins.add(id);
    return this.#load(id);
  }

  /** As {@link enablePlugin}; throws what the plugin threw. */
  async enableOrThrow(id: string): Promise<Plugin> {
    if (!(await this.enablePlugin(id)))
      throw this.#failures.get(id) ?? new Error(`The plugin ${id} could not be enabled.`);
    const plugin = this.plugins[id];
    if (plugin === undefined) throw new Error(`The plugin ${id} could not be enabled.`);
    return plugin;
  }

  async enablePluginAndSave(id: string): Promise<boolean> {
    const isEnabled = await this.enablePlugin(id);
    if (isEnabled) this.plugins[id]?.onUserEnable();
    await this.saveConfig();
    return isEnabled;
  }

  async disablePlugin(id: string): Promise<void> {
    this.enabledPlugins.delete(id);
    this.unloadPlugin(id);
  }

  async disablePluginAndSave(id: string): Promise<void> {
    const plugin = this.plugins[id];
    if (plugin !== undefined) plugin._userDisabled = true;
    await this.disablePlugin(id);
    await this.saveConfig();
  }

  unloadPlugin(id: string): void {
    const plugin = this.plugins[id];
    if (plugin === undefined) return;
    Reflect.deleteProperty(this.plugins, id);
    try {
      plugin.unload();
    } catch (error) {
      reportToWindow(error);
    }
    this.#removeStyles(id);
    this.#dataWatch.remove(id);
  }

  unloadAll(): void {
    for (const id of Object.keys(this.plugins)) this.unloadPlugin(id);
    this.#dataWatch.close();
  }

  async saveConfig(): Promise<void> {
    await this.#app.vault.writeJson(this.#listPath, [...this.enabledPlugins]);
  }

  async saveDataOf(manifest: PluginManifest, data: unknown): Promise<void> {
    await this.#dataWatch.write(manifest, JSON.stringify(data, null, 2));
  }

  get #listPath(): string {
    return `${this.#app.vault.configDir}/community-plugins.json`;
  }

  async #readEnabled(): Promise<string[]> {
    const listed = await this.#app.vault.readJson(this.#listPath).catch(() => null);
    return Array.isArray(listed) ? listed.filter((id): id is string => typeof id === 'string') : [];
  }

  async #load(id: string): Promise<boolean> {
    if (this.plugins[id] !== undefined) return true;
    this.#failures.delete(id);
    this.loadingPluginId = id;
    try {
      const began = performance.now();
      const plugin = await this.#make(id);
      const madeMs = performance.now() - began;
      this.plugins[id] = plugin;
      this.#dataWatch.add(plugin);
      await this.#addStyles(plugin);
      const styled = performance.now();
      await plugin.load();
      this.loadMs.set(id, madeMs + performance.now() - styled);
      return true;
    } catch (error) {
      this.#failures.set(id, error);
      this.unloadPlugin(id);
      this.enabledPlugins.delete(id);
      console.error(`Plugin failure: ${id}`, error);
      new Notice(`Failed to load plugin ${id}`);
      return false;
    } finally {
      this.loadingPluginId = null;
    }
  }

  /**
   * The code is the body of a function of three names, so that there is no `__dirname`; its class is the default
   * export.
   */
  async #make(id: string): Promise<Plugin> {
    if (this.manifests[id] === undefined) await this.loadManifests();
    const manifest = this.manifests[id];
    if (manifest === undefined) throw new Error(`There is no plugin ${id} in ${this.getPluginFolder()}.`);
    const path = `${manifest.dir}/main.js`;
    const code = await this.#app.vault.adapter.read(path);
    const module: { exports: { default?: unknown } } = { exports: {} };
    new Function('require', 'module', 'exports', `${code}\n//# sourceURL=plugin:${encodeURIComponent(id)}\n`)(
      this.require,
      module,
      module.exports,
    );
    const PluginClass: unknown = module.exports.default ?? module.exports;
    if (!isPluginClass(PluginClass)) throw new Error(`Failed to load plugin ${id}: no exports detected.`);
    return new PluginClass(this.#app, manifest);
  }

  async #addStyles({ manifest }: Plugin): Promise<void> {
    const css = await this.#app.vault.adapter.read(`${manifest.dir}/styles.css`).catch(() => null);
    if (css === null || css.trim() === '') return;
    for (const { document } of this.#app.realm.windows()) {
      const style = document.createElement('style');
      style.setAttribute('data-plugin', manifest.id);
      style.textContent = css;
      document.head.appendChild(style);
    }
  }

  #removeStyles(id: string): void {
    for (const { document } of this.#app.realm.windows())
      document.head.querySelector(`style[data-plugin="${id}"]`)?.remove();
  }
}

function isPluginClass(value: unknown): value is new (app: PluginApp, manifest: PluginManifest) => Plugin {
  return typeof value === 'function' && value.prototype instanceof Plugin;
}
