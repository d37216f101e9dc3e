import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { WorkerHandle } from '../../kit/concurrency/spawn-worker.ts';
import type { EmbeddingReply, EmbeddingRequest } from './embedding-messages.ts';
import type { EmbeddingWorkerPoolOptions } from './embedding-worker-pool.ts';
import { EmbeddingWorkerPool } from './embedding-worker-pool.ts';

/** A worker that the test answers for. */
class StubWorker implements WorkerHandle {
  readonly requests: EmbeddingRequest[] = [];
  terminated = false;
  #reply = (_reply: EmbeddingReply): void => undefined;
  crash = (_error: Error): void => undefined;

  postMessage(message: unknown): void {
    this.requests.push(message as EmbeddingRequest);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#reply = listener;
  }

  onError(listener: (error: Error) => void): void {
    this.crash = listener;
  }

  terminate(): void {
    this.terminated = true;
  }

  get texts(): string[] {
    return this.requests.flatMap((request) => (request.kind === 'embed' ? request.text : []));
  }

  reply(reply: EmbeddingReply): void {
    this.#reply(reply);
  }

  /** Answers the current text with a vector of its length. */
  finish(): void {
    const request = this.requests.at(-1);
    if (request?.kind !== 'embed') throw new Error('No text is in hand.');
    this.reply({ kind: 'embedded', id: request.id, vector: Float32Array.of(request.text.length) });
  }

  fail(reason: 'too-long' | 'embed-error'): void {
    const request = this.requests.at(-1);
    if (request?.kind !== 'embed') throw new Error('No text is in hand.');
    this.reply({ kind: 'failed', id: request.id, reason, message: 'it would not' });
  }
}

const LOAD_MS = 1;
const TEXT_MS = 2;
const IDLE_MS = 3;
const PAUSE_MS = 4;

let workers: StubWorker[];
let timers: Set<{ task: () => void; ms: number }>;

beforeEach(() => {
  workers = [];
  timers = new Set();
});

/** Lets every timer of that length run out. */
function runOut(ms: number): void {
  for (const timer of [...timers]) {
    if (timer.ms === ms && timers.delete(timer)) timer.task();
  }
}

