import { moment, type App } from 'obsidian';
import { once } from '../../shared/kit/concurrency/once.ts';
import { isEmbedderChosen, rememberEmbedder } from '../../shared/embeddings/chosen-embedders.ts';
import { BUILT_IN_MODEL } from '../../shared/embeddings/use/weights/built-in-model.ts';
import { modelsFolder } from '../../shared/embeddings/use/weights/model-file.ts';
import type { EngineHost } from '../../shared/engine/engine.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import type { MovedFile } from '../../shared/protocol/engine-messages.ts';
import type { PluginSettings } from '../../shared/protocol/plugin-settings.ts';
import { keepAppLanguage } from '../../shared/vault/app-language.ts';
import { dataFolder } from '../../shared/vault/data-folders.ts';
import { RuleFiles } from '../../shared/vault/rules/rule-files.ts';
import { createLiveParts, type LiveParts } from '../live/live-parts.ts';
import { warmUpBases } from '../live/warm-up-bases.ts';
import { spawnBlobWorker } from '../ports/blob-worker.ts';
import type { AppHistory } from '../history/app-history.ts';
import { SeenRenames } from '../history/renamed-notes.ts';
import { RealPlaces } from '../ports/real-places.ts';
import { startWorkerTimers } from '../ports/worker-timers.ts';
import { createAppEngine, newSlicer, vaultData, type AppEngine } from './app-engine.ts';
import { CompanionServer } from './companion-server.ts';
import { StateKeeper, type CompanionState } from './companion-state.ts';
import { downloadModel } from './download-model.ts';
import { EngineKeeper } from './engine-keeper.ts';
import { openReview } from '../review/open-review.ts';
import type { ReviewDesk } from '../review/review-desk.ts';
import type { SeenClient } from '../server/clients-seen.ts';
import { settle } from './settle.ts';
import { tryModel, type TriedModel } from './try-model.ts';
import type { MissingRename, RenamedMissing } from '../../shared/tools/write/move/rename-missing.ts';

export interface CompanionOptions {
  app: App;
  appVersion: string;
  pluginVersion: string;
  /** Absolute path of the vault's folder. */
  basePath: string;
  /** Absolute path of the plugin's folder. */
  pluginFolder: string;
  settings: PluginSettings;
  /** Changes the given settings and saves them. Rejects with the app's error if it cannot write the file. */
  changeSettings: (changes: Partial<PluginSettings>) => Promise<void>;
  /** Called after each change of {@link Companion.state}. */
  onChange: (state: CompanionState) => void;
  /** Called after a tool has moved files, and once more with folders if any have moved with them. */
  onMoved: (moved: readonly MovedFile[]) => void;
  /** Called after what is hidden or excluded has changed, of which the app tells nothing. */
  onRulesChanged: () => void;
}

const NONE_OPEN = { path: null };

