import { spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { messageOf } from '../shared/kit/text/message-of.ts';
import { findConfigDir } from '../shared/vault/config-dir.ts';
import { startSandboxProcess, type SandboxProcess } from './driver/sandbox-process.ts';
import { copySampleVault } from './driver/vault-copy.ts';

const PARENT_POLL_MS = 500;

export interface SandboxCommandOptions {
  /** Absolute path of a vault; null: a copy of the sample vault, with the built plugin in it. */
  vault: string | null;
  /** 0: any free port. */
  port: number;
  /** Whether a browser is opened. */
  open: boolean;
  throttleTimers: boolean;
}

/**
 * Runs the sandbox until this process is asked to end or the sandbox has ended. Prints one line of JSON on stdout once
 * it is ready: `{url, vault, pid}`, the pid being that of the process that plays the app's window. Resolves to the exit
 * code.
 */
export async function runSandbox(options: SandboxCommandOptions): Promise<number> {
  const copy = options.vault === null ? await copySampleVault() : null;
  let sandbox: SandboxProcess | null = null;
  let isAskedToEnd = false;
  const end = (): void => {
    if (isAskedToEnd) return;
    isAskedToEnd = true;
    void sandbox?.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  const orphanWatch = process.env.npm_lifecycle_event === undefined ? undefined : whenOrphaned(end);
  try {
    const vaultPath = copy?.path ?? (await realpath(options.vault ?? ''));
    const configDir = (await findConfigDir(vaultPath)) ?? '.obsidian';
    sandbox = await startSandboxProcess({
      vaultPath,
      configDir,
      port: options.port,
      throttleTimers: options.throttleTimers,
    });
    if (!isAskedToEnd) {
      process.stdout.write(`${JSON.stringify({ url: sandbox.url, vault: vaultPath, pid: sandbox.pid })}\n`);
      if (options.open) openInBrowser(sandbox.url);
    } else void sandbox.close();
    return (await sandbox.ended) === 0 ? 0 : 1;
  } catch (error) {
    console.error(`The sandbox could not be started: ${messageOf(error)}`);
    return 1;
  } finally {
    clearInterval(orphanWatch);
    await copy?.remove();
  }
}

/** A signal that ends npm does not reach its child process, which only sees its parent change. */
function whenOrphaned(end: () => void): ReturnType<typeof setInterval> {
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) end();
  }, PARENT_POLL_MS);
}

function openInBrowser(url: string): void {
  const [command, ...args] = { darwin: ['open', url], win32: ['cmd', '/c', 'start', '', url] }[
    process.platform as string
  ] ?? ['xdg-open', url];
  const child = spawn(command ?? '', args, { stdio: 'ignore', detached: true });
  child.on('error', () => console.error(`No browser could be opened. The sandbox is at ${url}`));
  child.unref();
}
