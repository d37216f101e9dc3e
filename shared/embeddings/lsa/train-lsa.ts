import { scheduleTimeout, type Schedule } from '../../kit/time/schedule.ts';
import { messageOf } from '../../kit/text/message-of.ts';
import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import { received, type SentModel } from './lsa-messages.ts';
import { LsaModel } from './lsa-model.ts';
import { LsaTrainer } from './lsa-trainer.ts';
import type { TrainingWorker } from './training-worker.ts';
import { WorkerFailure } from './worker-failure.ts';

export interface TrainLsaOptions {
  /** The texts to learn from; each call starts over. */
  texts: () => AsyncIterable<string>;
  slicer: Slicer;
  signal: AbortSignal;
  spawnWorker: SpawnWorker;
  schedule?: Schedule;
  /** How long the worker may take per answer; five minutes by default. */
  timeoutMs?: number;
  /** Called with the reason if no worker can do the work. */
  onFailure?: (error: Error) => void;
}

/** A model, and what places texts with it. */
export interface TrainedLsa {
  model: LsaModel;
  /**
   * The vectors of texts, in order, as `model.embed` makes them. One call at a time.
   * @throws the signal's reason once aborted
   */
  place: (texts: string[]) => Promise<Float32Array[]>;
  /** Ends the worker, with its memory. */
  end: () => void;
}

/**
 * Learns from texts which terms go together, like {@link LsaTrainer}: in a worker, or else on this thread, in slices.
 * Both make the same model and place texts alike, bit for bit.
 * @throws the signal's reason once aborted; what `texts` throws
 */
export async function trainLsa(options: TrainLsaOptions): Promise<TrainedLsa> {
  try {
    return await inWorker(options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof WorkerFailure)) throw error;
    options.onFailure?.(error);
    return inSlices(options);
  }
}

/** Characters per message: few messages, and little waiting. */
export const PORTION_LENGTH = 1 << 18;
const TIMEOUT_MS = 300_000;

async function inWorker(options: TrainLsaOptions): Promise<TrainedLsa> {
  const { spawnWorker, signal, schedule = scheduleTimeout, timeoutMs = TIMEOUT_MS } = options;
  // Imported late: tools that run the sources directly have no bundled worker.
  const workers = await import('./training-worker.ts').catch((error: unknown) => {
    throw new WorkerFailure(String(error));
  });
  signal.throwIfAborted();
  const start = (): TrainingWorker => new workers.TrainingWorker({ spawnWorker, schedule, timeoutMs });
  const worker = start();
  const end = (): void => worker.end();
  signal.addEventListener('abort', end);
  try {
    for await (const portion of inPortions(options)) await worker.add(portion);
    const sent = await worker.train();
    const model = await modelOf(sent, options);
    return { model, ...placingBy(start, { model, sent }, options) };
  } finally {
    signal.removeEventListener('abort', end);
    // Its memory goes with it: another worker places the texts.
    worker.end();
  }
}

/** Places texts in a worker, which the first ones start, or in slices once that has failed. */
function placingBy(
  start: () => TrainingWorker,
  { model, sent }: { model: LsaModel; sent: SentModel },
  { slicer, signal, onFailure }: TrainLsaOptions,
): Pick<TrainedLsa, 'place' | 'end'> {
  let worker: TrainingWorker | null = null;
  let isLost = false;
  const end = (): void => {
    signal.removeEventListener('abort', end);
    worker?.end();
  };
  signal.addEventListener('abort', end);
  const place = async (texts: string[]): Promise<Float32Array[]> => {
    signal.throwIfAborted();
    try {
      if (!isLost && worker === null) {
        worker = start();
        await worker.use(sent);
      }
      if (!isLost && worker !== null) return await worker.place(texts, model.dimensions);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof WorkerFailure)) throw error;
      isLost = true;
      onFailure?.(error);
    }
    return slicer.run(whileNotAborted(embedAll(model, texts), signal));
  };
  return { place, end };
}

async function modelOf(sent: SentModel, { slicer }: TrainLsaOptions): Promise<LsaModel> {
  try {
    return await slicer.run(LsaModel.of(received(sent)));
  } catch (error) {
    throw new WorkerFailure(messageOf(error));
  }
}

async function* inPortions({ texts, slicer, signal }: TrainLsaOptions): AsyncGenerator<string[]> {
  let portion: string[] = [];
  let length = 0;
  for await (const text of texts()) {
    signal.throwIfAborted();
    portion.push(text);
    length += text.length;
    if (length >= PORTION_LENGTH) {
      yield portion;
      portion = [];
      length = 0;
    }
    await slicer.pause();
  }
  yield portion;
}

async function inSlices({ texts, slicer, signal }: TrainLsaOptions): Promise<TrainedLsa> {
  const trainer = new LsaTrainer();
  for await (const text of texts()) {
    signal.throwIfAborted();
    trainer.add(text);
    await slicer.pause();
  }
  const model = await slicer.run(whileNotAborted(trainer.train(), signal));
  return {
    model,
    place: (some) => slicer.run(whileNotAborted(embedAll(model, some), signal)),
    end: () => undefined,
  };
}

function* embedAll(model: LsaModel, texts: readonly string[]): Steps<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    yield;
    vectors.push(model.embed(text));
  }
  return vectors;
}

function* whileNotAborted<T>(steps: Steps<T>, signal: AbortSignal): Steps<T> {
  for (;;) {
    signal.throwIfAborted();
    const step = steps.next();
    if (step.done === true) return step.value;
    yield;
  }
}
