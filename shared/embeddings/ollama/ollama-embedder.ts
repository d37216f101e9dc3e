import { withStop } from '../../kit/text/with-stop.ts';
import type { VaultLoomError } from '../../protocol/errors.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import { scheduleTimeout } from '../../kit/time/schedule.ts';
import type { Embedder, EmbedderIdentity, EmbedderState, EmbedKind, EmbedOptions, EmbedPriority } from '../embedder.ts';
import { EmbedError } from '../embedder.ts';
import { closedError } from '../closed-error.ts';
import { estimateTokens } from '../estimate-tokens.ts';
import { retry } from '../request/retry.ts';
import { unitVector } from '../adjusted/unit-vector.ts';
import type { OllamaClient } from './ollama-client.ts';
import { OllamaError } from './ollama-client.ts';
import { unavailable, wrongLength } from './ollama-failures.ts';
import { PATIENCE, type OllamaPatience } from './ollama-patience.ts';

export interface OllamaEmbedderOptions {
  client: OllamaClient;
  /** As the server calls it. */
  model: string;
  /** Its dimensions are those of the model. */
  identity: EmbedderIdentity;
  maxTokens: number;
  /** Called if the model's vectors have another length than those of `identity`. Never rejects. */
  onOtherLength?: (vectorLength: number) => Promise<void>;
  schedule?: Schedule;
  patience?: Partial<Record<EmbedPriority, Partial<OllamaPatience>>>;
  /** For this long after the server as a whole failed, calls reject at once. */
  pauseMs?: number;
  textsPerCall?: number;
}

/**
 * Embeds with a model of an Ollama server. A failed call is retried if that may help, then halved until the text at
 * fault is found. If the model takes no other text either, the server is at fault.
 */
export class OllamaEmbedder implements Embedder {
  readonly identity: EmbedderIdentity;
  readonly maxTokens: number;
  readonly pace: Embedder['pace'];
  readonly #options: OllamaEmbedderOptions;
  readonly #schedule: Schedule;
  readonly #stop = new AbortController();
  readonly #queries = new Set<Promise<unknown>>();
  /** Vectors of a call that failed for another text, for the next call. */
  #kept: Vectors = new Map();
  #phase: 'idle' | 'loading' | 'ready' = 'idle';
  #failure: VaultLoomError | null = null;
  #cancelPause: () => void = () => undefined;

  constructor(options: OllamaEmbedderOptions) {
    this.#options = options;
    this.#schedule = options.schedule ?? scheduleTimeout;
    this.identity = options.identity;
    this.maxTokens = options.maxTokens;
    // Small, as a query has to wait for the server's current work.
    this.pace = { textsPerCall: options.textsPerCall ?? 8, callsAtOnce: 1 };
  }

  countTokens(text: string): number {
    return estimateTokens(text);
  }

