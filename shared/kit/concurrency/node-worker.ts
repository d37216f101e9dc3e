import { Worker } from 'node:worker_threads';
import { DEFLATE_THROUGH_GATE, DeflateGate } from './deflate-gate.ts';
import type { SpawnWorker } from './spawn-worker.ts';

/**
 * Starts worker code on a Node thread. It sees what a Blob worker in the app sees: `self`, but neither `require` nor
 * `process`; besides, `self.deflateSync`. Its console prints to stderr, because stdout belongs to the protocol.
 */
export const spawnNodeWorker: SpawnWorker = (code, name) => {
  const gate = new DeflateGate();
  const worker = new Worker(`${PRELUDE}(function (${HIDDEN_NAMES}) {\n${code}\n})();`, {
    eval: true,
    name,
    execArgv: [],
    workerData: gate.shared,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  worker.unref();
  closeAtExit(gate);
  let failure: Error | null = null;
  let terminated = false;
  let reportFailure = (_error: Error): void => undefined;
  const fail = (error: Error): void => {
    if (terminated || failure !== null) return;
    failure = error;
    reportFailure(error);
  };
  worker.on('error', fail);
  worker.on('messageerror', fail);
  worker.on('exit', (exitCode) => {
    openGates.delete(gate);
    fail(new Error(`The worker ${name} ended with exit code ${exitCode}.`));
  });
  return {
    postMessage: (message, transfer = []) => {
      worker.postMessage(message, transfer);
    },
    onMessage: (listener) => {
      worker.on('message', listener);
      // A message listener keeps the process alive again.
      worker.unref();
    },
    onError: (listener) => {
      reportFailure = listener;
      if (failure !== null) listener(failure);
    },
    terminate: async () => {
      terminated = true;
      gate.close();
      await worker.terminate();
    },
  };
};

/** Those of threads that have not ended. */
const openGates = new Set<DeflateGate>();
let exitWatched = false;

function closeAtExit(gate: DeflateGate): void {
  openGates.add(gate);
  if (exitWatched) return;
  exitWatched = true;
  process.on('exit', () => {
    for (const open of openGates) open.close();
  });
}

/** By default a worker would let three times as much garbage accumulate, at no gain in speed. */
const YOUNG_GENERATION_MB = 8;
/** Lower than the thread that answers. Not more, or other programs would hold up an index for longer. */
const NICENESS = 5;
const HIDDEN_NAMES = 'require, process, module, exports, __filename, __dirname';

/**
 * Gives a thread the two names of a web worker, zlib's `deflateSync`, which code must do without in the app, and its
 * own console: the thread's stdout would end up on the process's, and reading it here (the option `stdout`) would keep
 * the process alive. On Linux, where each thread has a priority of its own, it gets a lower one than the thread that
 * answers.
 */
const PRELUDE = `
globalThis.self = globalThis;
{
  const { Console } = require('node:console');
  globalThis.console = new Console(process.stderr, process.stderr);
  const { parentPort } = require('node:worker_threads');
  self.deflateSync = ${DEFLATE_THROUGH_GATE};
  if (process.platform === 'linux') {
    try {
      const os = require('node:os');
      const [, , thread] = require('node:fs').readlinkSync('/proc/thread-self').split('/');
      os.setPriority(Number(thread), Math.min(os.getPriority() + ${NICENESS}, 19));
    } catch {}
  }
  self.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
  parentPort.on('message', (data) => self.onmessage?.({ data }));
}
`;
