import timers from 'node:timers';
import { performance } from 'node:perf_hooks';
import { bootApp } from '../../e2e/stand-in/app/boot.ts';

/** What the process that plays the window reports of one run. */
export interface WindowReport {
  /** From enabling the plugin until its `onload` has returned. */
  enableMs: number;
  /** From then to the index being complete. */
  readyMs: number;
  /** The longest freezes of the window after the plugin was loaded, longest first. */
  blocks: number[];
  blocksOver12: number;
}

const PLUGIN_ID = 'vault-loom';
const LONGEST_SHOWN = 10;
const WORTH_A_NOTE_MS = 12;
/** Themes, saving and the learning of terms come after the index is complete. */
const AFTERWARDS_MS = 15_000;

/** Finds freezes by ticks of the clock that come late. */
class Stalls {
  readonly blocks: number[] = [];
  #last = performance.now();
  #stopped = false;

  constructor() {
    this.#wait();
  }

  stop(): void {
    this.#stopped = true;
  }

  #wait(): void {
    // Not the sandbox's own timers, which may be throttled.
    timers.setTimeout(() => {
      const now = performance.now();
      if (now - this.#last > WORTH_A_NOTE_MS) this.blocks.push(now - this.#last);
      this.#last = now;
      if (!this.#stopped) this.#wait();
    }, 1);
  }
}

const sandbox = await bootApp({ vaultPath: process.argv[2] ?? '', plugins: [] });
await sandbox.app.plugins.loadManifests();
const started = performance.now();
const plugin = (await sandbox.enablePlugin(PLUGIN_ID)) as unknown as {
  engine(): Promise<{ whenReady(input: { timeoutMs: number }): Promise<unknown> }>;
};
const enableMs = performance.now() - started;
const stalls = new Stalls();
await (await plugin.engine()).whenReady({ timeoutMs: 60_000 });
const readyMs = performance.now() - started - enableMs;
await new Promise((resolve) => timers.setTimeout(resolve, AFTERWARDS_MS));
stalls.stop();
const blocks = stalls.blocks.sort((a, b) => b - a);
process.send?.({
  enableMs,
  readyMs,
  blocks: blocks.slice(0, LONGEST_SHOWN),
  blocksOver12: blocks.length,
} satisfies WindowReport);
await sandbox.close();
process.exit(0);
