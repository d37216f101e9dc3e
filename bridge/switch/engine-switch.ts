import type { Engine, EngineHost } from '../../shared/engine/engine.ts';
import { ENGINE_METHODS, type EngineMethod } from '../../shared/engine/engine-routes.ts';
import { questionMethods } from '../../shared/engine/question-methods.ts';
import { READY_TIMEOUT_MS } from '../../shared/engine/readiness.ts';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { untilAborted } from '../../shared/kit/time/deadline.ts';
import { sharedAbort } from '../../shared/kit/time/shared-abort.ts';
import type {
  IndexProgress,
  MovedFile,
  PrepareInput,
  RefreshInput,
  RefreshResult,
} from '../../shared/protocol/engine-messages.ts';
import type { IndexStatusOutput } from '../../shared/protocol/schemas/maintenance.ts';
import { chooseHost, speaksOurProtocol, type HostChoice } from './engine-choice.ts';
import { LocalHost } from './local-host.ts';
import { traceOf, type Log } from '../process/log.ts';
import { PluginUnavailable } from './contact/plugin-absence.ts';
import type { PluginLink, PluginState } from './contact/plugin-link.ts';
import { isHostsFault, isNothingToPrepare } from './remote-engine.ts';
import { UnseenPaths } from './unseen-paths.ts';

export interface EngineSwitchOptions {
  link: PluginLink;
  /** The plugin's engine, while the plugin is there. */
  remote: Engine;
  /** Makes an engine over the disk, not started yet. */
  createLocal: () => Promise<EngineHost>;
  /** Finishes or rolls back what a killed writer left; comes before the first answer. */
  recover: () => Promise<unknown>;
  version: string;
  /** The embedder of this server's environment, if set and different from the plugin's. */
  ownEmbedder?: () => Promise<string | undefined>;
  /** Returns to the system what a closed engine has used. */
  releaseMemory?: () => Promise<void>;
  /** What is being written for other programs: the process ends after it. */
  leaving?: Promise<unknown>;
  log: Log;
  keepLocalMs?: number;
}

/**
 * How long the bridge's own engine stays open after the plugin's first answer, in case the app is soon closed again.
 * The plugin owns the index from the start (`keepsIndex`).
 */
const KEEP_LOCAL_MS = 60_000;
/** Without calls the bridge waits this long before it opens its own engine: a reloaded app is back sooner. */
const OPEN_LOCAL_MS = 1_000;

/** Why the wait for the own engine ends. */
const PLUGIN_ANSWERS = Symbol('plugin answers');

const BUSY_NOTE = 'The notes app is busy and does not answer at the moment; this is what it said last.';

/** Methods that do more than pass the question on to whichever engine answers. */
const OWN_METHODS = [
  'status',
  'refresh',
  'prepareWrite',
  'afterWrite',
  'whenReady',
] as const satisfies readonly EngineMethod[];
type AskedMethod = Exclude<EngineMethod, (typeof OWN_METHODS)[number]>;
const ASKED_METHODS = ENGINE_METHODS.filter(
  (method): method is AskedMethod => !OWN_METHODS.some((own) => own === method),
);

type Chosen = HostChoice & { state: PluginState };
/** What is asked of whichever engine answers. */
type Question<T> = (engine: Engine, host: HostChoice['host']) => Promise<T>;

interface Asking {
  timeoutMs?: number;
  /** Aborts when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
}

/**
 * The engine of a bridge. The plugin's engine answers each call if it is ready; otherwise, or if the plugin fails
 * during the call, the bridge's own does. Before a host answers, it reads again what was written while it did not.
 */
export class EngineSwitch extends questionMethods(ASKED_METHODS) implements EngineHost {
  readonly #options: EngineSwitchOptions;
  readonly #local: LocalHost;
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  readonly #unseen = { plugin: new UnseenPaths(), disk: new UnseenPaths() };
  #recovered: Promise<unknown> | null = null;
  #announced: HostChoice['host'] | null = null;
  /** What the plugin said last of its index. */
  #lastStatus: IndexStatusOutput | null = null;
  #waitingForPlugin: AbortController | null = null;
  #openTimer: NodeJS.Timeout | undefined;
  #stopListening: () => void = () => undefined;
  #closed = false;

