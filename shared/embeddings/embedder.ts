import { VaultLoomError } from '../protocol/errors.ts';

/** What makes two vectors comparable: if any of it changes, all vectors must be rebuilt. */
export interface EmbedderIdentity {
  /** Such as `use`, `lsa` or `ollama`. */
  provider: string;
  /** The model's name, including its version or quantisation if those change vectors. */
  model: string;
  /** Numbers in a vector. */
  dimensions: number;
  /** Prefix of every embedded text; empty for a model that needs none. */
  prefixes: { query: string; document: string };
}

export type EmbedKind = 'query' | 'document';

export interface EmbedOptions {
  /** Once aborted, the call rejects with the signal's reason. */
  signal?: AbortSignal;
  /** `now` goes before everything in the background. Queries are `now`, documents `background`, by default. */
  priority?: EmbedPriority;
}

export type EmbedPriority = 'now' | 'background';

export type EmbedderState =
  /** Nothing is loaded; the next text loads it. */
  | { phase: 'idle' }
  | { phase: 'loading' }
  | { phase: 'ready' }
  /** It cannot be loaded or reached, for the reason given; later texts try again. */
  | { phase: 'failed'; error: string }
  /** Part of it is not on this computer, or not whole. */
  | { phase: 'missing'; missing: MissingModel }
  | { phase: 'closed' };

/** A model's file that is needed and is not there, or is not what it should be. */
export interface MissingModel {
  /** The file's name. */
  file: string;
  problem: 'missing' | 'damaged';
  /** What is wrong, for people. */
  message: string;
  /** The way out. */
  hint: string;
}

/** Makes vectors of texts. */
export interface Embedder {
  readonly identity: EmbedderIdentity;
  /** The model's stated limit, in its own tokens. Beyond it some models refuse, others truncate. */
  readonly maxTokens: number;
  /** Texts per call and concurrent calls that keep it busy in the background. */
  readonly pace: { textsPerCall: number; callsAtOnce: number };
  /** Number of tokens of a text, or a good estimate; without the prefix. Synchronous, and fast enough for every text of a vault. */
  countTokens(text: string): number;
  /**
   * One vector for each text, in order, of length 1. Errors: {@link EmbedError} for the first text that fails,
   * `embedder_unavailable` if the embedder as a whole cannot work, the signal's reason once it is aborted.
   */
  embed(texts: readonly string[], kind: EmbedKind, options?: EmbedOptions): Promise<Float32Array[]>;
  state(): EmbedderState;
  /** Forgets a failure: the next text is tried immediately instead of after a pause. */
  retry?(): void;
  /** Looks again for what is missing; true if it seems to be there now. Never rejects. */
  look?(): Promise<boolean>;
  /** Stops everything; every pending and later call rejects with `embedder_unavailable`. */
  close(): Promise<void>;
}

/** `too-long`: more tokens than the model accepts. `embed-error`: anything else that concerns only this text. */
export type EmbedFailure = 'too-long' | 'embed-error';

/** One text could not be embedded, while the embedder continues. */
export class EmbedError extends VaultLoomError {
  readonly reason: EmbedFailure;
  /** Which of the call's texts it was, from 0; null if it was given one, or does not say. */
  readonly index: number | null;

  constructor(reason: EmbedFailure, message: string, cause?: unknown, index: number | null = null) {
    super('embedder_unavailable', message, { name: 'EmbedError', cause });
    this.reason = reason;
    this.index = index;
  }
}
