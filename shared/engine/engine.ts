import type { z } from 'zod';
import type { IndexProgress } from '../protocol/engine-messages.ts';
import type { EngineMethod, EngineRoutes } from './engine-routes.ts';

type InputOf<M extends EngineMethod> = z.output<EngineRoutes[M]['input']>;
type OutputOf<M extends EngineMethod> = EngineRoutes[M] extends {
  answer: () => Promise<(...args: never) => Promise<infer Output>>;
}
  ? Output
  : z.output<EngineRoutes[M]['output']>;
/** A question without arguments is asked without any. */
type MethodOf<Input, Output> =
  Input extends Record<string, never> ? () => Promise<Output> : (input: Input, signal?: AbortSignal) => Promise<Output>;

/**
 * What tools ask for: a method for each question of `ENGINE_ROUTES`, which says what each does. Every method takes and
 * returns plain JSON, so that an engine may live in another process. Two adapters: `LocalEngine` here, and the bridge's
 * client of the plugin. Every method but `status` waits for the index and throws `VaultLoomError`. A question whose
 * signal aborts is given up soon, and throws the signal's reason.
 */
export type Engine = { [M in EngineMethod]: MethodOf<InputOf<M>, OutputOf<M>> };

/** What a process that owns an engine does with it, besides asking. */
export interface EngineHost extends Engine {
  /** Opens the index, catches up with the vault, and keeps watching it. */
  start(): Promise<void>;
  /** Saves what is unsaved, releases the lock, stops every worker and watcher. Within 800 ms. */
  close(): Promise<void>;
  /** `Name: message` of the error that keeps the index from being opened; null if none, absent if it cannot be told. */
  readonly indexProblem?: string | null;
  /** Called while the index is being built; returns a function that stops listening. */
  onProgress(listener: (progress: IndexProgress) => void): () => void;
}