/** Everything that runs while the plugin is enabled: starts it, applies changed settings, and stops it. */
export class Companion {
  readonly #options: CompanionOptions;
  readonly #timers = startWorkerTimers(spawnBlobWorker);
  readonly #live: Required<LiveParts>;
  readonly #state: StateKeeper;
  readonly #engine: EngineKeeper;
  readonly #server: CompanionServer;
  /** Changes that wait for the person. */
  readonly review: ReviewDesk;
  /** What the app renamed. */
  readonly renames = new SeenRenames(() => this.#vaultData());
  #settings: PluginSettings;
  /** The one source of what is hidden, for engine and queries alike. */
  readonly #rules = once(async () => {
    const { root } = await this.#places();
    return new RuleFiles(root, this.schedule);
  });
  #activePath: string | null = null;
  readonly #opensHistory = once(() => this.#openHistory());
  /** Null until it is asked for. */
  #history: Promise<AppHistory> | null = null;
  /** Writes of the person's own that have not ended. */
  #renames: Promise<unknown> = Promise.resolve();
  /** The start and each change of the settings, one after another. */
  #work: Promise<void> = Promise.resolve();
  #ended: Promise<void> | null = null;

  private constructor(options: CompanionOptions) {
    this.#options = options;
    this.#settings = options.settings;
    const { app, appVersion, onChange } = options;
    const { schedule } = this;
    const isEnded = (): boolean => this.#ended !== null;
    const hiding = async (): Promise<(path: string) => boolean> => (await this.#rules()).hiding(app.vault.configDir);
    this.#live = createLiveParts({ app, appVersion, hiding, newSlicer });
    this.#state = new StateKeeper({ onChange, send: (event) => this.#server.send(event), isEnded });
    this.#engine = new EngineKeeper({
      create: () => this.#createEngine(),
      state: this.#state,
      schedule,
      warmUp: () => warmUpBases(this.#live),
      isEnded,
    });
    this.review = openReview({
      folder: () => this.#vaultData(),
      writable: async () => {
        await this.renames.settled();
        return this.#engine.writable();
      },
      settings: () => this.#settings,
      changeSettings: options.changeSettings,
      schedule,
    });
    this.#server = new CompanionServer({
      ...options,
      review: this.review,
      live: this.#live,
      engine: this.#engine,
      state: this.#state,
      schedule,
      isEnded,
    });
  }

  /** Starts everything; failures show in {@link state}. */
  static start(options: CompanionOptions): Companion {
    const companion = new Companion(options);
    void companion.review.load();
    void companion.#keepLanguage();
    companion.#queue(() => Promise.all([companion.#engine.open(), companion.#server.listen(companion.#settings.port)]));
    return companion;
  }

  get state(): CompanionState {
    return this.#state.current;
  }

  /** Timers that a hidden window does not slow down. None runs out after {@link stop}. */
  get schedule(): Schedule {
    return this.#timers.schedule;
  }

  /** The engine once it is open; it may still be indexing. Null if it could not be opened, or was closed. */
  async engine(): Promise<EngineHost | null> {
    await this.#work;
    return this.#engine.engine;
  }

  /**
   * What assistants read and wrote, and the way back; opened on first use.
   *
   * @throws VaultLoomError if a setting of the environment cannot be understood
   */
  history(): Promise<AppHistory> {
    this.#history = this.#opensHistory();
    return this.#history;
  }

  /**
   * Rewrites every link to a note that is not there, as the person asks: one change, which can be undone.
   *
   * @throws VaultLoomError `index_not_ready`; as `renameMissing`
   */
  renameMissing(rename: MissingRename): Promise<RenamedMissing> {
    const renaming = this.#renameMissing(rename);
    this.#renames = Promise.allSettled([this.#renames, renaming]);
    return renaming;
  }

  /** Puts changed settings into effect. */
  apply(settings: PluginSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    // The person may have made room for it, and is now checking whether that helped.
    if (settings.port !== before.port || this.#server.isFailing)
      this.#queue(() => this.#server.listen(this.#settings.port));
    if (settings.embedder !== before.embedder) this.#queue(() => this.#engine.reopen());
    void this.review.rulesChanged();
  }

  /** Opens the engine again, for instance after its index failed. */
  reopen(): void {
    this.#queue(() => this.#engine.reopen());
  }

  /** Retries a model that failed, now. Never rejects. */
  tryModel(): Promise<void> {
    return this.#engine.tryModel();
  }

  /** The clients that have asked since the start, by the names that they give themselves; the last one first. */
  clients(): SeenClient[] {
    return this.#server.clients();
  }

  /** Whether the model in the settings may be used here: the settings may come from a sync or a stranger's vault. */
  async isEmbedderChosen(): Promise<boolean> {
    return isEmbedderChosen(this.#settings.embedder, await this.#vaultData());
  }

  /** Where the downloaded model goes, for all vaults of this person. Absolute. */
  get modelsFolder(): string {
    return modelsFolder(dataFolder(process.env));
  }

  /** Downloads the built-in model. Rejects with a `VaultLoomError` that says why it cannot. */
  async getModel(address: string): Promise<void> {
    await downloadModel({ address, file: BUILT_IN_MODEL, folder: this.modelsFolder, schedule: this.schedule });
    await this.#engine.tryModel();
  }

  /** Tries a model without choosing it. Rejects with a `VaultLoomError` that says why it does not work. */
  tryEmbedder(setting: string): Promise<TriedModel> {
    return tryModel(setting, this.schedule);
  }

  /** Where the vault's folder is. Absolute. */
  get vaultPath(): string {
    return this.#options.basePath;
  }

  /** The per-user data folder. Absolute. */
  get dataFolder(): string {
    return dataFolder(process.env);
  }

  /** Records that the person has chosen this model on this computer. Rejects with the system's error if it cannot. */
  async chooseEmbedder(embedder: string): Promise<void> {
    await rememberEmbedder(embedder, await this.#vaultData());
    if (embedder === this.#settings.embedder) this.#queue(() => this.#engine.reopen());
  }

  /** Whether `.vaultloomignore` keeps the note at this path from assistants, so that it is not read. */
  async isHidden(path: string): Promise<boolean> {
    return (await (await this.#rules()).hiding(this.#options.app.vault.configDir))(path);
  }

  /** Checks which note the person has open, and reports a change. */
  async activeChanged(): Promise<void> {
    const { path } = await this.#live.activeNote().catch(() => NONE_OPEN);
    if (path === this.#activePath || this.#ended !== null) return;
    this.#activePath = path;
    this.#server.send({ type: 'active-changed', path });
  }

  /**
   * Ends everything, even while it is starting. When this returns, the port is free and the discovery file gone; the
   * promise resolves when the rest has ended.
   */
  stop(): Promise<void> {
    this.#ended ??= this.#takeDown();
    return this.#ended;
  }

  async #takeDown(): Promise<void> {
    this.#server.hide();
    const reviewed = this.review.close();
    this.#engine.stop();
    const opened = this.#engine.release();
    // Answers in progress may still need the engine: an index that is being closed would answer wrongly.
    await settle([this.#server.close(), reviewed]);
    await settle([this.#renames, this.renames.settled()]);
    await settle([this.#history?.then((history) => history.close())]);
    await settle([opened?.close(), this.#work]);
    // A discovery file that was being written may have appeared since.
    this.#server.hide();
    await this.#timers.close();
  }

  #places(): Promise<RealPlaces> {
    return RealPlaces.open(this.#options.basePath);
  }

  /** The vault's part of the per-user data folder. Absolute. */
  async #vaultData(): Promise<string> {
    return vaultData(await this.#places());
  }

  #queue(task: () => Promise<unknown>): void {
    this.#work = this.#work.then(async () => {
      if (this.#ended === null) await settle([task()]);
    });
  }

  async #createEngine(): Promise<AppEngine> {
    return createAppEngine({
      app: this.#options.app,
      places: await this.#places(),
      modelFolders: [this.#options.pluginFolder, this.modelsFolder],
      settings: this.#settings,
      rules: await this.#rules(),
      schedule: this.schedule,
      onMoved: this.#options.onMoved,
      onRulesChanged: this.#options.onRulesChanged,
      onNotesChanged: (paths) => {
        if (paths.length === 0) return;
        this.#server.send({ type: 'notes-changed', paths });
        this.review.filesChanged(paths);
      },
    });
  }

  async #openHistory(): Promise<AppHistory> {
    // The way to the disk is not needed to start.
    const { AppHistory } = await import('../history/app-history.ts');
    const { root } = await this.#places();
    return AppHistory.open({
      root,
      env: process.env,
      rules: await this.#rules(),
      configDir: this.#options.app.vault.configDir,
      schedule: this.schedule,
      engine: () => this.#engine.engine,
      renames: this.renames,
    });
  }

  async #renameMissing(rename: MissingRename): Promise<RenamedMissing> {
    const { engine, writing } = await this.#engine.writable();
    const { renameMissing } = await import('../../shared/tools/write/move/rename-missing.ts');
    return renameMissing({ engine, writing: () => Promise.resolve(writing) }, rename);
  }

  /** Daily notes are named in the app's language even while it is closed. Without it, the system's is close enough. */
  async #keepLanguage(): Promise<void> {
    await this.#vaultData()
      .then((folder) => keepAppLanguage(folder, moment.locale()))
      .catch(() => undefined);
  }
}