  async embed(
    texts: readonly string[],
    kind: EmbedKind,
    { signal, priority = kind === 'query' ? 'now' : 'background' }: EmbedOptions = {},
  ): Promise<Float32Array[]> {
    if (this.#stop.signal.aborted) throw this.#stop.signal.reason;
    if (this.#failure !== null) throw this.#failure;
    const blank = texts.findIndex((text) => !/\S/u.test(text));
    if (blank >= 0) throw new EmbedError('embed-error', 'The text has nothing to embed.', undefined, blank);
    const call = {
      signal: signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]),
      priority,
    };
    if (priority === 'now') return this.#whileQuerying(this.#embedAll(texts, call));
    while (this.#queries.size > 0) await Promise.allSettled(this.#queries);
    return this.#embedAll(texts, call);
  }

  state(): EmbedderState {
    if (this.#stop.signal.aborted) return { phase: 'closed' };
    if (this.#failure !== null) return { phase: 'failed', error: this.#failure.message };
    return { phase: this.#phase };
  }

  retry(): void {
    this.#cancelPause();
    this.#failure = null;
  }

  close(): Promise<void> {
    this.#cancelPause();
    this.#stop.abort(closedError());
    return Promise.resolve();
  }

  async #whileQuerying<T>(work: Promise<T>): Promise<T> {
    this.#queries.add(work);
    try {
      return await work;
    } finally {
      this.#queries.delete(work);
    }
  }

  async #embedAll(texts: readonly string[], call: Call): Promise<Float32Array[]> {
    const done: Vectors = new Map(texts.flatMap((text) => entryOf(this.#kept, text)));
    const missing = texts.map((text, index) => ({ text, index })).filter(({ text }) => !done.has(text));
    const { textsPerCall } = this.pace;
    try {
      for (let start = 0; start < missing.length; start += textsPerCall) {
        await this.#embedBatch(missing.slice(start, start + textsPerCall), call, done);
      }
    } catch (error) {
      this.#kept = done;
      throw error;
    }
    for (const text of texts) this.#kept.delete(text);
    return texts.flatMap((text) => done.get(text) ?? []);
  }

  /** Adds the batch's vectors to `done`. */
  async #embedBatch(
    batch: readonly Input[],
    call: Call,
    done: Vectors,
    attempts = this.#patience(call).attempts,
  ): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    try {
      await this.#ask(batch, call, done, attempts);
    } catch (error) {
      if (!(error instanceof OllamaError)) throw error;
      if (error.problem === 'unreachable' || error.problem === 'model-missing') throw this.#fail(error);
      if (error.problem !== 'too-long' && (batch.length === 1 || error.problem === 'timeout'))
        await this.#checkServer(error, call);
      if (batch.length === 1) throw this.#failureOf(first, error);
      const middle = Math.ceil(batch.length / 2);
      // After this many failures, waiting more hardly helps. A text about to be blamed gets one more chance.
      for (const half of [batch.slice(0, middle), batch.slice(middle)])
        await this.#embedBatch(half, call, done, half.length === 1 ? 2 : 1);
    }
  }

  async #ask(batch: readonly Input[], call: Call, done: Vectors, attempts: number): Promise<void> {
    const { client, model } = this.#options;
    const patience = this.#patience(call);
    if (this.#phase === 'idle') this.#phase = 'loading';
    const texts = batch.map(({ text }) => text);
    const vectors = await retry(
      () => client.embed(model, texts, { timeoutMs: patience.timeoutMs, signal: call.signal }),
      {
        ...patience,
        attempts,
        mayPass: (error) =>
          error instanceof OllamaError && (error.problem === 'unreachable' || error.problem === 'server-error'),
        signal: call.signal,
        schedule: this.#schedule,
      },
    );
    const units = await this.#unitsOf(vectors, call);
    this.#phase = 'ready';
    units.forEach((unit, i) => done.set(texts[i] ?? '', unit));
  }

  async #unitsOf(vectors: readonly Float32Array[], call: Call): Promise<Float32Array[]> {
    const { client } = this.#options;
    const { dimensions } = this.identity;
    const other = vectors.find(({ length }) => length !== dimensions);
    if (other !== undefined) throw await this.#otherLength(other.length, call);
    return vectors.map((vector) => {
      const unit = unitVector(vector, dimensions);
      if (unit === null) throw new OllamaError('nonsense', `Ollama at ${client.host} gave a vector of nothing`);
      return unit;
    });
  }

  /** A single odd vector says nothing of the model: a plain sentence is to have one of that length, too. */
  async #otherLength(given: number, call: Call): Promise<VaultLoomError> {
    const { client, model, onOtherLength } = this.#options;
    const expected = this.identity.dimensions;
    const again = await this.#embedPlain(call).catch((error: unknown) => {
      if (!(error instanceof OllamaError)) throw error;
      return [];
    });
    const areAll = again.length > 0 && again.every(({ length }) => length === given);
    if (areAll) await onOtherLength?.(given);
    return this.#fail(wrongLength(client.host, model, { given, expected, areAll }));
  }

  /** Resolves if a plain sentence can be embedded, so that the text is at fault; throws if the server is. */
  async #checkServer(error: OllamaError, call: Call): Promise<void> {
    try {
      await this.#unitsOf(await this.#embedPlain(call), call);
    } catch (second) {
      throw second instanceof OllamaError ? this.#fail(error) : second;
    }
  }

  #embedPlain(call: Call): Promise<Float32Array[]> {
    const { client, model } = this.#options;
    const timeoutMs = Math.min(CHECK_TIMEOUT_MS, this.#patience(call).timeoutMs);
    return client.embed(model, [PLAIN_SENTENCE], { timeoutMs, signal: call.signal });
  }

  #failureOf({ text, index }: Input, error: OllamaError): EmbedError {
    // Some runners crash on long texts.
    const broken = error.problem === 'server-error' && estimateTokens(text) > this.maxTokens;
    return new EmbedError(
      error.problem === 'too-long' || broken ? 'too-long' : 'embed-error',
      withStop(error.message),
      error,
      index,
    );
  }

  #fail(error: OllamaError | VaultLoomError): VaultLoomError {
    const failure = error instanceof OllamaError ? unavailable(error, this.#options.model) : error;
    this.#failure = failure;
    this.#cancelPause();
    this.#cancelPause = this.#schedule(() => {
      this.#failure = null;
    }, this.#options.pauseMs ?? PAUSE_MS);
    return failure;
  }

  #patience({ priority }: Call): OllamaPatience {
    return { ...PATIENCE[priority], ...this.#options.patience?.[priority] };
  }
}

const PAUSE_MS = 10_000;
const CHECK_TIMEOUT_MS = 30_000;
const PLAIN_SENTENCE = 'The kettle is on the stove.';

type Vectors = Map<string, Float32Array>;

interface Input {
  text: string;
  index: number;
}

interface Call {
  signal: AbortSignal;
  priority: EmbedPriority;
}

function entryOf(vectors: Vectors, text: string): [string, Float32Array][] {
  const vector = vectors.get(text);
  return vector === undefined ? [] : [[text, vector]];
}
