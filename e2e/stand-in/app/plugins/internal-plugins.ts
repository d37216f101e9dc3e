import type { TAbstractFile } from '../vault/files.ts';
import type { Vault } from '../vault/vault.ts';
import { FILE_EXPLORER } from '../workspace/view-registry.ts';

interface InternalPlugin {
  id: string;
  enabled: boolean;
  instance: { id: string; name: string; options: Record<string, unknown>; [member: string]: unknown };
  views: Record<string, unknown>;
  enable(): Promise<void>;
  disable(): Promise<void>;
}

/** The app's own plugins by id, and whether the app has them on where `core-plugins.json` says nothing. */
const KNOWN: Record<string, boolean> = {
  'audio-recorder': false,
  backlink: true,
  bases: true,
  bookmarks: true,
  canvas: true,
  'command-palette': true,
  'daily-notes': true,
  'editor-status': true,
  'file-explorer': true,
  'file-recovery': true,
  'global-search': true,
  graph: true,
  'markdown-importer': false,
  'note-composer': true,
  'outgoing-link': true,
  outline: true,
  'page-preview': true,
  properties: false,
  publish: false,
  'random-note': false,
  slides: false,
  'slash-command': false,
  switcher: true,
  sync: true,
  'tag-pane': true,
  templates: true,
  webviewer: false,
  'word-count': true,
  workspaces: false,
  'zk-prefixer': false,
};

/**
 * The app's own plugins, as far as others ask whether they are on. The sandbox has of their views the file explorer
 * alone; a plugin is on when `core-plugins.json` says so, or where it says nothing and the app would have it on. Bases
 * are there only by name.
 */
export class InternalPlugins {
  readonly plugins: Record<string, InternalPlugin> = {};
  readonly #vault: Vault;
  readonly #reveal: (file: TAbstractFile) => void;

  /** `reveal` shows a file in the file explorer. */
  constructor(vault: Vault, reveal: (file: TAbstractFile) => void) {
    this.#vault = vault;
    this.#reveal = reveal;
    for (const [id, enabled] of Object.entries(KNOWN)) this.plugins[id] = this.#make(id, enabled);
  }

  async load(): Promise<void> {
    Object.assign(this.plugins[FILE_EXPLORER]?.instance ?? {}, { revealInFolder: this.#reveal });
    const stored = await this.#vault.readJson(`${this.#vault.configDir}/core-plugins.json`).catch(() => null);
    if (typeof stored !== 'object' || stored === null) return;
    for (const plugin of Object.values(this.plugins)) {
      const said: unknown = Array.isArray(stored) ? stored.includes(plugin.id) : Reflect.get(stored, plugin.id);
      if (typeof said === 'boolean') plugin.enabled = said;
    }
  }

  getPluginById(id: string): InternalPlugin | null {
    return this.plugins[id] ?? null;
  }

  /** What the plugin offers, null while it is off. */
  getEnabledPluginById(id: string): InternalPlugin['instance'] | null {
    const plugin = this.plugins[id];
    return plugin?.enabled === true ? plugin.instance : null;
  }

  #make(id: string, enabled: boolean): InternalPlugin {
    const plugin: InternalPlugin = {
      id,
      enabled,
      instance: { id, name: id, options: {} },
      views: {},
      enable: async () => {
        plugin.enabled = true;
      },
      disable: async () => {
        plugin.enabled = false;
      },
    };
    return plugin;
  }
}
