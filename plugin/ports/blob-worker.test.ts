import { resolveObjectURL } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { spawnNodeWorker } from '../../shared/kit/concurrency/node-worker.ts';
import type { WorkerHandle } from '../../shared/kit/concurrency/spawn-worker.ts';
import { spawnBlobWorker } from './blob-worker.ts';

/**
 * Node has no `Worker` of the web: this one fetches its code from the Blob URL, as the web's does, and runs it on a
 * thread.
 */
class WebWorker extends EventTarget {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  readonly #thread: Promise<WorkerHandle>;

  constructor(url: string, { name }: { name: string }) {
    super();
    this.#thread = this.#start(url, name);
  }

  async #start(url: string, name: string): Promise<WorkerHandle> {
    const thread = spawnNodeWorker((await resolveObjectURL(url)?.text()) ?? 'throw new Error("no code")', name);
    thread.onMessage((data) => {
      const event = Object.assign(new Event('message'), { data }) as MessageEvent;
      this.onmessage?.(event);
      this.dispatchEvent(event);
    });
    thread.onError(({ message }) => {
      const event = Object.assign(new Event('error'), { message }) as ErrorEvent;
      this.onerror?.(event);
      this.dispatchEvent(event);
    });
    return thread;
  }

  postMessage(message: unknown, transfer: ArrayBuffer[]): void {
    void this.#thread.then((thread) => {
      thread.postMessage(message, transfer);
    });
  }

  terminate(): void {
    void this.#thread.then((thread) => thread.terminate());
  }
}

describe('spawnBlobWorker', () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  beforeEach(() => {
    vi.stubGlobal('Worker', WebWorker);
    revoke.mockClear();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('runs the code, passes messages both ways, and releases the URL once it has answered', async () => {
    const worker = spawnBlobWorker('self.onmessage = ({ data }) => self.postMessage(data * 2);', 'doubler');
    const answer = new Promise((resolve) => worker.onMessage(resolve));
    worker.postMessage(21);
    expect(await answer).toBe(42);
    await vi.waitFor(() => expect(revoke).toHaveBeenCalledTimes(1));
    void worker.terminate();
  });

  it('reports a failure and releases the URL', async () => {
    const worker = spawnBlobWorker('self.onmessage = () => { throw new Error("out of luck"); };', 'broken');
    const failure = new Promise<Error>((resolve) => worker.onError(resolve));
    worker.postMessage(null);
    expect((await failure).message).toContain('out of luck');
    await vi.waitFor(() => expect(revoke).toHaveBeenCalled());
    void worker.terminate();
  });

  it('releases the URL when it is terminated before it answered', () => {
    void spawnBlobWorker('self.onmessage = null;', 'idle').terminate();
    expect(revoke).toHaveBeenCalledTimes(1);
  });
});
