import type { SpawnWorker } from '../../shared/kit/concurrency/spawn-worker.ts';

/** Starts worker code in the app, from a Blob URL that is revoked once the code has run or failed. */
export const spawnBlobWorker: SpawnWorker = (code, name) => {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(url, { name });
  const releaseUrl = (): void => {
    URL.revokeObjectURL(url);
  };
  worker.addEventListener('message', releaseUrl, { once: true });
  worker.addEventListener('error', releaseUrl, { once: true });
  return {
    postMessage: (message, transfer = []) => {
      worker.postMessage(message, transfer);
    },
    onMessage: (listener) => {
      worker.onmessage = (event: MessageEvent<unknown>) => {
        listener(event.data);
      };
    },
    onError: (listener) => {
      worker.onerror = (event) => {
        event.preventDefault();
        listener(new Error(`The worker ${name} failed: ${event.message}`));
      };
      worker.onmessageerror = () => {
        listener(new Error(`The worker ${name} sent an unreadable message.`));
      };
    },
    terminate: () => {
      worker.terminate();
      releaseUrl();
    },
  };
};
