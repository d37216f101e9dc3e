import { VaultLoomError } from '../protocol/errors.ts';
import type { SearchFound, SearchInput } from '../protocol/schemas/find.ts';
import type { IndexStatusOutput, ReindexInput, ReindexOutput } from '../protocol/schemas/maintenance.ts';
import { describeError } from '../protocol/describe-error.ts';
import type { IndexProgress, PrepareInput, RefreshInput, RefreshResult } from '../protocol/engine-messages.ts';
import type { Answer, AnswerParts } from '../answers/answer-parts.ts';
import { answerSearch } from '../answers/search/answer-search.ts';
import type { Slicer } from '../kit/concurrency/slices.ts';
import { FirstPages } from '../answers/search/first-pages.ts';
import type { SearchParts } from '../answers/search/search-query.ts';
import { indexStatus, type StatusFacts } from '../answers/status-query.ts';
import type { NoteIndex } from '../index/note-index.ts';
import { within } from '../kit/time/deadline.ts';
import { embeddingFacts } from '../meaning/embedding-status.ts';
import { IGNORE_FILE } from '../vault/rules/ignore-rules.ts';
import type { MissingModel } from '../embeddings/embedder.ts';
import { BackgroundWork } from './background-work.ts';
import { CurrentIndex } from './current-index.ts';
import type { EngineHost } from './engine.ts';
import type { LocalEngineOptions } from './engine-options.ts';
import { ANSWERED_METHODS, ENGINE_ROUTES, type AnsweredMethod } from './engine-routes.ts';
import { createServices, type EngineServices } from './engine-services.ts';
import { questionMethods } from './question-methods.ts';

/** The engine in this process: an index kept in step with one vault, and answers from it. */
export class LocalEngine extends questionMethods(ANSWERED_METHODS) implements EngineHost {
  readonly #options: LocalEngineOptions;
  readonly #services: EngineServices;
  readonly #current: CurrentIndex;
  readonly #background: BackgroundWork;
  readonly #parts: AnswerParts;
  readonly #firstPages = new FirstPages();
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  #state: StatusFacts['state'] = 'starting';
  #progress: IndexProgress | null = null;
  #initError: string | null = null;
  #stopWatching: (() => Promise<void>) | null = null;
  #closed = false;

