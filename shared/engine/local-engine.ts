import { join } from 'node:path';
import { VaultLoomError } from '../protocol/errors.ts';
import type { SearchFound, SearchInput } from '../protocol/schemas/find.ts';
import type { IndexStatusOutput, ReindexInput, ReindexOutput } from '../protocol/schemas/maintenance.ts';
import { Slicer } from '../kit/work/slices.ts';
import { GraphCompute } from '../graph/compute/graph-compute.ts';
import { IGNORE_FILE } from '../vault/rules/ignore-rules.ts';
import { isVaultPath } from '../vault/paths.ts';
import { QuietTimer } from '../kit/time/quiet-timer.ts';
import type { VaultChange } from '../vault/vault-source.ts';
import type { EngineHost } from './engine.ts';
import type { IndexProgress, RefreshInput, RefreshResult } from '../protocol/engine-messages.ts';
import type { LocalEngineOptions } from './engine-options.ts';
import { ANSWERED_METHODS, ENGINE_ROUTES, type AnsweredMethod } from './engine-routes.ts';
import { questionMethods } from './question-methods.ts';
import type { Answer, AnswerParts } from '../answers/answer-parts.ts';
import { indexStatus, type StatusFacts } from '../answers/status-query.ts';
import { describeError } from '../protocol/describe-error.ts';
import type { MissingModel } from '../embeddings/embedder.ts';
import { EmbeddingService } from '../meaning/embedding-service.ts';
import { embeddingFacts } from '../meaning/embedding-status.ts';
import { FreshNotes } from '../answers/names/fresh-notes.ts';
import { IndexKeeper } from '../index/index-keeper.ts';
import { HugeNotes } from '../index/huge-notes.ts';
import { LikeNotes } from '../meaning/like-notes.ts';
import { Meaning } from '../meaning/meaning.ts';
import type { NoteIndex } from '../index/note-index.ts';
import { MapService } from '../answers/map/map-service.ts';
import { NoteNeighbours } from '../answers/map/note-neighbours.ts';
import { RankService, type StoredBridging } from '../answers/rank-service.ts';
import { indexNotReady, Readiness } from './readiness.ts';
import { querySearch, type SearchParts } from '../answers/search/search-query.ts';
import { ThemeService } from '../answers/theme-service.ts';
import { VECTORS_FOLDER } from '../meaning/vectors/saved-vectors.ts';
import { warmUp } from './warm-up.ts';
import { within } from '../kit/time/deadline.ts';

/** Themes and bridging are computed anew when the links have been quiet for this long. */
const QUIET_MS = 5_000;
const QUIET_LATEST_MS = 120_000;
/** A worker takes some 40 MB; requests come in bursts, after the links have been quiet. */
const WORKER_IDLE_MS = 3_000;
/** How long a query waits for changes just reported. */
const CATCH_UP_MS = 100;
/** Indexing this many leaves enough garbage to collect. */
const MANY_NOTES = 1_000;
const BRIDGING_KIND = 'bridging';
const THEMES_KIND = 'themes';
const MAP_KIND = 'map';

