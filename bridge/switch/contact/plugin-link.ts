import type { Discovery } from '../../../shared/protocol/discovery.ts';
import type { PluginStatus } from '../../../shared/protocol/http.ts';
import { DiscoveryWatch } from './discovery-watch.ts';
import { traceOf, type Log } from '../../process/log.ts';
import type { Absence } from './plugin-absence.ts';
import { PluginUnavailable } from './plugin-absence.ts';
import type { PluginClient, PluginContact } from './plugin-client.ts';
import { discoverySignature } from './plugin-discovery.ts';
import { PluginEvents } from './plugin-events.ts';
import { recently } from '../recently.ts';

/** What is known about the companion plugin. */
export type PluginState = { kind: 'absent'; absence: Absence } | (PluginContact & { kind: 'present' });

export interface PluginLinkOptions {
  vaultRealPath: string;
  client: PluginClient;
  log: Log;
  /** How many looks without an answer are tolerated while the stream of events is open. */
  mostMisses?: number;
}

/** Between looks if changes are not reported, or something is going on. */
const POLL_MS = 1_000;
/** Between looks if changes are reported. */
const REST_MS = 5_000;
/**
 * Looks without an answer, one after the other, until a plugin whose stream of events is open counts as gone; each
 * waits `PROBE_MS`. Such an app is alive and only busy, and with each bridge that opens an engine of its own the
 * machine is busier still. Looks are counted rather than seconds, which pass while the whole machine stands still.
 */
const MOST_MISSES = 12;
/** Without the stream: the app may be busy for a moment. */
const MOST_MISSES_UNSEEN = 1;
/** How long a look holds for calls. */
const TRUST_MS = 1_000;
/** How long a proof of identity holds without an open stream, whose end would be noticed. */
const TRUST_PROOF_MS = 10_000;
/** Least time between looks at the discovery file: each takes several turns of the loop, which indexing delays. */
const LOOK_AT_FILE_MS = 200;

/** Tracks whether the plugin is there, by its discovery file, its events, and a look every few seconds. */
export class PluginLink {
  readonly #options: PluginLinkOptions;
  readonly #watch: DiscoveryWatch;
  readonly #listeners = new Set<(state: PluginState) => void>();
  #state: PluginState | null = null;
  #looking: Promise<PluginState> | null = null;
  #lookAgain = false;
  #lookedAt = -Infinity;
  #provenAt = -Infinity;
  #misses = 0;
  #signature = '';
  #events: { stream: PluginEvents; token: string } | null = null;
  /** A stream that ended is not reopened immediately. */
  #ended = { token: '', at: -Infinity };
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  readonly #signatureNow: () => Promise<string>;

  constructor(options: PluginLinkOptions) {
    this.#options = options;
    this.#signatureNow = recently(() => discoverySignature(options.vaultRealPath), LOOK_AT_FILE_MS);
    this.#watch = new DiscoveryWatch(options.vaultRealPath, () => this.#lookNow());
  }

  /** As last seen; null before the first look. */
  get state(): PluginState | null {
    return this.#state;
  }

  /** Starts looking, until closed. */
  start(): void {
    this.#lookNow();
  }

