import type { DOMWindow } from 'jsdom';
import moment from 'moment';
import { App } from './app.ts';
import { obsidianModule } from './obsidian-module.ts';
import type { Plugin } from './plugins/plugin.ts';
import { electronStub } from './realm/electron-stub.ts';
import { createPluginRequire } from './realm/plugin-require.ts';
import { enterRealm, type Realm } from './realm/enter-realm.ts';
import type { ViewPace } from './views/view-pace.ts';

export interface BootOptions {
  /** Absolute path of the vault's folder. */
  vaultPath: string;
  /** The configuration folder; `.obsidian` unless given. */
  configDir?: string;
  /** Timers fire once a second at most, as in a hidden window. */
  throttleTimers?: boolean;
  /** Ids of the installed plugins to enable; what the vault's `community-plugins.json` names unless given. */
  plugins?: string[];
  /** How views keep time, where it is not the app's own pace. */
  viewPace?: Partial<ViewPace>;
}

/** A running sandbox. One at a time in a process: the process is its window. */
export interface SandboxApp {
  app: App;
  realm: Realm;
  /** The main window. `globalThis` has its names. */
  window: DOMWindow;
  document: Document;
  /** All open windows, the main one first; pop-outs have documents of their own. */
  windows(): DOMWindow[];
  /** Copies a plugin's folder into the vault's, as installing it does. Resolves to its id. */
  loadPlugin(folder: string): Promise<string>;
  enablePlugin(id: string): Promise<Plugin>;
  disablePlugin(id: string): Promise<void>;
  /** Resolves when the sandbox has taken in what happened: files, metadata, rendering. Plugins may still be at work. */
  settle(): Promise<void>;
  /** Ends plugins, watchers and timers, and gives the process its own globals back. */
  close(): Promise<void>;
}

/**
 * Starts the sandbox on a vault in this process: the window, the plugins, an event for every file, the metadata, and
 * then the layout, in the order in which the app starts.
 */
export async function bootApp(options: BootOptions): Promise<SandboxApp> {
  const realm = await enterRealm({ hiddenWindow: options.throttleTimers ?? false });
  const app = new App({
    vaultPath: options.vaultPath,
    configDir: options.configDir ?? '.obsidian',
    realm,
    viewPace: options.viewPace,
  });
  app.plugins.require = createPluginRequire(obsidianModule);
  // Libraries of plugins take these from the window.
  Object.assign(globalThis, {
    require: createPluginRequire(null),
    electron: electronStub,
    moment,
    i18next: { language: 'en', t: (key: string) => key },
  });
  await app.start(options.plugins ?? null);
  return {
    app,
    realm,
    window: realm.window,
    document: realm.document,
    windows: () => realm.windows(),
    loadPlugin: (folder) => app.plugins.install(folder),
    enablePlugin: (id) => app.plugins.enableOrThrow(id),
    disablePlugin: async (id) => {
      await app.plugins.disablePlugin(id);
    },
    settle: () => app.settle(),
    close: async () => {
      await app.close();
      await realm.leave();
    },
  };
}
