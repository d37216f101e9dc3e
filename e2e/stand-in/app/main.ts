import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { VaultLoomError, type ErrorBody } from '../../../shared/protocol/errors.ts';
import type {
  HostActivity,
  HostCall,
  HostMemory,
  HostOperation,
  HostOptions,
  HostReply,
  HostRequests,
  Said,
} from '../messages.ts';
import { bootApp, type SandboxApp } from './boot.ts';
import type { Plugin } from './plugins/plugin.ts';
import { Typist } from './typist.ts';
import { shownNotices } from './ui/notice.ts';

const PLUGIN_ID = 'vault-loom';

interface Running extends SandboxApp {
  plugin: Plugin;
}

/** The parts of the plugin that its settings tab uses. */
interface ChoosingPlugin {
  companion: { chooseEmbedder(embedder: string): Promise<void> } | null;
  settingsStore: { change(changes: { embedder: string }): Promise<void> };
}

let running: Running | null = null;
let typist: Typist | null = null;
const windowErrors: string[] = [];

type Handlers = { [Name in HostOperation]: (input: HostRequests[Name]) => Promise<unknown> };

const handlers: Handlers = {
  start: async ({ options }) => {
    running = await start(options);
    return {};
  },
  unload: async () => {
    const { plugin, app } = theApp();
    await app.plugins.disablePlugin(plugin.manifest.id);
    await app.vault.unload();
    return {};
  },
  leave: async () => {
    await theApp().close();
    [running, typist] = [null, null];
    windowErrors.length = shownNotices.length = 0;
    return {};
  },
  engine: async ({ method, input }) => callEngine(theApp().plugin, method, input),
  writeFile: async ({ path, text }) => {
    const { vault } = theApp().app;
    const file = vault.getFileByPath(path);
    if (file === null) await vault.create(path, text);
    else await vault.modify(file, text);
    return {};
  },
  rename: async ({ path, newPath }) => {
    const { vault } = theApp().app;
    await vault.rename(existing(vault.getAbstractFileByPath(path), path), newPath);
    return {};
  },
  remove: async ({ path }) => {
    const { vault } = theApp().app;
    await vault.delete(existing(vault.getAbstractFileByPath(path), path));
    return {};
  },
  openNote: async (input) => person().open(input),
  type: async ({ pane, text, line }) => person().type(pane, text, line),
  startTyping: async (input) => person().start(input),
  stopTyping: async () => person().stop(),
  save: async ({ pane }) => person().save(pane),
  panes: async () => person().panes(),
  chooseModel: async ({ embedder }) => {
    const { companion, settingsStore } = theApp().plugin as unknown as ChoosingPlugin;
    await companion?.chooseEmbedder(embedder);
    await settingsStore.change({ embedder });
    return {};
  },
  click: async ({ button }) => {
    const found = shownButtons().find((element) => element.textContent === button);
    found?.click();
    return found !== undefined;
  },
  said: async () => said(),
  activity: async () => activity(),
  memory: async () => memory(),
  notices: async () => ({ notices: shownNotices, errors: windowErrors }),
};

process.on('unhandledRejection', (error) => windowErrors.push(String(error instanceof Error ? error.stack : error)));
process.on('uncaughtException', (error) => windowErrors.push(String(error.stack)));
process.on('disconnect', () => process.exit(0));
process.on('message', (call: HostCall) => {
  const handler = handlers[call.operation] as (input: unknown) => Promise<unknown>;
  handler(call.input).then(
    (result) => reply({ id: call.id, result: result ?? null }),
    (error: unknown) => reply({ id: call.id, error: errorBody(error) }),
  );
});

async function start({ vaultPath, configDir, dataDir, hiddenWindow, viewPace }: HostOptions): Promise<Running> {
  process.env.VAULT_LOOM_DATA_DIR = dataDir;
  const sandbox = await bootApp({ vaultPath, configDir, throttleTimers: hiddenWindow, plugins: [PLUGIN_ID], viewPace });
  const plugin = sandbox.app.plugins.plugins[PLUGIN_ID];
  if (plugin === undefined) throw new Error(`The plugin ${PLUGIN_ID} could not be enabled: ${shownNotices.join(' ')}`);
  return { ...sandbox, plugin };
}

async function callEngine(plugin: Plugin, method: string, input: unknown): Promise<unknown> {
  const engine = await (plugin as { engine?: () => Promise<unknown> }).engine?.();
  const call: unknown = (engine as Record<string, unknown> | null | undefined)?.[method];
  if (typeof call !== 'function') throw new Error(`The plugin's engine has no method ${method}`);
  return call.call(engine, input);
}

function said(): Said {
  const { app } = theApp();
  const { setting } = app;
  if (!setting.isOpen) setting.open();
  if (setting.activeTab?.id !== PLUGIN_ID) setting.openTabById(PLUGIN_ID);
  const item = app.dom.statusBarEl.querySelector(`.plugin-${PLUGIN_ID}`);
  return {
    statusBar: item?.textContent ?? '',
    tooltip: item?.getAttribute('aria-label') ?? '',
    settings: setting.activeTab?.containerEl.textContent ?? '',
    buttons: shownButtons().map(({ textContent }) => textContent),
    dialog: [...document.querySelectorAll('.modal-content')].map(({ textContent }) => textContent).at(-1) ?? '',
    notices: shownNotices,
  };
}

function shownButtons(): HTMLButtonElement[] {
  return [...document.querySelectorAll('button')].filter((button) => button.isShown() && !button.disabled);
}

function activity(): HostActivity {
  const { app, realm } = theApp();
  return {
    workers: realm.activeWorkers(),
    timers: realm.timers.count(),
    listeners: app.listenerCount,
    resources: process.getActiveResourcesInfo(),
  };
}

function memory(): HostMemory {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return { liveBytes: heapUsed + external };
}

function person(): Typist {
  return (typist ??= new Typist(theApp().app));
}

function theApp(): Running {
  if (running === null) throw new Error('The app was not started.');
  return running;
}

function existing<T>(file: T | null, path: string): T {
  if (file === null) throw new Error(`There is no ${path} in the app's vault.`);
  return file;
}

function reply(message: HostReply): void {
  process.send?.(message);
}

/** The plugin's bundle has its own `VaultLoomError` class, so the error is told by its method. */
function errorBody(error: unknown): ErrorBody {
  if (error instanceof Error && 'toBody' in error) return (error as VaultLoomError).toBody();
  return new VaultLoomError('internal', String(error instanceof Error ? error.stack : error)).toBody();
}
