import { unpack } from '../use/unpack.ts';

/** The worker's code, gzip in base64, which the build puts before this script (see build/workers/worker-source.mjs). */
declare const PACKED_WORKER: string;

declare const self: { onmessage: ((event: { data: unknown }) => void) | null };
const early: { data: unknown }[] = [];
self.onmessage = (event) => {
  early.push(event);
};

void unpack(PACKED_WORKER).then(run, (error: unknown) => {
  // Thrown outside the promise to end the worker and reach its owner.
  setTimeout(() => {
    throw error;
  });
});

/** Runs the code, hiding what workers in the app lack, and passes on earlier messages. */
function run(code: Uint8Array): void {
  new Function(...HIDDEN_NAMES, new TextDecoder().decode(code))();
  for (const event of early) self.onmessage?.(event);
}

const HIDDEN_NAMES = ['require', 'process', 'module', 'exports', '__filename', '__dirname'];
