import { fork, type ChildProcess } from 'node:child_process';
import { copyFile, cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { bundledApp } from './bundled-app.ts';
import type {
  HostActivity,
  HostCall,
  HostMemory,
  HostOperation,
  HostOptions,
  HostReply,
  HostRequests,
  Pane,
  Said,
  Typed,
} from './messages.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const DIST = join(HERE, '..', '..', 'dist');
const BUILT_PLUGIN = join(DIST, 'plugin');
const BUILT_MODEL = join(DIST, 'model');
const PLUGIN_ID = 'vault-loom';

export interface AppHostOptions extends Partial<Pick<HostOptions, 'configDir' | 'hiddenWindow' | 'viewPace'>> {
  vaultPath: string;
  /** The per-user data folder that the plugin is to use. */
  dataDir: string;
  /** Folder with `main.js`, `manifest.json` and `styles.css`; the built plugin unless given. */
  pluginPath?: string;
  /** Whether the built-in model is next to the plugin, as `install-plugin` puts it; it is unless given. */
  hasModel?: boolean;
}

/**
 * Installs the built plugin in a vault and starts the sandbox app on it, in a process of its own so that the app's
 * globals stay there.
 * @param left an app that has ended by `leave`, whose process is to be used: loading the window's libraries takes most
 *   of a start
 */
export async function startAppHost(options: AppHostOptions, left: AppHost | null = null): Promise<AppHost> {
  const configDir = options.configDir ?? '.obsidian';
  const folder = join(options.vaultPath, configDir, 'plugins', PLUGIN_ID);
  await mkdir(folder, { recursive: true });
  const pluginPath = options.pluginPath ?? BUILT_PLUGIN;
  for (const name of ['main.js', 'manifest.json', 'styles.css']) {
    await copyFile(join(pluginPath, name), join(folder, name)).catch((error: unknown) => {
      throw new Error(`The plugin is not built (npm run build): ${name} is missing`, { cause: error });
    });
  }
  if (options.hasModel !== false) await cp(BUILT_MODEL, folder, { recursive: true, force: false });
  const host = left ?? new AppHost(await appProcess());
  const { vaultPath, dataDir, hiddenWindow = false, viewPace = {} } = options;
  await host.ask('start', { options: { vaultPath, configDir, dataDir, hiddenWindow, viewPace } });
  return host;
}

async function appProcess(): Promise<ChildProcess> {
  return fork(await bundledApp('app/main.ts'), {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** The test's side of the sandbox app. */
export class AppHost {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #lastId = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (reply: HostReply) => this.#take(reply));
    this.#ended = new Promise((resolve) => {
      child.on('exit', (code, signal) => {
        for (const { reject } of this.#waiting.values())
          reject(new Error(`The sandbox app ended (${signal ?? code}).`));
        this.#waiting.clear();
        resolve();
      });
    });
  }

  /**
   * Has the app do something; the input and the answer cross as JSON. Rejects with the typed error of the other side.
   */
  ask<Name extends HostOperation>(operation: Name, input: HostRequests[Name]): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const call: HostCall = { id, operation, input };
      this.#child.send(call, (error) => {
        if (error !== null) this.#take({ id, error: new VaultLoomError('internal', error.message).toBody() });
      });
    });
  }

  async activity(): Promise<HostActivity> {
    return (await this.ask('activity', {})) as HostActivity;
  }

  /** After a collection, which holds the app up for a moment. */
  async memory(): Promise<HostMemory> {
    return (await this.ask('memory', {})) as HostMemory;
  }

  /** Errors that reached the window: what the person would see in the developer console. */
  async windowErrors(): Promise<string[]> {
    return ((await this.ask('notices', {})) as { errors: string[] }).errors;
  }

  async panes(): Promise<Pane[]> {
    return (await this.ask('panes', {})) as Pane[];
  }

  /** Opens a note; resolves to the number of its pane. */
  async openNote(input: HostRequests['openNote']): Promise<number> {
    return (await this.ask('openNote', input)) as number;
  }

  async said(): Promise<Said> {
    return (await this.ask('said', {})) as Said;
  }

  /** Ends the typing that `startTyping` began. */
  async stopTyping(): Promise<Typed> {
    return (await this.ask('stopTyping', {})) as Typed;
  }

  /** Disables the plugin, as the person can in the settings. */
  async unload(): Promise<void> {
    await this.ask('unload', {});
  }

  /** Closes the app, and leaves its process for another. */
  async leave(): Promise<void> {
    await this.ask('leave', {});
  }

  /** Resolves when nothing of an unloaded plugin runs any more. Rejects with what still does after `deadlineMs`. */
  async atRest(deadlineMs = 5_000): Promise<void> {
    const end = performance.now() + deadlineMs;
    for (;;) {
      const { workers, timers, listeners } = await this.activity();
      if (workers + timers + listeners === 0) return;
      if (performance.now() > end) throw new Error(`Still running: ${JSON.stringify({ workers, timers, listeners })}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Ends the app's process at once, as a crash does. */
  async close(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }

  #take(reply: HostReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('error' in reply) waiting?.reject(VaultLoomError.fromBody(reply.error));
    else waiting?.resolve(reply.result);
  }
}