/** The engine in this process: an index kept in step with one vault, and answers from it. */
export class LocalEngine extends questionMethods(ANSWERED_METHODS) implements EngineHost {
  readonly #options: LocalEngineOptions;
  readonly #slicer: Slicer;
  readonly #keeper: IndexKeeper;
  readonly #compute: GraphCompute;
  readonly #fresh: FreshNotes;
  readonly #huge: HugeNotes;
  readonly #ranks: RankService;
  readonly #themes: ThemeService;
  readonly #map: MapService;
  readonly #neighbours: NoteNeighbours;
  readonly #likeNotes: LikeNotes;
  readonly #embeddings: EmbeddingService;
  readonly #meaning: Meaning;
  readonly #parts: AnswerParts;
  readonly #whenQuiet: QuietTimer;
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  #state: StatusFacts['state'] = 'starting';
  #progress: IndexProgress | null = null;
  #initError: string | null = null;
  /** Notes are as they are in the vault. */
  readonly #searchable: Readiness;
  /** So are their links. */
  readonly #ready: Readiness;
  #stopWatching: (() => Promise<void>) | null = null;
  /** Work a refresh left for later. */
  #refreshing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: LocalEngineOptions) {
    super();
    this.#options = options;
    this.#searchable = new Readiness(options.schedule);
    this.#ready = new Readiness(options.schedule);
    this.#slicer = new Slicer(options.sliceBudgetMs, options.yieldToLoop);
    this.#compute = new GraphCompute(options.spawnWorker, { idleMs: WORKER_IDLE_MS, schedule: options.schedule });
    this.#whenQuiet = new QuietTimer(QUIET_MS, QUIET_LATEST_MS, () => void this.#recompute(), options.schedule);
    this.#keeper = new IndexKeeper({
      ...options,
      slicer: this.#slicer,
      onProgress: (progress) => this.#report(progress),
      onChanged: () => {
        this.#whenQuiet.touch();
        this.#embeddings.touch();
      },
    });
    this.#embeddings = new EmbeddingService({
      ...options,
      index: () => this.#keeper.index,
      readTexts: (record) => this.#keeper.readTexts(record),
      folder: options.vectorsFolder ?? (async () => join(await options.indexFolder(), VECTORS_FOLDER)),
      slicer: this.#slicer,
    });
    this.#meaning = new Meaning(this.#embeddings, {
      ...options,
      index: () => this.#keeper.index,
      slicer: this.#slicer,
    });
    this.#huge = new HugeNotes({ ...options, keeper: this.#keeper, onError: (error) => this.#notFollowed(error) });
    this.#fresh = new FreshNotes(options.source, this.#keeper, this.#huge);
    const shared = {
      index: () => this.#keeper.index,
      compute: this.#compute,
      slicer: this.#slicer,
      changes: this.#keeper.changes,
    };
    this.#ranks = new RankService({ ...shared, save: (bridging) => this.#keeper.putJson(BRIDGING_KIND, bridging) });
    this.#themes = new ThemeService({
      ...shared,
      compact: () => this.#ranks.compact(true),
      save: (themes) => this.#keeper.putJson(THEMES_KIND, themes),
    });
    this.#likeNotes = new LikeNotes(this.#embeddings, shared);
    this.#neighbours = new NoteNeighbours({ ...shared, likeNotes: this.#likeNotes });
    this.#map = new MapService({
      ...shared,
      ranks: this.#ranks,
      neighbours: this.#neighbours,
      saved: () => this.#keeper.getJson(MAP_KIND),
      save: (map) => this.#keeper.putJson(MAP_KIND, map),
    });
    this.#parts = this.#answerParts();
  }

  async start(): Promise<void> {
    try {
      this.#state = 'indexing';
      await this.#options.beforeStart?.();
      this.#stopWatching = await this.#options.source.watch((change) => this.#follow(change));
      const { indexed } = await this.#keeper.open(() => this.#searchable.reached());
      this.#state = 'ready';
      this.#progress = null;
      this.#searchable.reached();
      this.#ready.reached();
      void this.#afterStart(indexed).catch((error: unknown) => {
        if (!this.#closed) this.#options.log('warn', `Background work failed: ${String(error)}`);
      });
    } catch (error) {
      if (this.#closed) return;
      this.#state = 'failed';
      this.#initError = describeError(error);
      this.#fail(new VaultLoomError('internal', `The index could not be opened: ${this.#initError}`, { cause: error }));
      this.#options.log('error', this.#initError);
    }
  }

  /** `Name: message` of the error that keeps the index from being opened; null if none. */
  get indexProblem(): string | null {
    return this.#initError;
  }

  /** `Name: message` of the error that keeps the embedder from working; null if none. Cheap. */
  get modelProblem(): string | null {
    return this.#embeddings.problem;
  }

  /** The file that the model lacks on this computer; null if none. Cheap. */
  get missingModel(): MissingModel | null {
    return this.#embeddings.missing;
  }

  /** If a file is missing, or only query texts have failed, checks whether that is still so; everything else is retried anyway. Never rejects. */
  tryModel(): Promise<void> {
    return this.#embeddings.tryAgain();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#whenQuiet.cancel();
    this.#neighbours.close();
    this.#fail(new VaultLoomError('internal', 'The engine is closing.'));
    await Promise.all([this.#stopWatching?.(), this.#compute.close(), this.#keeper.close(), this.#embeddings.close()]);
  }

  onProgress(listener: (progress: IndexProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Queries about links may wait a moment longer. */
  async whenReady({ timeoutMs }: { timeoutMs: number }): Promise<{ ready: true }> {
    await this.#searchable.wait(() => indexNotReady(this.#progress), timeoutMs);
    return { ready: true };
  }

  async search(input: SearchInput): Promise<SearchFound> {
    if (input.mode !== 'fulltext') void this.#meaning.expect(input.query);
    return querySearch(this.#searchParts(await this.#searchableIndex()), input);
  }

  /** Answers by a file of `answers`. */
  override async question(method: AnsweredMethod, input: unknown): Promise<unknown> {
    // The table pairs each question with its own input.
    const answer = (await ENGINE_ROUTES[method].answer()) as Answer<unknown, unknown>;
    return answer(this.#parts, input);
  }

  async reindex(input: ReindexInput): Promise<ReindexOutput> {
    const index = await this.#index();
    const started = performance.now();
    const edges = index.edgesSet;
    this.#state = 'indexing';
    try {
      const counts = await this.#keeper.verifyAll();
      this.#embeddings.retry();
      return {
        nodesIndexed: counts.indexed,
        nodesSkipped: counts.skipped,
        edgesIndexed: this.#keeper.index.edgesSet - edges,
        stubNodesCreated: counts.stubsCreated,
        stubsPruned: counts.stubsPruned,
        communitiesDetected: await this.#themes.reindex(input.resolution),
        durationMs: Math.round(performance.now() - started),
      };
    } finally {
      this.#state = 'ready';
      this.#progress = null;
    }
  }

  /** Does not wait for the index; just-hidden files are not named either way. */
  async status(): Promise<IndexStatusOutput> {
    const { source } = this.#options;
    await source.lookAtRules();
    const isHidden = (path: string): boolean => [path, `${path}/`].some((form) => source.visibility(form) === 'hidden');
    return indexStatus(this.#keeper.index, {
      host: this.#options.host,
      hostNote:
        [this.#keeper.note, this.#options.embedderNote?.() ?? null].filter((note) => note !== null).join(' ') || null,
      state: this.#state,
      progress: this.#progress,
      initError: this.#initError,
      reasons: [...this.#keeper.reasons, ...this.#embeddings.library.reasons],
      embedding: embeddingFacts(this.#embeddings, this.#keeper.index, isHidden),
      warnings: this.#keeper.warnings,
      isHidden: (path) => path !== IGNORE_FILE && isHidden(path),
    });
  }

  async refresh({ paths, later = [] }: RefreshInput): Promise<RefreshResult> {
    // Taken in by this pass and no other, so that its results are counted.
    await this.#atRest();
    const files = paths.filter(isVaultPath);
    const now = await this.#huge.leaveForLater(files);
    const { indexed, skipped, removed, stubsCreated, stubsPruned } = await this.#keeper.follow(
      { files: now, folders: [], rules: false },
      'hash',
    );
    if (later.length > 0)
      this.#refreshing = this.#follow({ files: later.filter(isVaultPath), folders: [], rules: false });
    return { refreshed: indexed + skipped + removed + files.length - now.length, stubsCreated, stubsPruned };
  }

  prepareWrite(): Promise<{ prepared: true }> {
    return Promise.resolve({ prepared: true });
  }

  afterWrite(): Promise<{ settled: true }> {
    return Promise.resolve({ settled: true });
  }

  /** With every note searchable. */
  async #searchableIndex(): Promise<NoteIndex> {
    await this.#searchable.wait(() => indexNotReady(this.#progress));
    await this.#refreshing;
    await this.#catchUp();
    await this.#heedRules();
    return this.#keeper.index;
  }

  /** With every note matching its file. */
  async #index(): Promise<NoteIndex> {
    await this.#current();
    await this.#huge.recorded();
    return this.#keeper.index;
  }

  /** The same, but for what a huge note holds that was changed a moment ago. */
  async #current(): Promise<NoteIndex> {
    await this.#atRest();
    await this.#catchUp();
    return this.#keeper.index;
  }

  async #atRest(): Promise<void> {
    await this.#ready.wait(() => indexNotReady(this.#progress));
    await this.#refreshing;
    await this.#heedRules();
  }

  /** The answer includes what other programs wrote before the query, unless that is too much. */
  #catchUp(): Promise<void> {
    return within(CATCH_UP_MS, this.#options.source.catchUp(), this.#options.schedule);
  }

  /** What the person hides is hidden from the next question on. */
  async #heedRules(): Promise<void> {
    await this.#options.source.lookAtRules();
    await this.#keeper.heedRules();
  }

  #answerParts(): AnswerParts {
    const keeper = this.#keeper;
    return {
      ready: () => this.#index(),
      current: () => this.#current(),
      searchable: () => this.#searchableIndex(),
      get index() {
        return keeper.index;
      },
      source: this.#options.source,
      fresh: this.#fresh,
      ranks: this.#ranks,
      themes: this.#themes,
      map: this.#map,
      meaning: this.#meaning,
      likeNotes: this.#likeNotes,
      vectorsReady: (waitMs) => this.#vectorsReady(waitMs),
      embedded: () => this.#embeddings.embedded,
      readChunk: (id, chunk) => keeper.readChunk(id, chunk),
    };
  }

  #vectorsReady(waitMs: number): Promise<void> {
    return within(waitMs, this.#embeddings.open(), this.#options.schedule);
  }

  #fail(error: VaultLoomError): void {
    this.#searchable.failed(error);
    this.#ready.failed(error);
  }

  async #follow(change: VaultChange): Promise<void> {
    try {
      await this.#keeper.follow({ ...change, files: await this.#huge.leaveForLater(change.files) });
    } catch (error) {
      this.#notFollowed(error);
    }
  }

  #notFollowed(error: unknown): void {
    if (!this.#closed) this.#options.log('error', `A change of the vault could not be processed: ${String(error)}`);
  }

  #searchParts(index: NoteIndex): SearchParts {
    return {
      index,
      readChunk: (id, chunk) => this.#keeper.readChunk(id, chunk),
      meaning: this.#meaning,
      vectorsReady: (waitMs) => this.#vectorsReady(waitMs),
      firstVectors: (waitMs) => this.#embeddings.firstVectors(waitMs),
      isMeaningOff: () => this.#embeddings.kind === 'none',
      embedded: () => this.#embeddings.embedded,
    };
  }

  async #afterStart(indexed: number): Promise<void> {
    void this.#embeddings.open();
    await this.#keeper.save();
    const [themes, bridging] = await Promise.all([
      this.#keeper.getJson(THEMES_KIND),
      this.#keeper.getJson(BRIDGING_KIND),
    ]);
    if (bridging !== null) await this.#ranks.restore(bridging as StoredBridging);
    await this.#themes.restore(themes);
    await this.#recompute();
    await this.#embeddings.open();
    await warmUp(this.#searchParts(this.#keeper.index), this.#slicer, () => this.#closed);
    if (indexed < MANY_NOTES) return;
    await this.#embeddings.learned();
    if (!this.#closed) await this.#options.releaseMemory?.();
  }

  async #recompute(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#themes.refresh();
      await this.#ranks.refreshBridging();
    } catch (error) {
      if (!this.#closed) this.#options.log('warn', `Themes and ranks could not be computed: ${String(error)}`);
    }
  }

  #report(progress: IndexProgress): void {
    if (this.#state !== 'indexing') return;
    this.#progress = progress;
    for (const listener of this.#listeners) listener(progress);
  }
}
