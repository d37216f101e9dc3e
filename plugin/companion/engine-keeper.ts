import { withStop } from '../../shared/kit/text/with-stop.ts';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { indexNotReady } from '../../shared/engine/readiness.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import type { OpenedWriting } from '../../shared/tools/write/parts/writing-parts.ts';
import type { AppEngine } from './app-engine.ts';
import { withoutName, wordsOf, type StateKeeper } from './companion-state.ts';
import { settle } from './settle.ts';

export interface EngineKeeperOptions {
  /** Makes the engine for the current settings. */
  create: () => Promise<AppEngine>;
  state: StateKeeper;
  schedule: Schedule;
  /** Called when the index has been ready for some seconds. */
  warmUp: () => Promise<void>;
  /** Once true, no engine is opened. */
  isEnded: () => boolean;
}

const WARM_UP_MS = 5_000;
const LOOK_AT_MODEL_MS = 500;
/** A model that failed is retried this often. */
const TRY_MODEL_MS = 5_000;

/** Opens, watches and replaces the companion's engine. One call of `open` or `reopen` at a time. */
export class EngineKeeper {
  readonly #options: EngineKeeperOptions;
  #opened: AppEngine | null = null;
  #cancelWarmUp: () => void = () => undefined;
  #cancelModelLook: () => void = () => undefined;

  constructor(options: EngineKeeperOptions) {
    this.#options = options;
  }

  /** Null while none is open. */
  get engine(): EngineHost | null {
    return this.#opened?.engine ?? null;
  }

  /**
   * Engine and way to the disk, for a call that writes.
   *
   * @throws VaultLoomError `index_not_ready`, `internal` if the engine could not be opened
   */
  async writable(): Promise<{ engine: EngineHost; writing: OpenedWriting }> {
    const engine = this.askable();
    const { index, progress } = this.#options.state.current;
    if (index !== 'ready' || this.#opened === null) throw indexNotReady(progress);
    return { engine, writing: await this.#opened.writing() };
  }

  /**
   * The engine, for a request.
   *
   * @throws VaultLoomError `index_not_ready`, `internal` if it could not be opened
   */
  askable(): EngineHost {
    if (this.#opened !== null) return this.#opened.engine;
    const { index, problem, progress } = this.#options.state.current;
    if (index === 'failed')
      throw new VaultLoomError('internal', withStop(`The index could not be opened: ${problem ?? 'unknown error'}`));
    throw indexNotReady(progress);
  }

  /** Opens an engine and lets it index in the background. Never rejects: failures go into the state. */
  async open(): Promise<void> {
    const { create, state, isEnded } = this.#options;
    state.tell({ index: 'starting', progress: null, problem: null, modelProblem: null, missingModel: null });
    let opened: AppEngine;
    try {
      opened = await create();
    } catch (error) {
      console.error('Vault Loom could not open its index:', error);
      return state.tell({ index: 'failed', problem: wordsOf(error) });
    }
    if (isEnded()) return opened.close();
    this.#opened = opened;
    opened.engine.onProgress((progress) => state.tellProgress(progress));
    state.tell({ index: 'indexing' });
    void settle([this.#start(opened)]);
  }

  async reopen(): Promise<void> {
    await settle([this.release()?.close()]);
    if (!this.#options.isEnded()) await this.open();
  }

  /** Retries a model that failed, or looks for its missing file, and tells how it went. Never rejects. */
  async tryModel(): Promise<void> {
    const opened = this.#opened;
    if (opened === null) return;
    await opened.tryModel();
    this.#lookAfterModel(opened, performance.now());
  }

  /** Cancels what is planned. */
  stop(): void {
    this.#cancelWarmUp();
    this.#cancelModelLook();
  }

  /** Hands over the engine for closing: from now on it is not asked. */
  release(): AppEngine | null {
    const released = this.#opened;
    this.#opened = null;
    return released;
  }

  async #start(opened: AppEngine): Promise<void> {
    const { state, schedule, warmUp } = this.#options;
    await opened.engine.start();
    if (this.#opened !== opened) return;
    const { index: problem } = opened.problems();
    if (problem !== null) return state.tell({ index: 'failed', progress: null, problem });
    this.#lookAfterModel(opened, performance.now());
    state.tellReady();
    this.#cancelWarmUp();
    this.#cancelWarmUp = schedule(() => void warmUp(), WARM_UP_MS);
  }

  /** A model may fail at any time, for instance because the program that runs it was closed, and may come back. */
  #lookAfterModel(opened: AppEngine, triedAt: number): void {
    const { state, schedule, isEnded } = this.#options;
    if (this.#opened !== opened || isEnded()) return;
    const { model, missing } = opened.problems();
    const modelProblem = model === null || missing !== null ? null : withoutName(model);
    const { current } = state;
    if (modelProblem !== current.modelProblem || missing?.message !== current.missingModel?.message)
      state.tell({ modelProblem, missingModel: missing });
    const now = performance.now();
    const isDue = model !== null && now - triedAt > TRY_MODEL_MS;
    if (isDue) void opened.tryModel();
    this.#cancelModelLook();
    this.#cancelModelLook = schedule(() => this.#lookAfterModel(opened, isDue ? now : triedAt), LOOK_AT_MODEL_MS);
  }
}
