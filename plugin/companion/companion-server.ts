import type { RequestListener } from 'node:http';
import type { App } from 'obsidian';
import { writeProblem } from '../../shared/kit/disk/write-problem.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import type { Discovery } from '../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { helloProof } from '../../shared/protocol/hello.ts';
import { ENGINE_PROTOCOL, type PluginEvent, type PluginStatus } from '../../shared/protocol/http.ts';
import { dataFolder, vaultIdentity } from '../../shared/vault/data-folders.ts';
import { ensureSecret } from '../../shared/vault/user-secret.ts';
import type { LiveParts } from '../live/live-parts.ts';
import { RealPlaces } from '../ports/real-places.ts';
import { isSiblingThere } from '../server/ask-sibling.ts';
import { removeDiscovery } from '../server/discovery-file.ts';
import { DiscoveryKeeper } from '../server/discovery-keeper.ts';
import { ClientsSeen, type SeenClient } from '../server/clients-seen.ts';
import { EventHub } from '../server/event-hub.ts';
import { newToken } from '../server/guard.ts';
import { HttpServer } from '../server/http-server.ts';
import { capabilitiesOf, createRoutes, type ReviewPart } from '../server/routes.ts';
import { newSlicer, vaultData } from './app-engine.ts';
import { wordsOf, type StateKeeper } from './companion-state.ts';
import type { EngineKeeper } from './engine-keeper.ts';
import { Persistent } from './persistent.ts';

export interface CompanionServerOptions {
  app: App;
  appVersion: string;
  pluginVersion: string;
  /** Absolute path of the vault's folder. */
  basePath: string;
  /** Absolute path of the plugin's folder. */
  pluginFolder: string;
  live: Required<LiveParts>;
  review: ReviewPart;
  engine: EngineKeeper;
  state: StateKeeper;
  schedule: Schedule;
  /** Once true, no discovery file is written. */
  isEnded: () => boolean;
}

/** The server, and what lets others find and trust it: its token, discovery file, status and proof. */
export class CompanionServer {
  readonly #options: CompanionServerOptions;
  readonly #token = newToken();
  readonly #startedAt = new Date().toISOString();
  readonly #clients = new ClientsSeen();
  readonly #events: EventHub;
  readonly #server: HttpServer;
  readonly #keeper: DiscoveryKeeper;
  readonly #listening: Persistent<number>;

  constructor(options: CompanionServerOptions) {
    this.#options = options;
    const { live, review, engine, state, schedule, pluginFolder, isEnded } = options;
    this.#events = new EventHub(() => state.greeting());
    let routes: RequestListener | null = null;
    const makeRoutes = (): RequestListener =>
      createRoutes({
        token: this.#token,
        status: () => this.#status(),
        hello: (nonce, port) => this.#hello(nonce, port),
        engine: () => engine.askable(),
        live,
        review,
        slicer: newSlicer(),
        onClient: (name) => this.#clients.note(name),
        onFailure: (error) => console.error('Vault Loom: a request failed:', error),
      });
    this.#server = new HttpServer({
      token: this.#token,
      // Made for the first request: it takes a while, and the window has enough to do when the plugin is enabled.
      routes: (request, response) => (routes ??= makeRoutes())(request, response),
      events: this.#events,
      schedule,
    });
    this.#keeper = new DiscoveryKeeper({
      folder: pluginFolder,
      own: () => this.#discovery(),
      isSibling: async (found) => isSiblingThere(found, ...(await this.#secretAndVault()), schedule),
      // After the end the file may be that of the next run.
      isWanted: () => !isEnded(),
      schedule,
    });
    this.#listening = new Persistent({
      attempt: (wanted) => this.#listen(wanted),
      onFailure: (error) => {
        console.error('Vault Loom cannot be reached by assistants:', error);
        const { port } = this.#server;
        const isUntold = error instanceof VaultLoomError && error.code === 'read_only';
        state.tell({ server: { port, problem: wordsOf(error), ...(port !== null && isUntold && { isUntold }) } });
      },
      schedule,
      isEnded,
    });
  }

  /**
   * Listens on this port, or one that follows it, and publishes which. Never rejects: failures go into the state, and
   * it is tried again now and then.
   */
  listen(wanted: number): Promise<void> {
    return this.#listening.want(wanted);
  }

  /** Whether it could not listen as wanted, and will try again. */
  get isFailing(): boolean {
    return this.#listening.isFailing;
  }

  /** The clients that have asked, by the names that they give themselves; the last one first. */
  clients(): SeenClient[] {
    return this.#clients.list();
  }

  send(event: PluginEvent): void {
    this.#events.send(event);
  }

  /** Stops maintaining the discovery file, and removes it. */
  hide(): void {
    this.#listening.stop();
    this.#keeper.stop();
    removeDiscovery(this.#options.pluginFolder, this.#token);
  }

  /** Frees the port immediately, and resolves when answers in progress are sent or cut off. */
  close(): Promise<void> {
    return this.#server.close();
  }

  async #listen(wanted: number): Promise<void> {
    const port = await this.#server.listen(wanted);
    await this.#keeper.publish().catch((cause: unknown) => {
      const why = writeProblem(cause, 'the folder of the plugin');
      throw new VaultLoomError('read_only', `Assistants are not told of it: ${why}.`, { cause });
    });
    this.#options.state.tell({ server: { port } });
  }

  async #discovery(): Promise<Discovery | null> {
    const { port } = this.#server;
    if (port === null) return null;
    const { pluginVersion, live, review, basePath } = this.#options;
    return {
      port,
      token: this.#token,
      pid: process.pid,
      pluginVersion,
      startedAt: this.#startedAt,
      capabilities: capabilitiesOf(live, review),
      dataDir: vaultData(await RealPlaces.open(basePath)),
    };
  }

  async #status(): Promise<PluginStatus> {
    const { app, appVersion, pluginVersion, live, review, engine, state } = this.#options;
    const { index, progress } = state.current;
    const status = await engine.engine?.status();
    return {
      ok: true,
      pluginVersion,
      appVersion,
      vault: app.vault.getName(),
      capabilities: capabilitiesOf(live, review),
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

  async #secretAndVault(): Promise<[secret: string, vault: string]> {
    const [secret, { root }] = await Promise.all([
      ensureSecret(dataFolder(process.env), this.#options.schedule),
      RealPlaces.open(this.#options.basePath),
    ]);
    return [secret, vaultIdentity(root)];
  }
}