  constructor(options: LocalEngineOptions) {
    super();
    this.#options = options;
    const onNotFollowed = (error: unknown): void => this.#notFollowed(error);
    this.#services = createServices(options, {
      onProgress: (progress) => this.#report(progress),
      onChanged: () => this.#background.touch(),
      onNotFollowed,
    });
    this.#current = new CurrentIndex({ ...options, progress: () => this.#progress, onNotFollowed }, this.#services);
    this.#background = new BackgroundWork(options, this.#services);
    this.#parts = this.#answerParts();
  }

  async start(): Promise<void> {
    try {
      this.#state = 'indexing';
      await this.#options.beforeStart?.();
      this.#stopWatching = await this.#options.source.watch((change) => this.#current.follow(change));
      const { indexed } = await this.#services.keeper.open(() => this.#current.becameSearchable());
      this.#state = 'ready';
      this.#progress = null;
      this.#current.becameReady();
      void this.#background.start(indexed, () => this.#searchParts(this.#services.keeper.index, this.#parts.slicer));
    } catch (error) {
      if (this.#closed) return;
      this.#state = 'failed';
      this.#initError = describeError(error);
      this.#current.fail(
        isVaultGone(error)
          ? error
          : new VaultLoomError('internal', `The index could not be opened: ${this.#initError}`, { cause: error }),
      );
      this.#options.log('error', this.#initError);
    }
  }

  /** `Name: message` of the error that keeps the index from being opened; null if none. */
  get indexProblem(): string | null {
    return this.#initError;
  }

  /** `Name: message` of the error that keeps the embedder from working; null if none. Cheap. */
  get modelProblem(): string | null {
    return this.#services.embeddings.problem;
  }

  /** The file that the model lacks on this computer; null if none. Cheap. */
  get missingModel(): MissingModel | null {
    return this.#services.embeddings.missing;
  }

  /**
   * If a file is missing, or only query texts have failed, checks whether that is still so; everything else is retried
   * anyway. Never rejects.
   */
  tryModel(): Promise<void> {
    return this.#services.embeddings.tryAgain();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const { compute, keeper, embeddings, neighbours } = this.#services;
    this.#background.close();
    neighbours.close();
    this.#current.fail(new VaultLoomError('internal', 'The engine is closing.'));
    await Promise.all([this.#stopWatching?.(), compute.close(), keeper.close(), embeddings.close()]);
  }

  onProgress(listener: (progress: IndexProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Queries about links may wait a moment longer. */
  async whenReady({ timeoutMs }: { timeoutMs: number }): Promise<{ ready: true }> {
    await this.#current.whenSearchable(timeoutMs);
    return { ready: true };
  }

  async search(input: SearchInput, signal?: AbortSignal): Promise<SearchFound> {
    const parts = this.#partsUntil(signal);
    return answerSearch(parts, input, async () => {
      if (input.mode !== 'fulltext' && input.query !== undefined) void this.#services.meaning.expect(input.query);
      return this.#searchParts(await this.#current.searchable(), parts.slicer);
    });
  }

  /** Answers by a file of `answers`. */
  override async question(method: AnsweredMethod, input: unknown, signal?: AbortSignal): Promise<unknown> {
    // The table pairs each question with its own input.
    const answer = (await ENGINE_ROUTES[method].answer()) as Answer<unknown, unknown>;
    return answer(this.#partsUntil(signal), input);
  }

  async reindex(input: ReindexInput): Promise<ReindexOutput> {
    const { keeper, embeddings, themes } = this.#services;
    const index = await this.#current.ready();
    const started = performance.now();
    const edges = index.edgesSet;
    this.#state = 'indexing';
    try {
      const counts = await keeper.verifyAll();
      embeddings.retry();
      return {
        nodesIndexed: counts.indexed,
        nodesSkipped: counts.skipped,
        edgesIndexed: keeper.index.edgesSet - edges,
        stubNodesCreated: counts.stubsCreated,
        stubsPruned: counts.stubsPruned,
        communitiesDetected: await themes.reindex(input.resolution),
        durationMs: Math.round(performance.now() - started),
      };
    } finally {
      this.#state = 'ready';
      this.#progress = null;
    }
  }

  /** Does not wait for the index; just-hidden files are not named either way. */
  async status(): Promise<IndexStatusOutput> {
    const { source, host, embedderNote } = this.#options;
    const { keeper, embeddings, slicer } = this.#services;
    slicer.makeWay();
    const notes = [keeper.note, embeddings.library.savingProblem, embedderNote?.() ?? null];
    const vaultProblem = await (source.lookAtFolder?.() ?? Promise.resolve()).then(() => null, describeError);
    // With the folder gone, so are the rules: what they hid stays hidden.
    if (vaultProblem === null) await source.lookAtRules();
    const isHidden = (path: string): boolean => [path, `${path}/`].some((form) => source.visibility(form) === 'hidden');
    return indexStatus(keeper.index, {
      host,
      hostNote: notes.filter((note) => note !== null).join(' ') || null,
      state: this.#state,
      progress: this.#progress,
      initError: this.#initError,
      vaultProblem,
      reasons: [...keeper.reasons, ...embeddings.library.reasons],
      embedding: embeddingFacts(embeddings, keeper.index, isHidden),
      warnings: keeper.warnings,
      isHidden: (path) => path !== IGNORE_FILE && isHidden(path),
    });
  }

  refresh(input: RefreshInput): Promise<RefreshResult> {
    return this.#current.refresh(input);
  }

  prepareWrite({ paths, writing = false }: PrepareInput): Promise<{ prepared: true }> {
    if (writing) this.#current.writesBegin(paths);
    return Promise.resolve({ prepared: true });
  }

  afterWrite({ paths }: { paths: string[] }): Promise<{ settled: true }> {
    this.#current.writesEnd(paths);
    return Promise.resolve({ settled: true });
  }

  /** For an answer that is given up once the signal aborts. */
  #partsUntil(signal: AbortSignal | undefined): AnswerParts {
    if (signal === undefined) return this.#parts;
    const slicer = this.#parts.slicer.stoppedBy(signal);
    // Its getters have to stay getters.
    return Object.create(this.#parts, { slicer: { value: slicer } }) as AnswerParts;
  }

  #answerParts(): AnswerParts {
    const { keeper, fresh, ranks, themes, map, meaning, likeNotes, copies, embeddings, slicer } = this.#services;
    return {
      ready: () => this.#current.ready(),
      current: () => this.#current.current(),
      searchable: () => this.#current.searchable(),
      soFar: () => this.#current.soFar(),
      get index() {
        return keeper.index;
      },
      source: this.#options.source,
      language: this.#options.language ?? (() => Promise.resolve('en')),
      slicer,
      fresh,
      ranks,
      themes,
      map,
      meaning,
      likeNotes,
      copies,
      vectorsReady: (waitMs) => this.#vectorsReady(waitMs),
      embedded: () => embeddings.embedded,
      readChunk: (id, chunk) => keeper.texts.readChunk(id, chunk),
    };
  }

  #searchParts(index: NoteIndex, slicer: Slicer): SearchParts {
    const { keeper, meaning, embeddings } = this.#services;
    return {
      index,
      readChunk: (id, chunk) => keeper.texts.readChunk(id, chunk),
      read: (path) => this.#options.source.read(path),
      meaning,
      vectorsReady: (waitMs) => this.#vectorsReady(waitMs),
      firstVectors: (waitMs) => embeddings.firstVectors(waitMs),
      isMeaningOff: () => embeddings.kind === 'none',
      embedded: () => embeddings.embedded,
      firstPages: this.#firstPages,
      slicer,
    };
  }

  #vectorsReady(waitMs: number): Promise<void> {
    return within(waitMs, this.#services.embeddings.open(), this.#options.schedule);
  }

  #notFollowed(error: unknown): void {
    if (!this.#closed) this.#options.log('error', `A change of the vault could not be processed: ${String(error)}`);
  }

  #report(progress: IndexProgress): void {
    if (this.#state !== 'indexing') return;
    this.#progress = progress;
    if (progress.done > 0) this.#current.began();
    for (const listener of this.#listeners) listener(progress);
  }
}

function isVaultGone(error: unknown): error is VaultLoomError {
  return error instanceof VaultLoomError && error.code === 'vault_not_found';
}