  constructor(options: EngineSwitchOptions) {
    super();
    this.#options = options;
    this.#local = new LocalHost({
      create: options.createLocal,
      keepMs: options.keepLocalMs ?? KEEP_LOCAL_MS,
      onProgress: (progress) => {
        for (const listener of this.#listeners) listener(progress);
      },
      releaseMemory: options.releaseMemory,
      log: options.log,
    });
  }

  async start(): Promise<void> {
    this.#stopListening = this.#options.link.onChange(() => void this.#choose());
    this.#options.link.start();
    void this.#recover();
    const { host } = await this.#choose();
    if (host === 'disk' && !this.#closed) this.#local.want();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#openTimer);
    this.#stopListening();
    this.#options.link.close();
    await this.#local.close();
    await this.#options.leaving;
  }

  onProgress(listener: (progress: IndexProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  override question(method: AskedMethod, input: unknown, signal?: AbortSignal): Promise<unknown> {
    // The type checker cannot pair a method with its own input.
    type Method = (input: unknown, signal?: AbortSignal) => Promise<unknown>;
    return this.#ask(
      (engine) => {
        signal?.throwIfAborted();
        return (engine[method] as Method)(input, signal);
      },
      { signal },
    );
  }

  async whenReady({ timeoutMs }: { timeoutMs: number }): Promise<{ ready: true }> {
    await this.#ask(() => Promise.resolve(), { timeoutMs });
    return { ready: true };
  }

  async status(): Promise<IndexStatusOutput> {
    const { link, remote } = this.#options;
    const state = link.state ?? (await link.current());
    const choice = await this.#judge(state);
    const lost = (error: unknown): null => {
      this.#noteLoss(state, error);
      return null;
    };
    const asked = choice.host === 'plugin' ? await remote.status().catch(lost) : null;
    if (asked !== null) this.#lastStatus = asked;
    else if (choice.host === 'plugin' && link.state?.kind === 'present' && !this.#local.isOpen && this.#lastStatus)
      return { ...this.#lastStatus, hostNote: BUSY_NOTE };
    const { note } = choice.host === 'plugin' && asked === null ? await this.#judge(link.state ?? state) : choice;
    const status = asked ?? (await this.#local.use((engine) => engine.status()));
    const hostNote = [note, status.hostNote].filter((part) => part !== undefined).join(' ');
    return hostNote === '' ? status : { ...status, hostNote };
  }

  async refresh(input: RefreshInput): Promise<RefreshResult> {
    const paths = [...input.paths, ...(input.later ?? [])];
    try {
      return await this.#ask(async (engine, host) => {
        const result = await engine.refresh(input);
        this.#unseen[host === 'plugin' ? 'disk' : 'plugin'].add(paths);
        return result;
      });
    } catch (error) {
      for (const unseen of Object.values(this.#unseen)) unseen.add(paths);
      throw error;
    }
  }

  /** The app may have unsaved editors even if it does not answer questions. */
  async prepareWrite(input: PrepareInput): Promise<{ prepared: true }> {
    const state = await this.#options.link.current();
    if (!speaksOurProtocol(state)) return this.#local.use((engine) => engine.prepareWrite(input));
    try {
      return await this.#options.remote.prepareWrite(input);
    } catch (error) {
      this.#noteLoss(state, error);
      if (!isNothingToPrepare(error)) throw error;
      return { prepared: true };
    }
  }

  /** The plugin's errors do not fail the call: the write is already done. */
  async afterWrite(input: { paths: string[]; moved?: MovedFile[] | undefined }): Promise<{ settled: true }> {
    const state = await this.#options.link.current();
    if (speaksOurProtocol(state))
      await this.#options.remote.afterWrite(input).catch((error: unknown) => this.#noteLoss(state, error));
    // Its app may have closed since the write began.
    await this.#local.tell((engine) => engine.afterWrite(input));
    return { settled: true };
  }

  async #ask<T>(question: Question<T>, { timeoutMs = READY_TIMEOUT_MS, signal }: Asking = {}): Promise<T> {
    const chosen = await this.#choose();
    if (chosen.host === 'disk') return this.#askDisk(question, { timeoutMs, signal });
    try {
      return await this.#askPlugin(question);
    } catch (error) {
      if (!isHostsFault(error) || this.#closed || signal?.aborted === true) throw error;
      this.#noteLoss(chosen.state, error);
      if ((await this.#choose()).host === 'disk') return this.#askDisk(question, { timeoutMs, signal });
      return this.#local.use((engine) => this.#askReady(engine, question));
    }
  }

  async #askPlugin<T>(question: Question<T>): Promise<T> {
    const { remote } = this.#options;
    await this.#recover();
    await this.#unseen.plugin.tell((paths) => remote.refresh({ paths }));
    return question(remote, 'plugin');
  }

  /** If the own engine is still being opened or loading, a plugin that gets ready first answers instead. */
  async #askDisk<T>(question: Question<T>, { timeoutMs, signal }: Asking & { timeoutMs: number }): Promise<T> {
    // From now on, not from when the engine is open: on a busy machine the plugin may be back by then.
    const pluginAnswers = this.#pluginAnswers();
    this.#local.want();
    const own = this.#local.use(async (engine) => {
      await untilAborted(engine.whenReady({ timeoutMs }), pluginAnswers);
      return this.#askReady(engine, question);
    });
    try {
      return await untilAborted(own, pluginAnswers);
    } catch (error) {
      if (error !== PLUGIN_ANSWERS) throw error;
      return this.#ask(question, { timeoutMs, signal });
    }
  }

  async #askReady<T>(engine: EngineHost, question: Question<T>): Promise<T> {
    await this.#unseen.disk.tell((paths) => engine.refresh({ paths }));
    return question(engine, 'disk');
  }

  #noteLoss(state: PluginState, error: unknown): void {
    if (state.kind !== 'present') return;
    const { link, log } = this.#options;
    if (error instanceof PluginUnavailable) return link.lost(state.discovery.token, error.absence);
    log.warn(`The plugin could not answer: ${messageOf(error)}`);
    link.suspect();
  }

  async #choose(): Promise<Chosen> {
    const state = await this.#options.link.current();
    const choice = await this.#judge(state);
    this.#follow(choice, state);
    return { ...choice, state };
  }

