import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import type { Schedule } from '../kit/time/schedule.ts';

/** A new folder, by its real path; remove it with {@link removeFolder}. */
export async function temporaryFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'vault-loom-store-')));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Bundles `source`, a module whose imports are relative to this folder, into a script that Node can run. */
export async function buildScript(folder: string, source: string): Promise<string> {
  const file = join(await mkdtemp(join(folder, 'script-')), 'child.mjs');
  await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    outfile: file,
  });
  return file;
}

export interface RunningScript {
  pid: number;
  /** Lines printed so far. */
  lines: string[];
  kill(): void;
  /** Resolves with what it wrote to stderr, once it has ended and its output was read. */
  ended: Promise<string>;
}

export function runScript(file: string, ...args: string[]): RunningScript {
  const child: ChildProcess = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let errors = '';
  if (child.stdout === null || child.stderr === null || child.pid === undefined)
    throw new Error(`cannot start ${file}`);
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return {
    pid: child.pid,
    lines,
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve) => child.on('close', () => resolve(errors))),
  };
}

/** A lock schedule that never fires, as in a sleeping process. */
export const asleep: Schedule = () => () => undefined;

/** A lock whose owner cannot be shown to be dead: it seems to run in another container. */
export function foreignLock(nonce: string): string {
  return JSON.stringify({
    nonce,
    renewals: 3,
    process: { pid: 1, bootId: 'elsewhere', pidNamespace: 'pid:[1]', startTime: '1' },
  });
}

export async function flipBit(file: string, bytes: Uint8Array, bit: number): Promise<void> {
  const changed = bytes.map((byte, place) => (place === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
  await writeFile(file, changed);
}
