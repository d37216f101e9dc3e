import { unpack } from '../use/unpack.ts';

/** The worker's code, gzip in base64; the build puts it before this script (see build/worker-source.mjs). */
declare const PACKED_WORKER: string;

const scope = self as unknown as { onmessage: ((event: { data: unknown }) => void) | null };
const early: { data: unknown }[] = [];
scope.onmessage = (event) => {
  early.push(event);
};

void unpack(PACKED_WORKER).then(run, (error: unknown) => {
  // Thrown outside the promise, so that it ends the worker and reaches whoever started it.
  setTimeout(() => {
    throw error;
  });
});

/** Runs the code, hiding from it what workers in the app lack, and passes it earlier messages. */
function run(code: Uint8Array): void {
  new Function(...HIDDEN_NAMES, new TextDecoder().decode(code))();
  for (const event of early) scope.onmessage?.(event);
}

const HIDDEN_NAMES = ['require', 'process', 'module', 'exports', '__filename', '__dirname'];
