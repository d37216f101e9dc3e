import type { App } from 'obsidian';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { indexNotReady } from '../../shared/engine/readiness.ts';
import type { IndexProgress } from '../../shared/protocol/engine-messages.ts';
import { isEmbedderChosen, rememberEmbedder } from '../../shared/embeddings/chosen-embedders.ts';
import type { MissingModel } from '../../shared/embeddings/embedder.ts';
import { BUILT_IN_MODEL } from '../../shared/embeddings/use/weights/built-in-model.ts';
import { modelsFolder } from '../../shared/embeddings/use/weights/model-file.ts';
import { dataFolder, vaultIdentity } from '../../shared/vault/data-folders.ts';
import type { Discovery } from '../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { helloProof } from '../../shared/protocol/hello.ts';
import { ENGINE_PROTOCOL, type PluginEvent, type PluginStatus } from '../../shared/protocol/http.ts';
import type { PluginSettings } from '../../shared/protocol/plugin-settings.ts';
import { RuleFiles } from '../../shared/vault/rules/rule-files.ts';
import { ensureSecret } from '../../shared/vault/user-secret.ts';
import { downloadModel } from './download-model.ts';
import { createAppEngine, newSlicer, vaultData, type AppEngine } from './app-engine.ts';
import { spawnBlobWorker } from '../ports/blob-worker.ts';
import { createLiveParts, type LiveParts } from '../live/live-parts.ts';
import { warmUpBases } from '../live/warm-up-bases.ts';
import { RealPlaces } from '../ports/real-places.ts';
import { isSiblingThere } from '../server/ask-sibling.ts';
import { removeDiscovery } from '../server/discovery-file.ts';
import { DiscoveryKeeper } from '../server/discovery-keeper.ts';
import { EventHub } from '../server/event-hub.ts';
import { newToken } from '../server/guard.ts';
import { HttpServer } from '../server/http-server.ts';
import { capabilitiesOf, createRoutes } from '../server/routes.ts';
import { startWorkerTimers, type WorkerTimers } from '../ports/worker-timers.ts';

export interface CompanionOptions {
  app: App;
  appVersion: string;
  pluginVersion: string;
  /** Absolute path of the vault's folder. */
  basePath: string;
  /** Absolute path of the plugin's folder. */
  pluginFolder: string;
  settings: PluginSettings;
  /** Called when anything of {@link Companion.state} is different. */
  onChange: (state: CompanionState) => void;
}

/** What a person is shown. */
export interface CompanionState {
  /** A problem with a working port: it could not be changed. */
  server: { port: number; problem?: string } | { port: null; problem: string } | 'starting';
  index: 'starting' | 'indexing' | 'ready' | 'failed';
  /** While indexing. */
  progress: IndexProgress | null;
  /** Why the index failed. */
  problem: string | null;
  /** What keeps the model from working, in words; null while nothing does. */
  modelProblem: string | null;
  /** The file that the model lacks on this computer; null if none. Not a failure: words, and what was learned, still find. */
  missingModel: MissingModel | null;
}

const NONE_OPEN = { path: null };
const WARM_UP_MS = 5_000;
const LOOK_AT_MODEL_MS = 500;
/** A model that failed is tried this often. */
const TRY_MODEL_MS = 5_000;
/** Progress is reported at most this often. */
const PROGRESS_EVERY_MS = 100;