  /** Calls the listener with each changed state; returns a function that stops it. */
  onChange(listener: (state: PluginState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A reliable state for a call: looks again if the last look is old and a change would not have been reported. */
  async current(): Promise<PluginState> {
    const state = this.#state;
    if (state === null) return this.#look();
    if (state.kind === 'present') return this.#isFresh() ? state : this.#look();
    // The call does not wait for this: while a vault is indexed, each file operation takes a turn of a busy loop.
    void this.#signatureNow().then(
      (signature) => signature !== this.#signature && this.#lookNow(),
      () => this.#lookNow(),
    );
    return state;
  }

  /**
   * Where to send a call that only the app can answer. A known app that is busy counts as present.
   * @throws PluginUnavailable
   */
  async discoveryForCall(): Promise<Discovery> {
    const before = this.#state;
    const state = before?.kind === 'present' && this.#isFresh() ? before : await this.#lookAnew();
    if (state.kind === 'present') return state.discovery;
    if (before?.kind === 'present' && state.absence.cause === 'no_answer') return before.discovery;
    throw new PluginUnavailable(state.absence);
  }

  /**
   * What the plugin says now; what it said last if it is only busy.
   * @throws PluginUnavailable
   */
  async status(): Promise<PluginStatus> {
    const state = await this.#look();
    if (state.kind === 'absent') throw new PluginUnavailable(state.absence);
    return state.status;
  }

  /** A call to the plugin with this token found nobody. */
  lost(token: string, absence: Absence): void {
    if (this.#state?.kind !== 'present' || this.#state.discovery.token !== token) return;
    this.#options.client.forgetProof();
    this.#take({ kind: 'absent', absence });
    this.#lookNow();
  }

  /** A call failed in a way that may say something of the plugin's state. */
  suspect(): void {
    this.#lookNow();
  }

  /** Stops looking, and closes all connections. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#watch.close();
    this.#events?.stream.close();
    this.#events = null;
    this.#options.client.close();
  }

  #isFresh(): boolean {
    return this.#events?.stream.isOpen === true || performance.now() - this.#lookedAt < TRUST_MS;
  }

  #lookNow(): void {
    if (this.#looking === null) void this.#look();
    else this.#lookAgain = true;
  }

  #look(): Promise<PluginState> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = null;
      if (this.#lookAgain && !this.#closed) this.#lookNow();
    });
    return this.#looking;
  }

  /** A look that begins now: the app may have started during an earlier one. */
  async #lookAnew(): Promise<PluginState> {
    await this.#looking;
    return this.#look();
  }

  async #lookOnce(): Promise<PluginState> {
    this.#lookAgain = false;
    const signature = await discoverySignature(this.#options.vaultRealPath);
    const state = this.#forgiving(await this.#probe());
    this.#signature = signature;
    this.#lookedAt = performance.now();
    if (this.#closed) return state;
    this.#take(state);
    await this.#watch
      .arm()
      .catch((error: unknown) => this.#options.log.debug(`The plugin's folder cannot be watched: ${traceOf(error)}`));
    this.#scheduleLook();
    return state;
  }

  async #probe(): Promise<PluginState> {
    try {
      if (this.#events?.stream.isOpen !== true && performance.now() - this.#provenAt > TRUST_PROOF_MS) {
        this.#options.client.forgetProof();
        this.#provenAt = performance.now();
      }
      return { kind: 'present', ...(await this.#options.client.probe()) };
    } catch (error) {
      const absence: Absence =
        error instanceof PluginUnavailable ? error.absence : { cause: 'bad_discovery', why: String(error) };
      return { kind: 'absent', absence };
    }
  }

  /** A plugin that has answered before may miss some probes. */
  #forgiving(found: PluginState): PluginState {
    const before = this.#state;
    const isMiss = found.kind === 'absent' && found.absence.cause === 'no_answer';
    this.#misses = isMiss ? this.#misses + 1 : 0;
    const { mostMisses = MOST_MISSES } = this.#options;
    const borne = this.#events?.stream.isOpen === true ? mostMisses : MOST_MISSES_UNSEEN;
    if (!isMiss || this.#misses > borne || before?.kind !== 'present') return found;
    this.#lookAgain = true;
    return before;
  }

  #take(state: PluginState): void {
    const before = this.#state;
    this.#state = state;
    this.#followEvents(state);
    if (before === null || keyOf(before) !== keyOf(state)) for (const listener of this.#listeners) listener(state);
  }

  #followEvents(state: PluginState): void {
    const discovery =
      state.kind === 'present' && state.discovery.capabilities.includes('events') ? state.discovery : null;
    if (this.#events !== null && this.#events.token !== discovery?.token) {
      this.#events.stream.close();
      this.#events = null;
    }
    if (discovery === null || this.#events !== null) return;
    if (this.#ended.token === discovery.token && performance.now() - this.#ended.at < REST_MS) return;
    const { token } = discovery;
    const stream = new PluginEvents({
      discovery,
      onEvent: ({ type }) => {
        // An engine that was ready and reports progress is reading the vault again, or was reopened.
        if (type === 'ready' || (type === 'index-progress' && performance.now() - this.#lookedAt > POLL_MS))
          this.#lookNow();
      },
      onEnd: () => {
        if (this.#events?.token === token) this.#events = null;
        this.#ended = { token, at: performance.now() };
        this.#options.client.forgetProof();
        if (!this.#closed) this.#lookNow();
      },
    });
    this.#events = { stream, token };
  }

  #scheduleLook(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.#lookNow(), this.#isTold() ? REST_MS : POLL_MS);
    this.#timer.unref();
  }

  /** Whether the next change would be reported. */
  #isTold(): boolean {
    if (this.#state?.kind === 'present') return this.#state.status.engine.state === 'ready' && this.#events !== null;
    return this.#watch.isWatching && this.#signature === 'ENOENT';
  }
}

/** States with the same key lead to the same choice of host. */
function keyOf(state: PluginState): string {
  if (state.kind === 'absent') return JSON.stringify(state.absence);
  const { discovery, status } = state;
  return JSON.stringify([
    discovery,
    status.pluginVersion,
    status.capabilities,
    status.engine.state,
    status.engine.protocol,
  ]);
}