function stubPool(options: Partial<EmbeddingWorkerPoolOptions> = {}): EmbeddingWorkerPool {
  return new EmbeddingWorkerPool({
    spawnWorker: () => {
      const worker = new StubWorker();
      workers.push(worker);
      return worker;
    },
    name: 'stub',
    code: () => '',
    model: () => 'the model',
    threads: 1,
    schedule: (task, ms) => {
      const timer = { task, ms };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    loadTimeoutMs: LOAD_MS,
    textTimeoutMs: TEXT_MS,
    idleMs: IDLE_MS,
    pauseMs: PAUSE_MS,
    ...options,
  });
}

/** The worker started last. */
function newest(): StubWorker {
  const worker = workers.at(-1);
  if (worker === undefined) throw new Error('No worker was started.');
  return worker;
}

/** A promise's end, kept from counting as unhandled. */
function endOf(promise: Promise<Float32Array>): Promise<unknown> {
  return promise.then(
    (vector) => [...vector],
    (error: unknown) => error,
  );
}

describe('EmbeddingWorkerPool: order', () => {
  it('loads nothing before the first text', () => {
    let modelAsked = false;
    const pool = stubPool({ model: () => (modelAsked = true) });
    expect(pool.state()).toEqual({ phase: 'idle' });
    expect(workers).toHaveLength(0);
    expect(modelAsked).toBe(false);
  });

  it('sends a large model in pieces, each after the previous one is accepted', () => {
    const pool = stubPool({ model: () => ({ weights: 'w'.repeat(1_500_000), graph: 'g' }) });
    void endOf(pool.embed('one', 'background'));
    const sent = (): unknown[] =>
      newest().requests.map((request) => (request.kind === 'piece' ? request.text.length : request));
    expect(sent()).toEqual([1_000_000]);
    newest().reply({ kind: 'next' });
    newest().reply({ kind: 'next' });
    expect(sent()).toEqual([1_000_000, 500_000, { kind: 'load', model: { weights: '', graph: 'g' } }]);
    expect(pool.state()).toEqual({ phase: 'loading' });
    newest().reply({ kind: 'ready' });
    expect(newest().texts).toEqual(['one']);
  });

  it('loads a worker, then gives it one text at a time', async () => {
    const pool = stubPool();
    const first = pool.embed('one', 'background');
    const second = pool.embed('three', 'background');
    expect(pool.state()).toEqual({ phase: 'loading' });
    expect(newest().requests).toEqual([{ kind: 'load', model: 'the model' }]);
    newest().reply({ kind: 'ready' });
    expect(pool.state()).toEqual({ phase: 'ready' });
    expect(newest().texts).toEqual(['one']);
    expect(pool.progress()).toEqual({ waiting: 1, running: 1, done: 0, failed: 0 });
    newest().finish();
    newest().finish();
    expect([...(await first), ...(await second)]).toEqual([3, 5]);
    expect(pool.progress()).toEqual({ waiting: 0, running: 0, done: 2, failed: 0 });
  });

  it('takes urgent texts before background ones', () => {
    const pool = stubPool();
    for (const text of ['a', 'b', 'c']) void pool.embed(text, 'background');
    newest().reply({ kind: 'ready' });
    void pool.embed('query 1', 'now');
    void pool.embed('query 2', 'now');
    for (let i = 0; i < 5; i++) newest().finish();
    expect(newest().texts).toEqual(['a', 'query 1', 'query 2', 'b', 'c']);
  });

  it('starts as many workers as there are texts, up to its number', () => {
    const pool = stubPool({ threads: 3 });
    void pool.embed('a', 'background');
    expect(workers).toHaveLength(1);
    for (const text of ['b', 'c', 'd', 'e']) void pool.embed(text, 'background');
    expect(workers).toHaveLength(3);
    for (const worker of workers) worker.reply({ kind: 'ready' });
    expect(workers.map((worker) => worker.texts)).toEqual([['a'], ['b'], ['c']]);
  });
});

describe('EmbeddingWorkerPool: cancellation', () => {
  it('gives an aborted text to no worker', async () => {
    const pool = stubPool();
    const controller = new AbortController();
    const end = endOf(pool.embed('a', 'background', controller.signal));
    void pool.embed('b', 'background');
    controller.abort('changed my mind');
    newest().reply({ kind: 'ready' });
    expect(await end).toBe('changed my mind');
    expect(newest().texts).toEqual(['b']);
  });

  it('releases a current text, and drops later messages for it', async () => {
    const pool = stubPool();
    const controller = new AbortController();
    const end = endOf(pool.embed('a', 'now', controller.signal));
    newest().reply({ kind: 'ready' });
    controller.abort('too late');
    expect(await end).toBe('too late');
    newest().finish();
    const next = pool.embed('four', 'now');
    newest().finish();
    expect([...(await next)]).toEqual([4]);
  });

  it('refuses what is already aborted', async () => {
    expect(await endOf(stubPool().embed('a', 'now', AbortSignal.abort('before')))).toBe('before');
    expect(workers).toHaveLength(0);
  });
});

describe('EmbeddingWorkerPool: trouble', () => {
  const troubles: [string, (worker: StubWorker) => void][] = [
    ['crashes', (worker) => worker.crash(new Error('out of memory'))],
    ['hangs', () => runOut(TEXT_MS)],
    ['fails on a text', (worker) => worker.fail('embed-error')],
  ];

  it.each(troubles)(
    'replaces a worker that %s, and tries its text once more, before the others',
    async (_what, strike) => {
      const pool = stubPool();
      const end = endOf(pool.embed('one', 'background'));
      void pool.embed('two', 'background');
      newest().reply({ kind: 'ready' });
      strike(newest());
      expect(workers).toHaveLength(2);
      expect(workers[0]?.terminated).toBe(true);
      newest().reply({ kind: 'ready' });
      newest().finish();
      expect(await end).toEqual([3]);
      expect(newest().texts).toEqual(['one', 'two']);
    },
  );

  it.each(troubles)('gives up a text on which a worker %s twice, and continues', async (_what, strike) => {
    const pool = stubPool();
    const end = endOf(pool.embed('one', 'background'));
    const other = endOf(pool.embed('four', 'background'));
    for (let i = 0; i < 2; i++) {
      newest().reply({ kind: 'ready' });
      strike(newest());
    }
    expect(await end).toMatchObject({ name: 'EmbedError', reason: 'embed-error' });
    newest().reply({ kind: 'ready' });
    newest().finish();
    expect(await other).toEqual([4]);
    expect(pool.progress()).toMatchObject({ done: 1, failed: 1 });
  });

  it('reports a text that is too long without a second try', async () => {
    const pool = stubPool();
    const end = endOf(pool.embed('long', 'background'));
    newest().reply({ kind: 'ready' });
    newest().fail('too-long');
    expect(await end).toMatchObject({ name: 'EmbedError', reason: 'too-long' });
    expect(workers).toHaveLength(1);
  });

  const loadTroubles: [string, (worker: StubWorker) => void][] = [
    ['says so', (worker) => worker.reply({ kind: 'broken', message: 'no wasm' })],
    ['crashes', (worker) => worker.crash(new Error('syntax error'))],
    ['hangs', () => runOut(LOAD_MS)],
  ];

  it.each(loadTroubles)(
    'fails as a whole where the model does not load twice (%s), and retries after a pause',
    async (_what, strike) => {
      const pool = stubPool();
      const ends = [endOf(pool.embed('a', 'background')), endOf(pool.embed('b', 'now'))];
      strike(newest());
      strike(newest());
      for (const end of ends) expect(await end).toMatchObject({ code: 'embedder_unavailable', name: 'VaultLoomError' });
      expect(pool.state()).toMatchObject({ phase: 'failed' });
      expect(await endOf(pool.embed('c', 'now'))).toBeInstanceOf(VaultLoomError);
      expect(workers.map((worker) => worker.terminated)).toEqual([true, true]);
      runOut(PAUSE_MS);
      void pool.embed('d', 'now');
      expect(workers).toHaveLength(3);
    },
  );

  it('fails as a whole if a worker cannot be started at all', async () => {
    const pool = stubPool({
      spawnWorker: () => {
        throw new Error('forbidden');
      },
    });
    expect(await endOf(pool.embed('a', 'now'))).toMatchObject({ code: 'embedder_unavailable' });
    expect(pool.state()).toEqual({ phase: 'failed', error: 'The embedding model could not be loaded: forbidden' });
  });

  it('fails as a whole if every text kills a worker', async () => {
    const pool = stubPool();
    const ends = Array.from({ length: 10 }, (_, i) => endOf(pool.embed(`text ${i}`, 'background')));
    while (pool.state().phase !== 'failed') {
      newest().reply({ kind: 'ready' });
      newest().crash(new Error('again'));
    }
    const errors = await Promise.all(ends);
    expect(errors.map((error) => (error as VaultLoomError).name)).toEqual([
      ...Array(3).fill('EmbedError'),
      ...Array(7).fill('VaultLoomError'),
    ]);
    expect(workers).toHaveLength(6);
  });

  it('continues with its workers if more do not load', async () => {
    const pool = stubPool({ threads: 2 });
    const end = endOf(pool.embed('one', 'background'));
    newest().reply({ kind: 'ready' });
    for (let i = 0; i < 4; i++) {
      void pool.embed('more', 'background');
      if (newest() !== workers[0]) newest().reply({ kind: 'broken', message: 'no memory left' });
    }
    workers[0]?.finish();
    expect(await end).toEqual([3]);
    expect(workers).toHaveLength(3);
    expect(workers[0]?.texts).toEqual(['one', 'more']);
    expect(pool.state()).toEqual({ phase: 'ready' });
  });
});

describe('EmbeddingWorkerPool: the end', () => {
  it('ends a worker after a while without work, and starts another when needed', () => {
    const pool = stubPool();
    void pool.embed('a', 'now');
    newest().reply({ kind: 'ready' });
    runOut(IDLE_MS);
    expect(newest().terminated).toBe(false);
    newest().finish();
    runOut(IDLE_MS);
    expect(newest().terminated).toBe(true);
    expect(pool.state()).toEqual({ phase: 'idle' });
    void pool.embed('b', 'now');
    expect(workers).toHaveLength(2);
  });

  it('rejects what is unanswered, and every later text', async () => {
    const pool = stubPool();
    const ends = [endOf(pool.embed('a', 'now')), endOf(pool.embed('b', 'background'))];
    newest().reply({ kind: 'ready' });
    await pool.close();
    for (const end of [...ends, endOf(pool.embed('c', 'now'))])
      expect(await end).toMatchObject({ code: 'embedder_unavailable' });
    expect(workers.every((worker) => worker.terminated)).toBe(true);
    expect(pool.state()).toEqual({ phase: 'closed' });
    expect(timers.size).toBe(0);
  });
});

describe('EmbeddingWorkerPool on threads', () => {
  /** Embeds a text as its length; `crash` and `hang` do what they say. */
  const CODE = `
    self.onmessage = ({ data }) => {
      if (data.kind === 'load') return self.postMessage({ kind: 'ready' });
      if (data.text === 'crash') throw new Error('as told');
      while (data.text === 'hang');
      self.postMessage({ kind: 'embedded', id: data.id, vector: Float32Array.of(data.text.length) });
    };
  `;
  let pool: EmbeddingWorkerPool;
  afterEach(() => pool.close());

  const threadPool = (options: Partial<EmbeddingWorkerPoolOptions>): EmbeddingWorkerPool =>
    new EmbeddingWorkerPool({
      spawnWorker: spawnNodeWorker,
      name: 'stub',
      code: () => CODE,
      model: () => null,
      threads: 2,
      ...options,
    });

  it('embeds all but the texts that crash or hang', async () => {
    pool = threadPool({ textTimeoutMs: 500 });
    const ends = await Promise.all(
      ['a', 'crash', 'bb', 'hang', 'ccc'].map((text) => endOf(pool.embed(text, 'background'))),
    );
    expect(ends.map((end) => (Array.isArray(end) ? end : (end as Error).name))).toEqual([
      [1],
      'EmbedError',
      [2],
      'EmbedError',
      [3],
    ]);
  });

  it('ends its threads when idle', async () => {
    pool = threadPool({ idleMs: 20 });
    await pool.embed('a', 'now');
    for (let tries = 0; pool.state().phase !== 'idle' && tries < 500; tries++) await sleep(10);
    expect(pool.state()).toEqual({ phase: 'idle' });
    expect([...(await pool.embed('again', 'now'))]).toEqual([5]);
  });
});
