import type { MissingModel } from '../../shared/embeddings/embedder.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import type { IndexProgress } from '../../shared/protocol/engine-messages.ts';
import type { PluginEvent } from '../../shared/protocol/http.ts';

/** What a person is shown. */
export interface CompanionState {
  /**
   * `problem` with a port: the server still listens there, since the new port could not be used, or, if `isUntold`,
   * assistants cannot learn where it listens.
   */
  server: { port: number; problem?: string; isUntold?: true } | { port: null; problem: string } | 'starting';
  index: 'starting' | 'indexing' | 'ready' | 'failed';
  /** While indexing. */
  progress: IndexProgress | null;
  /** Why the index failed. */
  problem: string | null;
  /** Why the model does not work, in words; null while it does. */
  modelProblem: string | null;
  /**
   * The model's file that this computer lacks; null if none. Not a failure: words, and what is learned, still find
   * notes.
   */
  missingModel: MissingModel | null;
}

export interface StateKeeperOptions {
  /** Called after each change of the state. */
  onChange: (state: CompanionState) => void;
  /** Sends an event to the listeners of the server. */
  send: (event: PluginEvent) => void;
  /** Once true, the state no longer changes. */
  isEnded: () => boolean;
}

/** Progress is reported at most this often. */
const PROGRESS_EVERY_MS = 100;

/** Keeps the companion's state, and reports it to the person and to the server's listeners. */
export class StateKeeper {
  readonly #options: StateKeeperOptions;
  #current: CompanionState = {
    server: 'starting',
    index: 'starting',
    progress: null,
    problem: null,
    modelProblem: null,
    missingModel: null,
  };
  #progressToldAt = 0;

  constructor(options: StateKeeperOptions) {
    this.#options = options;
  }

  get current(): CompanionState {
    return this.#current;
  }

  /** Changes the given parts of the state. */
  tell(change: Partial<CompanionState>): void {
    if (this.#options.isEnded()) return;
    this.#current = { ...this.#current, ...change };
    this.#options.onChange(this.#current);
  }

  tellProgress(progress: IndexProgress): void {
    const now = performance.now();
    const isLast = progress.done === progress.total;
    if (this.#current.index === 'failed' || (!isLast && now - this.#progressToldAt < PROGRESS_EVERY_MS)) return;
    this.#progressToldAt = now;
    this.#options.send({ type: 'index-progress', ...progress });
    if (this.#current.index === 'indexing') this.tell({ progress });
  }

  tellReady(): void {
    this.tell({ index: 'ready', progress: null });
    this.#options.send({ type: 'ready' });
  }

  /** What a new listener is told about the index; null if nothing yet. */
  greeting(): PluginEvent | null {
    const { index, progress } = this.#current;
    if (index === 'ready') return { type: 'ready' };
    return progress === null ? null : { type: 'index-progress', ...progress };
  }
}

/** An error in words for a person. */
export function wordsOf(error: unknown): string {
  return error instanceof VaultLoomError ? [error.message, error.hint].filter(Boolean).join(' ') : String(error);
}

/** `Name: message` without the name, which means nothing to a person. */
export function withoutName(problem: string): string {
  return problem.replace(/^\w*Error: /u, '');
}
