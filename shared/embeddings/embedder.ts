import { VaultLoomError } from '../protocol/errors.ts';

/** What makes two vectors comparable. If any of it changes, all are rebuilt. */
export interface EmbedderIdentity {
  /** Such as `use`, `lsa` or `ollama`. */
  provider: string;
  /** The model's name, with its version or quantisation if those change vectors. */
  model: string;
  /** Numbers per vector. */
  dimensions: number;
  /** Put before every text; empty for a model that needs none. */
  prefixes: { query: string; document: string };
}

export type EmbedKind = 'query' | 'document';

export interface EmbedOptions {
  /** Once aborted, the call rejects with the signal's reason. */
  signal?: AbortSignal;
  /** `now` goes before `background`. By default queries are `now`, documents `background`. */
  priority?: EmbedPriority;
  /** The texts have a few words each. A model that does such texts faster together may then do so. */
  areShort?: boolean;
}

export type EmbedPriority = 'now' | 'background';

export type EmbedderState =
  /** The next text loads it. */
  | { phase: 'idle' }
  | { phase: 'loading' }
  | { phase: 'ready' }
  /** It cannot be loaded or reached; later texts try again. */
  | { phase: 'failed'; error: string }
  /** Part of it is not on this computer, or not whole. */
  | { phase: 'missing'; missing: MissingModel }
  | { phase: 'closed' };

/** A model's file that is needed but missing, or not what it should be. */
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
  /** The model's stated limit, in its own tokens. Beyond it, some models refuse and others truncate. */
  readonly maxTokens: number;
  /** Texts per call and concurrent calls that keep it busy in the background. */
  readonly pace: { textsPerCall: number; callsAtOnce: number; shortTextsPerCall?: number };
  /** For single words, if the model does them much faster than texts and well enough to be worth it. */
  readonly words?: WordEncoder;
  /** Tokens of a text without the prefix, exact or a good estimate. Fast enough for every text of a vault. */
  countTokens(text: string): number;
  /**
   * One vector per text, in order, of length 1. Errors: {@link EmbedError} for the first text that fails,
   * `embedder_unavailable` if the embedder as a whole does, the signal's reason once aborted.
   */
  embed(texts: readonly string[], kind: EmbedKind, options?: EmbedOptions): Promise<Float32Array[]>;
  state(): EmbedderState;
  /** Forgets a failure: the next text is tried at once, not after a pause. */
  retry?(): void;
  /** Looks again for what is missing; true if it seems to be there now. Never rejects. */
  look?(): Promise<boolean>;
  /** Stops everything: all pending and later calls reject with `embedder_unavailable`. */
  close(): Promise<void>;
}

/** Makes vectors of single words, which are compared only with each other. */
export interface WordEncoder {
  /** Names what makes two of its vectors comparable. */
  readonly space: string;
  readonly dimensions: number;
  /** One vector per word, in order, of length 1; errors as of {@link Embedder.embed}. Words have no white space. */
  embed(words: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
}

/** `too-long`: more tokens than the model accepts. `embed-error`: anything else about this text alone. */
export type EmbedFailure = 'too-long' | 'embed-error';

/** A text could not be embedded; the embedder goes on. */
export class EmbedError extends VaultLoomError {
  readonly reason: EmbedFailure;
  /** The text's index in the call; null if there was one text, or it is unknown. */
  readonly index: number | null;

  constructor(reason: EmbedFailure, message: string, cause?: unknown, index: number | null = null) {
    super('embedder_unavailable', message, { name: 'EmbedError', cause });
    this.reason = reason;
    this.index = index;
  }
}
