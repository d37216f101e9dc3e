import type { NoteIndex } from '../index/note-index.ts';
import { filterSteps } from '../kit/concurrency/long-lists.ts';
import { within } from '../kit/time/deadline.ts';
import type { VaultLoomError } from '../protocol/errors.ts';
import type { IndexProgress, RefreshInput, RefreshResult } from '../protocol/engine-messages.ts';
import { scheduleTimeout } from '../kit/time/schedule.ts';
import { isVaultPath } from '../vault/paths.ts';
import type { VaultChange } from '../vault/vault-source.ts';
import type { LocalEngineOptions } from './engine-options.ts';
import type { EngineServices } from './engine-services.ts';
import { indexNotReady, Readiness } from './readiness.ts';
import { WritesUnderWay } from './writes-under-way.ts';

/** How long a query waits for changes just reported. */
const CATCH_UP_MS = 100;

export interface CurrentIndexOptions extends Pick<LocalEngineOptions, 'source' | 'schedule'> {
  progress: () => IndexProgress | null;
  onNotFollowed: (error: unknown) => void;
}

/**
 * Follows the vault, and gives a question the index as current as it needs. All that wait throw `index_not_ready` after
 * 45 s, what the index failed with, and `vault_not_found` while the vault's folder is gone.
 */
export class CurrentIndex {
  readonly #options: CurrentIndexOptions;
  readonly #services: Pick<EngineServices, 'keeper' | 'huge' | 'slicer'>;
  /** Notes are as they are in the vault. */
  readonly #searchable: Readiness;
  /** So are their links. */
  readonly #linked: Readiness;
  /** Some notes are read, or all. */
  readonly #begun: Readiness;
  readonly #writes: WritesUnderWay;
  #isSearchable = false;
  /** Work a refresh left for later. */
  #refreshing: Promise<void> = Promise.resolve();

  constructor(options: CurrentIndexOptions, services: Pick<EngineServices, 'keeper' | 'huge' | 'slicer'>) {
    this.#options = options;
    this.#services = services;
    this.#searchable = new Readiness(options.schedule);
    this.#linked = new Readiness(options.schedule);
    this.#begun = new Readiness(options.schedule);
    this.#writes = new WritesUnderWay({
      follow: (change) => void this.follow(change),
      schedule: options.schedule ?? scheduleTimeout,
    });
  }

  /** Notes are being read; {@link CurrentIndexOptions.progress} tells how many are. */
  began(): void {
    this.#begun.reached();
  }

  /** Notes can be searched; links may still be resolved. */
  becameSearchable(): void {
    this.#isSearchable = true;
    this.#begun.reached();
    this.#searchable.reached();
  }

  becameReady(): void {
    this.becameSearchable();
    this.#linked.reached();
  }

  /** All that wait, now or later, get this error. */
  fail(error: VaultLoomError): void {
    this.#begun.failed(error);
    this.#searchable.failed(error);
    this.#linked.failed(error);
    this.#writes.close();
  }

  async whenSearchable(timeoutMs?: number): Promise<void> {
    await this.#searchable.wait(() => indexNotReady(this.#options.progress()), timeoutMs);
  }

  /** With every note searchable. */
  async searchable(): Promise<NoteIndex> {
    await this.whenSearchable();
    this.#services.slicer.makeWay();
    await this.#refreshing;
    await this.#options.source.lookAtFolder?.();
    await this.#catchUp();
    await this.#heedRules();
    return this.#services.keeper.index;
  }

  /**
   * The index of what has been read so far. `reading` says how much; null once all is read. Waits until reading has
   * begun.
   */
  async soFar(): Promise<{ index: NoteIndex; reading: IndexProgress | null }> {
    await this.#begun.wait(() => indexNotReady(this.#options.progress()));
    this.#services.slicer.makeWay();
    const reading = this.#isSearchable ? null : this.#options.progress();
    if (reading === null) return { index: await this.searchable(), reading };
    await this.#options.source.lookAtFolder?.();
    // Until all is read, the index does not heed rules that have changed; whoever asks looks at the source.
    await this.#options.source.lookAtRules();
    return { index: this.#services.keeper.index, reading };
  }

  /** With every note matching its file. */
  async ready(): Promise<NoteIndex> {
    await this.current();
    await this.#services.huge.recorded();
    return this.#services.keeper.index;
  }

  /** The same, except for huge notes changed a moment ago. */
  async current(): Promise<NoteIndex> {
    await this.#atRest();
    await this.#catchUp();
    return this.#services.keeper.index;
  }

  async follow(change: VaultChange): Promise<void> {
    const { keeper, huge } = this.#services;
    const now = this.#writes.split(change);
    if (now.files.length === 0 && now.folders.length === 0 && !now.rules) return;
    try {
      await keeper.follow({ ...now, files: await huge.leaveForLater(now.files) });
    } catch (error) {
      this.#options.onNotFollowed(error);
    }
  }

  /** A tool is about to write these files. If they are many, what is reported of them waits until it has. */
  writesBegin(paths: readonly string[]): void {
    this.#writes.begin(paths);
  }

  /** It has written them, or has failed to. */
  writesEnd(paths: readonly string[]): void {
    this.#writes.end(paths);
  }

  /** Reads files that a tool has just written. */
  async refresh({ paths, later = [] }: RefreshInput): Promise<RefreshResult> {
    // Taken in by this pass and no other, so that its results are counted.
    await this.#atRest();
    const files = await this.#services.slicer.run(filterSteps(paths, isVaultPath));
    const after = await this.#services.slicer.run(filterSteps(later, isVaultPath));
    const now = await this.#services.huge.leaveForLater(files);
    const counts = await this.#services.keeper.reread(now, 'hash');
    this.#writes.take([...paths, ...later]);
    if (later.length > 0) this.#refreshing = this.follow({ files: after, folders: [], rules: false });
    const { indexed, skipped, removed, stubsCreated, stubsPruned } = counts;
    return { refreshed: indexed + skipped + removed + files.length - now.length, stubsCreated, stubsPruned };
  }

  async #atRest(): Promise<void> {
    await this.#linked.wait(() => indexNotReady(this.#options.progress()));
    this.#services.slicer.makeWay();
    await this.#refreshing;
    await this.#options.source.lookAtFolder?.();
    await this.#heedRules();
  }

  /** The answer includes what other programs wrote before the query, unless that is too much. */
  #catchUp(): Promise<void> {
    return within(CATCH_UP_MS, this.#options.source.catchUp(), this.#options.schedule);
  }

  /** What the person hides is hidden from the next question on. */
  async #heedRules(): Promise<void> {
    await this.#options.source.lookAtRules();
    await this.#services.keeper.heedRules();
  }
}