/** Everything that runs while the plugin is enabled: the engine, the server, and what they run on. */
export class Companion {
  readonly #options: CompanionOptions;
  readonly #token = newToken();
  readonly #startedAt = new Date().toISOString();
  readonly #timers: WorkerTimers = startWorkerTimers(spawnBlobWorker);
  readonly #events = new EventHub(() => this.#greeting());
  readonly #live: Required<LiveParts>;
  readonly #server: HttpServer;
  readonly #keeper: DiscoveryKeeper;
  #settings: PluginSettings;
  #ruleFiles: Promise<RuleFiles> | null = null;
  #engine: AppEngine | null = null;
  #state: CompanionState = {
    server: 'starting',
    index: 'starting',
    progress: null,
    problem: null,
    modelProblem: null,
    missingModel: null,
  };
  #progressToldAt = 0;
  #activePath: string | null = null;
  #cancelWarmUp: () => void = () => undefined;
  #cancelModelLook: () => void = () => undefined;
  /** One thing after another: starting, and each change of the settings. */
  #work: Promise<void> = Promise.resolve();
  #ended: Promise<void> | null = null;

  private constructor(options: CompanionOptions) {
    this.#options = options;
    this.#settings = options.settings;
    const { app, appVersion } = options;
    const hiding = async (): Promise<(path: string) => boolean> => (await this.#rules()).hiding(app.vault.configDir);
    this.#live = createLiveParts({ app, appVersion, hiding, newSlicer });
    const routes = createRoutes({
      token: this.#token,
      status: () => this.#status(),
      hello: (nonce, port) => this.#hello(nonce, port),
      engine: () => this.#askableEngine(),
      live: this.#live,
      slicer: newSlicer(),
      onFailure: (error) => console.error('Vault Loom: a request failed:', error),
    });
    this.#server = new HttpServer({
      token: this.#token,
      routes,
      events: this.#events,
      schedule: this.#timers.schedule,
    });
    this.#keeper = new DiscoveryKeeper({
      folder: options.pluginFolder,
      own: () => this.#discovery(),
      isSibling: async (found) => isSiblingThere(found, ...(await this.#secretAndVault()), this.#timers.schedule),
      // The next run may have written its own by the time this one has come so far.
      isWanted: () => this.#ended === null,
      schedule: this.#timers.schedule,
    });
  }

  /** Starts everything; what goes wrong shows in {@link state}. */
  static start(options: CompanionOptions): Companion {
    const companion = new Companion(options);
    companion.#queue(() => Promise.all([companion.#openEngine(), companion.#listen()]));
    return companion;
  }

  get state(): CompanionState {
    return this.#state;
  }

  /** The engine once it is open; it may still be indexing. Null if it could not be opened, or was closed. */
  async engine(): Promise<EngineHost | null> {
    await this.#work;
    return this.#engine?.engine ?? null;
  }

  /** Puts changed settings into effect. */
  apply(settings: PluginSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    if (settings.port !== before.port) this.#queue(() => this.#listen());
    if (settings.embedder !== before.embedder) this.#queue(() => this.#reopenEngine());
  }

  /** Whether the model in the settings may be used here: a stranger's vault or a sync may also have set it. */
  async isEmbedderChosen(): Promise<boolean> {
    return isEmbedderChosen(this.#settings.embedder, vaultData(await RealPlaces.open(this.#options.basePath)));
  }

  /** Where a model that is got goes: all vaults of this person find it there. Absolute. */
  get modelsFolder(): string {
    return modelsFolder(dataFolder(process.env));
  }

  /** Gets the built-in model from a release, for the first time or again. Rejects with a `VaultLoomError` that says why it could not. */
  async getModel(address: string): Promise<void> {
    await downloadModel({ address, file: BUILT_IN_MODEL, folder: this.modelsFolder, schedule: this.#timers.schedule });
    const opened = this.#engine;
    await opened?.tryModel();
    if (opened !== null) this.#lookAfterModel(opened, performance.now());
  }

  /** The person has chosen this model on this computer. Rejects with the system's error if that cannot be saved. */
  async chooseEmbedder(embedder: string): Promise<void> {
    await rememberEmbedder(embedder, vaultData(await RealPlaces.open(this.#options.basePath)));
    if (embedder === this.#settings.embedder) this.#queue(() => this.#reopenEngine());
  }

  /** Checks which note the person has open, and reports a change. */
  async activeChanged(): Promise<void> {
    const { path } = await this.#live.activeNote().catch(() => NONE_OPEN);
    if (path === this.#activePath || this.#ended !== null) return;
    this.#activePath = path;
    this.#events.send({ type: 'active-changed', path });
  }

  /**
   * Ends everything, also in the midst of starting. The port is free and the discovery file gone when this returns; its
   * promise resolves when the rest has ended.
   */
  stop(): Promise<void> {
    this.#ended ??= this.#takeDown();
    return this.#ended;
  }

  async #takeDown(): Promise<void> {
    this.#keeper.stop();
    this.#cancelWarmUp();
    this.#cancelModelLook();
    this.#forgetDiscovery();
    const engine = this.#engine;
    this.#engine = null;
    // Answers in progress may still need the engine: one from an index being closed would be wrong, not just late.
    await settle([this.#server.close()]);
    await settle([engine?.close(), this.#work]);
    // One that was being written may have arrived after that.
    this.#forgetDiscovery();
    await this.#timers.close();
  }

  #queue(task: () => Promise<unknown>): void {
    this.#work = this.#work.then(async () => {
      if (this.#ended === null) await settle([task()]);
    });
  }

  async #openEngine(): Promise<void> {
    this.#tell({ index: 'starting', progress: null, problem: null, modelProblem: null, missingModel: null });
    let opened: AppEngine;
    try {
      opened = await createAppEngine({
        app: this.#options.app,
        places: await RealPlaces.open(this.#options.basePath),
        modelFolders: [this.#options.pluginFolder, this.modelsFolder],
        settings: this.#settings,
        rules: await this.#rules(),
        schedule: this.#timers.schedule,
        onNotesChanged: (paths) => paths.length > 0 && this.#events.send({ type: 'notes-changed', paths }),
      });
    } catch (error) {
      console.error('Vault Loom could not open its index:', error);
      return this.#tell({ index: 'failed', problem: wordsOf(error) });
    }
    if (this.#ended !== null) return opened.close();
    this.#engine = opened;
    opened.engine.onProgress((progress) => this.#tellProgress(progress));
    this.#tell({ index: 'indexing' });
    void settle([this.#startEngine(opened)]);
  }

  async #startEngine(opened: AppEngine): Promise<void> {
    await opened.engine.start();
    if (this.#engine !== opened) return;
    const { index: problem } = opened.problems();
    if (problem !== null) return this.#tell({ index: 'failed', progress: null, problem });
    this.#lookAfterModel(opened, performance.now());
    this.#tell({ index: 'ready', progress: null });
    this.#events.send({ type: 'ready' });
    this.#cancelWarmUp();
    this.#cancelWarmUp = this.#timers.schedule(() => void warmUpBases(this.#live), WARM_UP_MS);
  }

  /** A model may fail at any time, by itself or because a program that runs it was ended, and come back. */
  #lookAfterModel(opened: AppEngine, triedAt: number): void {
    if (this.#engine !== opened || this.#ended !== null) return;
    const { model, missing } = opened.problems();
    const modelProblem = model === null || missing !== null ? null : withoutName(model);
    if (modelProblem !== this.#state.modelProblem || missing?.message !== this.#state.missingModel?.message)
      this.#tell({ modelProblem, missingModel: missing });
    const now = performance.now();
    const isDue = model !== null && now - triedAt > TRY_MODEL_MS;
    if (isDue) void opened.tryModel();
    this.#cancelModelLook();
    this.#cancelModelLook = this.#timers.schedule(
      () => this.#lookAfterModel(opened, isDue ? now : triedAt),
      LOOK_AT_MODEL_MS,
    );
  }

  async #reopenEngine(): Promise<void> {
    const closing = this.#engine;
    this.#engine = null;
    await settle([closing?.close()]);
    if (this.#ended === null) await this.#openEngine();
  }

  async #listen(): Promise<void> {
    try {
      const port = await this.#server.listen(this.#settings.port);
      await this.#keeper.publish();
      this.#tell({ server: { port } });
    } catch (error) {
      if (this.#ended !== null) return;
      console.error('Vault Loom cannot be reached by assistants:', error);
      this.#tell({ server: { port: this.#server.port, problem: wordsOf(error) } });
    }
  }

  async #discovery(): Promise<Discovery | null> {
    const { port } = this.#server;
    if (port === null) return null;
    return {
      port,
      token: this.#token,
      pid: process.pid,
      pluginVersion: this.#options.pluginVersion,
      startedAt: this.#startedAt,
      capabilities: capabilitiesOf(this.#live),
      dataDir: vaultData(await RealPlaces.open(this.#options.basePath)),
    };
  }

  #forgetDiscovery(): void {
    removeDiscovery(this.#options.pluginFolder, this.#token);
  }

  async #status(): Promise<PluginStatus> {
    const { index, progress } = this.#state;
    const status = await this.#engine?.engine.status();
    return {
      ok: true,
      pluginVersion: this.#options.pluginVersion,
      appVersion: this.#options.appVersion,
      vault: this.#options.app.vault.getName(),
      capabilities: capabilitiesOf(this.#live),
      startedAt: this.#startedAt,
      engine: {
        protocol: ENGINE_PROTOCOL,
        state: index,
        notesTotal: status?.notesTotal ?? 0,
        ...(progress === null ? {} : { progress: { ...progress } }),
      },
    };
  }

  /** Proves that this is the plugin of someone who can read the secret in the data folder. */
  async #hello(nonce: string, port: number): Promise<string> {
    const [secret, vault] = await this.#secretAndVault();
    return helloProof(secret, nonce, { port, token: this.#token, startedAt: this.#startedAt, vault });
  }

  /** The one source of what is hidden, for engine and queries, whether the engine is open or not. */
  #rules(): Promise<RuleFiles> {
    this.#ruleFiles ??= RealPlaces.open(this.#options.basePath).then(
      ({ root }) => new RuleFiles(root, this.#timers.schedule),
    );
    this.#ruleFiles.catch(() => (this.#ruleFiles = null));
    return this.#ruleFiles;
  }

  async #secretAndVault(): Promise<[secret: string, vault: string]> {
    const [secret, { root }] = await Promise.all([
      ensureSecret(dataFolder(process.env), this.#timers.schedule),
      RealPlaces.open(this.#options.basePath),
    ]);
    return [secret, vaultIdentity(root)];
  }

  #askableEngine(): EngineHost {
    if (this.#engine !== null) return this.#engine.engine;
    if (this.#state.index === 'failed')
      throw new VaultLoomError('internal', `The index could not be opened: ${this.#state.problem ?? 'unknown error'}.`);
    throw indexNotReady(this.#state.progress);
  }

  #greeting(): PluginEvent | null {
    const { index, progress } = this.#state;
    if (index === 'ready') return { type: 'ready' };
    return progress === null ? null : { type: 'index-progress', ...progress };
  }

  #tellProgress(progress: IndexProgress): void {
    const now = performance.now();
    const isLast = progress.done === progress.total;
    if (this.#state.index === 'failed' || (!isLast && now - this.#progressToldAt < PROGRESS_EVERY_MS)) return;
    this.#progressToldAt = now;
    this.#events.send({ type: 'index-progress', ...progress });
    if (this.#state.index === 'indexing') this.#tell({ progress });
  }

  #tell(change: Partial<CompanionState>): void {
    if (this.#ended !== null) return;
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }
}

/** Waits for all of them; errors go only to the console. */
async function settle(promises: (Promise<unknown> | undefined)[]): Promise<void> {
  for (const result of await Promise.allSettled(promises.filter((promise) => promise !== undefined))) {
    if (result.status === 'rejected') console.error('Vault Loom: something failed:', result.reason);
  }
}

/** Only the message: people have no use for an error's name. */
function withoutName(problem: string): string {
  return problem.replace(/^\w*Error: /u, '');
}

function wordsOf(error: unknown): string {
  return error instanceof VaultLoomError ? [error.message, error.hint].filter(Boolean).join(' ') : String(error);
}
