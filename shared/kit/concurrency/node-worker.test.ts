import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { WorkerHandle } from './spawn-worker.ts';
import { spawnNodeWorker } from './node-worker.ts';

const answerOf = (worker: WorkerHandle): Promise<unknown> =>
  new Promise((resolve, reject) => {
    worker.onMessage(resolve);
    worker.onError(reject);
  });

/** The nice value of each thread of this process: field 19 of its `stat`, whose second, a name, may hold spaces. */
async function threadPriorities(): Promise<number[]> {
  const stats = (await readdir('/proc/self/task')).map((thread) => readFile(`/proc/self/task/${thread}/stat`, 'utf8'));
  return (await Promise.all(stats)).map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]));
}

describe('spawnNodeWorker', () => {
  it('passes messages both ways, and moves what is transferred', async () => {
    const worker = spawnNodeWorker(
      'self.onmessage = ({ data }) => self.postMessage({ sum: data.numbers[0] + data.numbers[1] });',
      'adder',
    );
    const numbers = Float64Array.of(2, 3);
    const answer = answerOf(worker);
    worker.postMessage({ numbers }, [numbers.buffer]);
    expect(await answer).toEqual({ sum: 5 });
    expect(numbers).toHaveLength(0);
    await worker.terminate();
  });

  it('hides from the code what a Blob worker lacks', async () => {
    const worker = spawnNodeWorker(
      'self.onmessage = () => self.postMessage([typeof require, typeof process, typeof module]);',
      'probe',
    );
    const answer = answerOf(worker);
    worker.postMessage(null);
    expect(await answer).toEqual(['undefined', 'undefined', 'undefined']);
    await worker.terminate();
  });

  it('gives it a deflate of its own', async () => {
    const worker = spawnNodeWorker(
      'self.onmessage = ({ data }) => self.postMessage(self.deflateSync(data));',
      'packer',
    );
    const answer = answerOf(worker);
    worker.postMessage('some words');
    expect(inflateSync((await answer) as Uint8Array).toString()).toBe('some words');
    await worker.terminate();
  });

  it.runIf(process.platform === 'linux')('gives it a lower priority than the thread that answers', async () => {
    const own = getPriority();
    const worker = spawnNodeWorker('self.onmessage = () => self.postMessage("up");', 'background');
    const answer = answerOf(worker);
    worker.postMessage(null);
    await answer;
    expect(await threadPriorities()).toContain(Math.min(own + 5, 19));
    expect(getPriority()).toBe(own);
    await worker.terminate();
  });

  it.each([
    ['an uncaught error', 'self.onmessage = () => { throw new Error("out of luck"); };'],
    ['code that does not load', 'const = ;'],
  ])('reports %s', async (_what, code) => {
    const worker = spawnNodeWorker(code, 'broken');
    const answer = answerOf(worker);
    worker.postMessage(null);
    await expect(answer).rejects.toBeInstanceOf(Error);
    await worker.terminate();
  });

  it('reports nothing when it is terminated', async () => {
    const worker = spawnNodeWorker('self.onmessage = () => { for (;;); };', 'busy');
    let failed = false;
    worker.onError(() => (failed = true));
    worker.postMessage(null);
    await worker.terminate();
    expect(failed).toBe(false);
  });

  it('is ended while it packs, by termination or by the end of the process, without harm to the process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'node-worker-'));
    try {
      const script = join(folder, 'main.mjs');
      await writeFile(script, await bundled(ENDS_PACKING_WORKERS));
      const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 50_000 });
      expect(stdout).toBe('ended\n');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('prints to stderr, and lets the process exit while it is alive', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'node-worker-'));
    try {
      const script = join(folder, 'main.mjs');
      await writeFile(script, await bundled(LEAVES_A_WORKER_BEHIND));
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [script], { timeout: 20_000 });
      expect(stdout).toBe('');
      expect(stderr).toContain('said by the worker');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Ends without terminating its worker, once this has printed. */
const LEAVES_A_WORKER_BEHIND = `
  import { spawnNodeWorker } from './node-worker.ts';
  const worker = spawnNodeWorker('self.onmessage = () => { console.log("said by the worker"); self.postMessage("done"); };', 'printer');
  worker.onMessage(() => undefined);
  worker.postMessage(null);
  const waiting = setInterval(() => undefined, 1_000);
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text) => {
    clearInterval(waiting);
    return write(text);
  };
`;

/** Terminates 40 workers that do nothing but pack, and ends while four more do. */
const ENDS_PACKING_WORKERS = `
  import { spawnNodeWorker } from './node-worker.ts';
  const packing = () => new Promise((resolve) => {
    const worker = spawnNodeWorker('self.postMessage("up"); for (;;) self.deflateSync("");', 'packer');
    worker.onMessage(() => resolve(worker));
  });
  const alive = setInterval(() => undefined, 1_000);
  for (let count = 0; count < 40; count++) await (await packing()).terminate();
  for (let count = 0; count < 4; count++) await packing();
  clearInterval(alive);
  console.log('ended');
`;

/** A program that uses this folder's modules, as one file. */
async function bundled(source: string): Promise<string> {
  const result = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  return result.outputFiles[0]?.text ?? '';
}
