/** A running worker, in any host. */
export interface WorkerHandle {
  /** Structured clone; items in `transfer` are moved instead of copied. */
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  /** Sets the one listener for what the worker posts. */
  onMessage(listener: (message: unknown) => void): void;
  /** Sets the one listener for failures: code that does not load, an uncaught error, an early exit. */
  onError(listener: (error: Error) => void): void;
  terminate(): Promise<void> | void;
}

/**
 * Starts a worker from its source: one script that uses only `self.onmessage` and `self.postMessage`, and zlib's
 * `self.deflateSync` if there is one (under Node). `name` is for debugging. A worker never keeps its process alive.
 */
export type SpawnWorker = (code: string, name: string) => WorkerHandle;
