import { readFileSync } from 'node:fs';
import timers from 'node:timers';
import { performance } from 'node:perf_hooks';
import { bootApp } from '../../e2e/stand-in/app/boot.ts';
import { Typist } from '../../e2e/stand-in/app/typist.ts';

/** What the process that plays the window reports of one run. */
export interface WindowReport {
  /** From enabling the plugin until its `onload` has returned. */
  enableMs: number;
  /** From then to the index being complete. */
  readyMs: number;
  /** The window's freezes after the plugin was loaded, until shortly after the index was complete. */
  indexing: Stall[];
  /**
   * While a person types into a large note: before the plugin is enabled, and with it and its pane of related notes.
   */
  typingAlone: Stall[];
  typing: Stall[];
}

/** A freeze of the window, longest first in a list. */
export interface Stall {
  ms: number;
  /**
   * The window's own processor time meanwhile; the rest is waiting for a processor. Workers are included where the
   * system does not tell them apart.
   */
  workedMs: number;
}

const PLUGIN_ID = 'vault-loom';
const LETTER_MS = 60;
const TYPING_MS = 15_000;
const SETTLING_MS = 3_000;
const MAX_INDEXING_MS = 300_000;
const WORTH_A_NOTE_MS = 12;
/** Themes, saving and the learning of terms come after the index is complete. */
const AFTERWARDS_MS = 15_000;

/** Finds freezes by ticks of the clock that come late. */
class Stalls {
  readonly #found: Stall[] = [];
  #last = performance.now();
  #lastWorked = workedMs();
  #stopped = false;

  constructor() {
    this.#wait();
  }

  /** What was found, longest first. */
  stop(): Stall[] {
    this.#stopped = true;
    return this.#found.sort((a, b) => b.ms - a.ms);
  }

  #wait(): void {
    // Not the sandbox's own timers, which may be throttled.
    timers.setTimeout(() => {
      const ms = performance.now() - this.#last;
      const worked = workedMs();
      if (ms > WORTH_A_NOTE_MS) this.#found.push({ ms, workedMs: Math.min(ms, worked - this.#lastWorked) });
      // Asking for the processor time may itself take milliseconds, which are not the window's.
      this.#last = performance.now();
      this.#lastWorked = worked;
      if (!this.#stopped) this.#wait();
    }, 1);
  }
}

const sandbox = await bootApp({ vaultPath: process.argv[2] ?? '', plugins: [] });
const typist = new Typist(sandbox.app);
const pane = await typist.open({ path: process.argv[3] ?? '' });
const typingAlone = await stallsWhileTyping();
await sandbox.app.plugins.loadManifests();
const started = performance.now();
const plugin = (await sandbox.enablePlugin(PLUGIN_ID)) as unknown as {
  engine(): Promise<{ whenReady(input: { timeoutMs: number }): Promise<unknown> }>;
};
const enableMs = performance.now() - started;
const stalls = new Stalls();
await (await plugin.engine()).whenReady({ timeoutMs: MAX_INDEXING_MS });
const readyMs = performance.now() - started - enableMs;
await pause(AFTERWARDS_MS);
const indexing = stalls.stop();
sandbox.app.commands.executeCommandById(`${PLUGIN_ID}:related`);
await pause(SETTLING_MS);
const typing = await stallsWhileTyping();
process.send?.({ enableMs, readyMs, indexing, typingAlone, typing } satisfies WindowReport);
await sandbox.close();
process.exit(0);

/** Processor time of the thread that plays the window, which Linux tells; elsewhere that of the process. */
function workedMs(): number {
  if (process.platform === 'linux') return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A person types into the large note; it is saved meanwhile, and in the end. */
async function stallsWhileTyping(): Promise<Stall[]> {
  const found = new Stalls();
  typist.start({ panes: [pane], everyMs: LETTER_MS, seed: 1 });
  await pause(TYPING_MS);
  typist.stop();
  await typist.save(pane);
  await pause(SETTLING_MS);
  return found.stop();
}

/** Not the sandbox's own timers, which may be throttled. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => timers.setTimeout(resolve, ms));
}