  async #judge(state: PluginState): Promise<HostChoice> {
    const { version, ownEmbedder } = this.#options;
    return chooseHost(state, { version, ownEmbedder: await ownEmbedder?.() });
  }

  /** Announces a change of host, and opens or closes the own engine. */
  #follow({ host, note }: HostChoice, state: PluginState): void {
    if (this.#closed || host === this.#announced) return;
    const isFirst = this.#announced === null;
    this.#announced = host;
    clearTimeout(this.#openTimer);
    this.#options.log[isFirst ? 'info' : 'warn'](announcement(host, note, state));
    if (host === 'plugin') {
      this.#waitingForPlugin?.abort(PLUGIN_ANSWERS);
      this.#waitingForPlugin = null;
      this.#local.unwant();
    } else if (!isFirst && !isSilent(state)) {
      this.#openTimer = setTimeout(() => this.#local.want(), OPEN_LOCAL_MS);
      this.#openTimer.unref();
    }
  }

  /** Aborts with {@link PLUGIN_ANSWERS} once the plugin does. */
  #pluginAnswers(): AbortSignal {
    if (this.#announced === 'plugin') return AbortSignal.abort(PLUGIN_ANSWERS);
    this.#waitingForPlugin ??= sharedAbort();
    return this.#waitingForPlugin.signal;
  }

  /** Runs once. Notes can be read even if the journal cannot. */
  #recover(): Promise<unknown> {
    this.#recovered ??= this.#options
      .recover()
      .catch((error: unknown) =>
        this.#options.log.error(`Writes that were cut off could not be looked at: ${traceOf(error)}`),
      );
    return this.#recovered;
  }
}

/** An app that gives no answer may be back soon, so only a call opens an engine. */
function isSilent(state: PluginState): boolean {
  return state.kind === 'absent' && state.absence.cause === 'no_answer';
}

function announcement(host: HostChoice['host'], note: string | undefined, state: PluginState): string {
  const words =
    host === 'plugin' && state.kind === 'present'
      ? `The notes app answers now (plugin ${state.status.pluginVersion}).`
      : 'This server answers from its own index now.';
  return note === undefined ? words : `${words} ${note}`;
}
