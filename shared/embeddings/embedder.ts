import { VaultLoomError } from '../protocol/errors.ts';

/** What makes two vectors comparable: if any of it changes, all vectors must be made anew. */
export interface EmbedderIdentity {
  /** Such as `use`, `lsa` or `ollama`. */
  provider: string;
  /** The model's name, its version or quantisation included where those change vectors. */
  model: string;
  /** Numbers in a vector. */
  dimensions: number;
  /** Text the embedder puts before what it embeds; empty for a model that needs none. */
  prefixes: { query: string; document: string };
}

export type EmbedKind = 'query' | 'document';

export interface EmbedOptions {
  /** Once aborted, the call rejects with the signal's reason. */
  signal?: AbortSignal;
  /** `now` goes before all that is in the background. Queries are `now`, documents `background`, unless told otherwise. */
  priority?: EmbedPriority;
}

export type EmbedPriority = 'now' | 'background';

export type EmbedderState =
  /** Nothing is loaded; the next text brings it up. */
  | { phase: 'idle' }
  | { phase: 'loading' }
  | { phase: 'ready' }
  /** It cannot be loaded or reached, for the reason given; later texts try again. */
  | { phase: 'failed'; error: string }
  | { phase: 'closed' };

/** Makes vectors of texts. */
export interface Embedder {
  readonly identity: EmbedderIdentity;
  /** What the model says it takes, in its own tokens. What it does beyond is its affair: some refuse, some read no further. */
  readonly maxTokens: number;
  /** How many texts a call should hold, and how many calls should be under way, to keep it busy in the background. */
  readonly pace: { textsPerCall: number; callsAtOnce: number };
  /** Tokens of a text, or a good estimate; without the prefix. Synchronous, and fast enough for every text of a vault. */
  countTokens(text: string): number;
  /**
   * One vector for each text, in order, of length 1. Errors: {@link EmbedError} for the first text that fails,
   * `embedder_unavailable` where the embedder as a whole cannot work, the signal's reason once it is aborted.
   */
  embed(texts: readonly string[], kind: EmbedKind, options?: EmbedOptions): Promise<Float32Array[]>;
  state(): EmbedderState;
  /** Forgets a failure: the next text is tried at once, rather than after a pause. */
  retry?(): void;
  /** Ends what runs; every call unanswered, and every later one, rejects with `embedder_unavailable`. */
  close(): Promise<void>;
}

/** `too-long`: more tokens than the model takes. `embed-error`: anything else that concerns this text alone. */
export type EmbedFailure = 'too-long' | 'embed-error';

/** One text could not be embedded, while the embedder goes on. */
export class EmbedError extends VaultLoomError {
  readonly reason: EmbedFailure;
  /** Which of the call's texts it was, from 0; null where the embedder was given one, or does not say. */
  readonly index: number | null;

  constructor(reason: EmbedFailure, message: string, cause?: unknown, index: number | null = null) {
    super('embedder_unavailable', message, { name: 'EmbedError', cause });
    this.reason = reason;
    this.index = index;
  }
}
