import { afterEach, describe, expect, it } from 'vitest';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import { eventLoopYield, runSteps, Slicer } from '../../kit/concurrency/slices.ts';
import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import { encodeLsaModel } from './lsa-format.ts';
import { LsaTrainer } from './lsa-trainer.ts';
import { trainLsa, type TrainLsaOptions } from './train-lsa.ts';

const slicer = new Slicer(10, eventLoopYield());
const SUBJECTS = [
  ['car', 'engine', 'wheels', 'road'],
  ['cat', 'mouse', 'garden', 'dog'],
  ['自動車', 'エンジン', '車輪', '道路'],
];
/** More than one portion in all. */
const TEXTS = Array.from(
  { length: 900 },
  (_, i) =>
    (SUBJECTS[i % 3] ?? [])
      .filter((_word, place) => place !== i % 4)
      .join(' ')
      .repeat(20) + ` 🚗 ${i % 7}`,
);

/** Seen and unseen in training; the last has no term of the model. */
const PLACED = [TEXTS[0] ?? '', 'a car in the garden', '🦆'];

async function* textsOf(texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) {
    await Promise.resolve();
    yield text;
  }
}

/** The bytes of the model as one trainer makes it, without a worker or a pause. */
function expected(texts: readonly string[]): Uint8Array {
  const trainer = new LsaTrainer();
  for (const text of texts) trainer.add(text);
  return runSteps(encodeLsaModel(runSteps(trainer.train()).parts));
}

/** Node workers that report their end; `code` replaces the trainer's own. */
function workers(code?: string): { spawnWorker: SpawnWorker; running: () => number; started: () => number } {
  let [started, ended] = [0, 0];
  const spawnWorker: SpawnWorker = (own, name) => {
    const worker = spawnNodeWorker(code ?? own, name);
    started++;
    let isEnded = false;
    const terminate = (): Promise<void> | void => {
      if (!isEnded) ended++;
      isEnded = true;
      return worker.terminate();
    };
    return { ...worker, terminate };
  };
  return { spawnWorker, running: () => started - ended, started: () => started };
}

let failures: string[] = [];
afterEach(() => (failures = []));

async function trained(
  texts: readonly string[],
  options: Partial<TrainLsaOptions> & Pick<TrainLsaOptions, 'spawnWorker'>,
): Promise<Uint8Array> {
  const onFailure = ({ message }: Error): void => void failures.push(message);
  const { model, place, end } = await trainLsa({
    texts: () => textsOf(texts),
    slicer,
    signal: new AbortController().signal,
    onFailure,
    ...options,
  });
  expect(await place(PLACED)).toEqual(PLACED.map((text) => model.embed(text)));
  expect(await place([])).toEqual([]);
  end();
  return runSteps(encodeLsaModel(model.parts));
}

describe('training in a worker', () => {
  it.each([
    ['many texts', TEXTS],
    ['a few', TEXTS.slice(0, 5)],
    ['none', []],
  ])('gives the same model, to the bit, of %s', async (_which, texts) => {
    const { spawnWorker, running, started } = workers();
    expect(await trained(texts, { spawnWorker })).toEqual(expected(texts));
    expect([started(), running(), failures]).toEqual([2, 0, []]);
  });

  it('ends immediately, worker included, when aborted', async () => {
    const { spawnWorker, running } = workers(
      'self.onmessage = ({ data }) => { if (data.kind === "train") for (;;); self.postMessage({ kind: "taken" }); };',
    );
    const abort = new AbortController();
    const inTraining: SpawnWorker = (code, name) => {
      const worker = spawnWorker(code, name);
      return {
        ...worker,
        postMessage: (message) => {
          worker.postMessage(message);
          if ((message as { kind: string }).kind === 'train')
            setImmediate(() => abort.abort(new Error('The engine is closing.')));
        },
      };
    };
    await expect(trained(TEXTS, { spawnWorker: inTraining, signal: abort.signal })).rejects.toThrow(
      'The engine is closing.',
    );
    expect([running(), failures]).toEqual([0, []]);
  });

  it('passes on what the texts throw, and leaves no worker behind', async () => {
    const { spawnWorker, running } = workers();
    const texts = async function* (): AsyncGenerator<string> {
      yield* textsOf(TEXTS);
      throw new Error('The disk is gone.');
    };
    await expect(trained([], { spawnWorker, texts })).rejects.toThrow('The disk is gone.');
    expect([running(), failures]).toEqual([0, []]);
  });
});

describe('if a worker fails, this thread trains instead, to the same model', () => {
  it.each([
    ['does not load', 'const = ;', /./],
    ['throws at the texts', 'self.onmessage = () => { throw new Error("out of luck"); };', /out of luck/],
    [
      'dies while it trains',
      'self.onmessage = ({ data }) => { if (data.kind === "train") throw new Error("out of memory"); self.postMessage({ kind: "taken" }); };',
      /out of memory/,
    ],
    [
      'says that it cannot',
      'self.onmessage = () => self.postMessage({ kind: "failed", message: "no room" });',
      /no room/,
    ],
    ['answers something else', 'self.onmessage = () => self.postMessage({ kind: "taken" });', /answered 'taken'/],
    [
      'sends a model that is none',
      'self.onmessage = ({ data }) => self.postMessage(data.kind === "train" ? { kind: "model" } : { kind: "taken" });',
      /undefined/,
    ],
  ])('that %s', async (_how, code, why) => {
    const { spawnWorker, running } = workers(code);
    expect(await trained(TEXTS, { spawnWorker })).toEqual(expected(TEXTS));
    expect(running()).toBe(0);
    expect(failures).toEqual([expect.stringMatching(why)]);
  });

  it.each([
    ['that dies while it places texts', 'throw new Error("out of memory")', /out of memory/],
    [
      'that answers with too few vectors',
      'self.postMessage({ kind: "vectors", vectors: new Float32Array(7) })',
      /vectors/,
    ],
  ])('%s', async (_how, answer, why) => {
    const { spawnWorker, running } = workers();
    const failsToPlace: SpawnWorker = (code, name) =>
      spawnWorker(
        `${code}\n{ const own = self.onmessage; self.onmessage = (event) => { if (event.data.kind !== "place") return own(event); ${answer}; }; }`,
        name,
      );
    expect(await trained(TEXTS, { spawnWorker: failsToPlace })).toEqual(expected(TEXTS));
    expect(running()).toBe(0);
    expect(failures).toEqual([expect.stringMatching(why)]);
  });

  it('that hangs', async () => {
    const { spawnWorker, running } = workers('self.onmessage = () => { for (;;); };');
    expect(await trained(TEXTS, { spawnWorker, timeoutMs: 50 })).toEqual(expected(TEXTS));
    expect([running(), failures]).toEqual([0, ['The worker gave no answer in 0.05 s.']]);
  });

  it('that is not available', async () => {
    const spawnWorker: SpawnWorker = () => {
      throw new Error('no workers here');
    };
    expect(await trained(TEXTS, { spawnWorker })).toEqual(expected(TEXTS));
    expect(failures).toEqual(['no workers here']);
  });
});
