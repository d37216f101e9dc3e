import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import workerCode from 'worker-source:./orama-worker.ts';
import { scheduleTimeout } from '../../kit/time/schedule.ts';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import type { Embedder } from '../embedder.ts';
import type { EmbeddingReply, EmbeddingRequest } from '../pool/embedding-messages.ts';
import { bundledUse } from '../use/bundled-use.ts';
import { createUseEmbedder } from '../use/use-embedder.ts';
import type { UsePackage, UseParts } from '../use/use-parts.ts';
import { builtInWeights } from '../use/weights/model-test-kit.ts';
import { bundledOrama } from './bundled-orama.ts';
import { createOramaEmbedder } from './orama-embedder.ts';
import { writeTask } from './orama-task.ts';

const TEXTS = [
  'How old are you?',
  'What is your age?',
  'The train was late again this morning.',
  'Projects > Rain barrel > Parts\nA hose of 12 mm, two brass taps, and a lid: "keeps the leaves out". The overflow goes to the ditch, as it always did.',
  '日本語のノート 🐌',
];

/** Like a web worker, but without network access. */
const OFFLINE = `
  self.WorkerGlobalScope = class {};
  self.importScripts = self.fetch = self.XMLHttpRequest = () => { throw new Error('The network is not for this.'); };
  self.location = { href: 'blob:app://obsidian.md/1234' };
`;

const FILES: UsePackage = { ...bundledOrama, weights: builtInWeights };
const options = { spawnWorker: spawnNodeWorker, schedule: scheduleTimeout, threads: 1 };
const open: Embedder[] = [];
const oramaOf = (files: UsePackage): Embedder => {
  const embedder = createOramaEmbedder(files, options);
  open.push(embedder);
  return embedder;
};
const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  Array.from(a ?? []).reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0);

let orama: Embedder;
let use: Embedder;
let vectors: Float32Array[];

beforeAll(async () => {
  orama = oramaOf({ ...FILES, worker: () => `${OFFLINE}\n${FILES.worker()}` });
  use = createUseEmbedder({ ...bundledUse, weights: builtInWeights }, options);
  open.push(use);
  vectors = await orama.embed(TEXTS, 'document');
});

afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
});

describe('the orama embedder', () => {
  it('embeds without network from local data: one vector of length 1 for each text', () => {
    expect(vectors.map((vector) => vector.length)).toEqual(TEXTS.map(() => orama.identity.dimensions));
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
  });

  it('gives a query, by the hook for searches, the vector a document gets from the hook for inserts', async () => {
    expect(await orama.embed(TEXTS, 'query')).toEqual(vectors);
  });

  it('gives the vectors of the built-in encoder', async () => {
    const expected = await use.embed(TEXTS, 'document');
    for (const [i, vector] of vectors.entries()) expect(cosine(vector, expected[i])).toBeGreaterThan(0.99999);
    expect(orama.countTokens(TEXTS[3] ?? '')).toBe(use.countTokens(TEXTS[3] ?? ''));
    expect(orama.identity).not.toEqual(use.identity);
  });

  it('reads the first 128 tokens of a long text, as the built-in encoder does', async () => {
    const long = 'the cat sat on the mat and looked at the moon '.repeat(500);
    const [[mine], [theirs]] = await Promise.all([orama.embed([long], 'document'), use.embed([long], 'document')]);
    expect(cosine(mine, theirs)).toBeGreaterThan(0.99999);
  });

  it('keeps concurrent texts of both kinds apart', async () => {
    const several = createOramaEmbedder(FILES, { ...options, threads: 2 });
    open.push(several);
    const [documents, queries] = await Promise.all([
      several.embed(TEXTS, 'document'),
      several.embed([...TEXTS].reverse(), 'query'),
    ]);
    expect(documents).toEqual(vectors);
    expect(queries.reverse()).toEqual(vectors);
  });

  it('refuses only the empty text', async () => {
    await expect(orama.embed([' \n'], 'query')).rejects.toMatchObject({ name: 'EmbedError', reason: 'embed-error' });
    expect(await orama.embed(['query:', 'document:'], 'document')).toHaveLength(2);
  });

  it('says what is wrong if its parts are damaged', async () => {
    const damaged = oramaOf({ ...FILES, weights: async () => (await builtInWeights()).slice(0, 1_000_000) });
    await expect(damaged.embed(['anything'], 'query')).rejects.toMatchObject({ code: 'embedder_unavailable' });
    expect(damaged.state().phase).toBe('failed');
  });
});

describe('the worker of the orama embedder', () => {
  it('prints nothing, though the plugin prints the vector of every query', async () => {
    const { replies, printed } = await talkTo(FILES, [
      { kind: 'embed', id: 1, text: writeTask('How old are you?', 'query') },
      { kind: 'embed', id: 2, text: writeTask('How old are you?', 'document') },
    ]);
    expect(replies).toMatchObject([{ kind: 'ready' }, { kind: 'embedded', id: 1 }, { kind: 'embedded', id: 2 }]);
    expect(printed).toBe('');
    expect(workerCode).toMatch(/console\.log\(\{\s*vector:/);
  });
});

/**
 * What a worker answers to its model and to some requests, and what it prints, in a thread whose console goes to its
 * stdout and stderr.
 */
async function talkTo(
  files: UsePackage,
  requests: EmbeddingRequest[],
): Promise<{ replies: EmbeddingReply[]; printed: string }> {
  const prelude = `
    const { parentPort } = require('node:worker_threads');
    globalThis.self = globalThis;
    self.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
    parentPort.on('message', (data) => data === 'end' ? parentPort.close() : self.onmessage({ data }));
  `;
  const thread = new Worker(`${prelude}(function (require, process, module) {\n${files.worker()}\n})();`, {
    eval: true,
    stdout: true,
    stderr: true,
  });
  let printed = '';
  for (const stream of [thread.stdout, thread.stderr]) stream.on('data', (data) => (printed += String(data)));
  const replies: EmbeddingReply[] = [];
  const model: UseParts = {
    graph: files.graph(),
    weights: await files.weights(),
    wasm: files.wasm(),
    vocabulary: files.vocabulary(),
  };
  const waiting: unknown[] = [{ kind: 'load', model }, ...requests, 'end'];
  const next = (): void => thread.postMessage(waiting.shift());
  thread.on('message', (reply: EmbeddingReply) => {
    replies.push(reply);
    next();
  });
  next();
  await new Promise((resolve) => thread.once('exit', resolve));
  return { replies, printed };
}
