import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { bundledApp } from '../stand-in/bundled-app.ts';
import type { RendererCall, RendererCalls, RendererOptions, RendererReply } from '../stand-in/mirror/renderer-calls.ts';

export interface SandboxProcessOptions extends Partial<Omit<RendererOptions, 'vaultPath'>> {
  vaultPath: string;
  /** The per-user folder that plugins are to use for data and settings; the person's own unless given. */
  dataDir?: string;
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** Starts the sandbox on a vault, in its own process. What it prints goes to stderr. */
export async function startSandboxProcess({
  vaultPath,
  dataDir,
  configDir = '.obsidian',
  throttleTimers = false,
  withoutRights = false,
  port = 0,
}: SandboxProcessOptions): Promise<SandboxProcess> {
  const child = fork(await bundledApp('mirror/renderer.ts'), {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '', ...(dataDir !== undefined && ownFolders(dataDir)) },
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const sandbox = new SandboxProcess(child);
  try {
    const { url } = (await sandbox.ask('start', {
      vaultPath,
      configDir,
      throttleTimers,
      withoutRights,
      port,
    })) as { url: string };
    sandbox.url = url;
    return sandbox;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

function ownFolders(folder: string): Record<string, string> {
  return { VAULT_LOOM_DATA_DIR: folder, VAULT_LOOM_CONFIG_DIR: join(folder, 'config') };
}

export class SandboxProcess {
  /** Where its main window is shown. */
  url = '';
  /** Resolves to the exit code when the process has ended; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (reply: RendererReply) => this.#take(reply));
    const kill = (): unknown => child.kill('SIGKILL');
    process.on('exit', kill);
    this.ended = new Promise((resolve) => {
      child.on('exit', (code, signal) => {
        process.off('exit', kill);
        for (const { reject } of this.#waiting.values()) reject(new Error(`The sandbox ended (${signal ?? code}).`));
        this.#waiting.clear();
        resolve(code);
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  ask<Name extends keyof RendererCalls>(name: Name, input: RendererCalls[Name]): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.send({ id, name, input } as RendererCall, (error) => {
        if (error !== null) this.#take({ id, error: error.message });
      });
    });
  }

  /** Ends it cleanly, or by force if it does not answer within `deadlineMs`. */
  async close(deadlineMs = 10_000): Promise<void> {
    const force = setTimeout(() => this.#child.kill('SIGKILL'), deadlineMs);
    if (this.#child.connected) this.ask('close', {}).catch(() => this.#child.kill('SIGKILL'));
    await this.ended;
    clearTimeout(force);
  }

  #take(reply: RendererReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('error' in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.result);
  }
}
