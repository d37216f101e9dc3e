import { setTimeout as delay } from 'node:timers/promises';
import type { EngineHost } from '../../shared/engine/engine.ts';
import type { IndexProgress } from '../../shared/protocol/engine-messages.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { ALL_TOOLS } from '../../shared/tools/all-tools.ts';
import { sampleEngine } from '../../shared/tools/test-support/sample-engine.ts';
import { createLog } from '../process/log.ts';
import { PluginUnavailable } from '../switch/contact/plugin-absence.ts';
import { serve } from '../serve/serve.ts';
import { createRedact } from '../serve/redact.ts';

/** How the server of a test behaves; given as JSON in its environment. */
export interface FakeServerOptions {
  /** How long the index takes; forever if negative. */
  indexMs?: number;
  readyTimeoutMs?: number;
  /** How long the tools take to load. */
  toolsMs?: number;
  /** Texts that are being embedded: n more with each status request. */
  embedding?: boolean;
  /** Prints to stdout while it works, as a careless library would. */
  noisy?: boolean;
  /** The engine cannot be created. */
  broken?: boolean;
  /** `close` never ends. */
  hangsOnClose?: boolean;
}

const VAULT = '/home/somebody/notes';
const options = JSON.parse(process.env.FAKE_SERVER ?? '{}') as FakeServerOptions;
const log = createLog('debug', (line) => process.stderr.write(line));

serve({
  createEngine: async () => {
    if (options.broken === true) throw new Error(`EACCES: permission denied, open '${VAULT}/secret.md' of /etc/passwd`);
    return fakeHost();
  },
  live: () => Promise.reject(new PluginUnavailable({ cause: 'not_installed' })),
  review: () => Promise.reject(new Error('Nobody is asked here.')),
  writing: () => Promise.reject(new Error('Nothing is written here.')),
  offered: async () => {
    await delay(options.toolsMs ?? 0);
    return { tools: ALL_TOOLS, listed: ALL_TOOLS };
  },
  version: '9.9.9',
  log,
  redact: createRedact(VAULT),
  ...(options.readyTimeoutMs === undefined ? {} : { readyTimeoutMs: options.readyTimeoutMs }),
});

function fakeHost(): EngineHost {
  const engine = sampleEngine();
  const listeners = new Set<(progress: IndexProgress) => void>();
  const indexing = index(listeners);
  let embedded = 0;
  let endWaiting: (error: Error) => void = () => undefined;
  const closing = new Promise<never>((_resolve, reject) => {
    endWaiting = reject;
  });
  closing.catch(() => undefined);
  return {
    ...engine,
    readNote: async (input) => {
      if (input.name === 'crash') throw new Error(`boom at ${VAULT}/Hub.md and '/etc/passwd'`);
      if (input.name === 'outside') throw new VaultLoomError('path_outside_vault', `${VAULT}/x leaves the vault`);
      if (input.name === 'slow') await new Promise(() => undefined);
      if (options.noisy === true) printEverywhere();
      return engine.readNote(input);
    },
    status: async () => {
      const status = await engine.status();
      return options.embedding === true
        ? { ...status, embeddingInProgress: true, progress: { done: ++embedded, total: 100 } }
        : status;
    },
    start: async () => indexing,
    whenReady: async () => {
      await Promise.race([indexing, closing]);
      return { ready: true };
    },
    close: async () => {
      endWaiting(new VaultLoomError('internal', 'The engine is closing.'));
      if (options.hangsOnClose === true) await new Promise(() => undefined);
      process.stderr.write('engine closed\n');
    },
    onProgress: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function index(listeners: ReadonlySet<(progress: IndexProgress) => void>): Promise<void> {
  const { indexMs = 0 } = options;
  if (indexMs < 0) return new Promise(() => undefined);
  const steps = 5;
  for (let done = 1; done <= steps && indexMs > 0; done++) {
    await delay(indexMs / steps);
    for (const listener of listeners) listener({ done, total: steps });
  }
}

function printEverywhere(): void {
  process.stdout.write('a stray line on stdout\n');
  globalThis.console.log('a stray console.log');
  globalThis.console.info({ vector: [1, 2, 3] });
  globalThis.console.debug('a stray console.debug');
}
