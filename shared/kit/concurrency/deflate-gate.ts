/** Indices in the array that both threads share. */
const BUSY = 0;
const CLOSED = 1;

/** Longer than any page takes to pack. Only a thread that died while packing is waited for that long. */
const PATIENCE_MS = 1_000;

/**
 * Lets a thread's zlib finish before the thread is ended. Node aborts the whole process if a thread ends while it makes
 * a zlib stream (`Assertion failed: init_done_ && "close before init"`, seen with 20.20), be it by `terminate` or
 * because the process exits.
 */
export class DeflateGate {
  /** What the thread gets as `workerData`; see {@link DEFLATE_THROUGH_GATE}. */
  readonly shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

  /**
   * Lets the thread pack nothing more. Blocks until it has finished its current page: usually less than a millisecond.
   */
  close(): void {
    Atomics.store(this.shared, CLOSED, 1);
    const deadline = Date.now() + PATIENCE_MS;
    for (let left = PATIENCE_MS; left > 0 && Atomics.load(this.shared, BUSY) === 1; left = deadline - Date.now()) {
      Atomics.wait(this.shared, BUSY, 1, left);
    }
  }
}

/**
 * Code of a thread, an expression: a `deflateSync` that goes through the gate in `workerData`. At a closed gate the
 * thread waits to be ended.
 */
export const DEFLATE_THROUGH_GATE = `(() => {
  const { deflateSync } = require('node:zlib');
  const gate = require('node:worker_threads').workerData;
  const leave = () => {
    Atomics.store(gate, ${BUSY}, 0);
    Atomics.notify(gate, ${BUSY});
  };
  return (text, options) => {
    Atomics.store(gate, ${BUSY}, 1);
    if (Atomics.load(gate, ${CLOSED}) === 1) {
      leave();
      Atomics.wait(gate, ${CLOSED}, 1);
    }
    try {
      return deflateSync(text, options);
    } finally {
      leave();
    }
  };
})()`;
