import { within } from '../../../shared/kit/time/deadline.ts';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { parseResourceUri } from './resource-uris.ts';

const MOST_SUBSCRIPTIONS = 100;
const PAUSE_MS = 1_000;
/** Of the time that looking took. */
const PAUSE_FACTOR = 20;
/** A client is not kept waiting for its answer while the index is still loading. */
const FIRST_LOOK_MS = 1_000;

export interface SubscriptionsParts {
  /** What each of these resources is now: any text that changes when they do. */
  states: (uris: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Tells the client that a resource has changed. */
  tell: (uri: string) => void;
  pauseMs?: number;
}

/**
 * Watches the resources that the client wants to hear of. It looks at all of them at once, every second, and less often
 * if looking takes long, so that it costs at most a twentieth of the time. Without subscriptions it does nothing.
 */
export class Subscriptions {
  readonly #parts: SubscriptionsParts;
  /** Who wants a resource: the ids of listeners, or '' for a subscription of its own. */
  readonly #wanted = new Map<string, Set<string>>();
  readonly #known = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  /** The look under way, or the last one. */
  #looked: Promise<void> = Promise.resolve();
  /** Whether to look again at once: for a resource that came during a look. */
  #again = false;
  #closed = false;

  constructor(parts: SubscriptionsParts) {
    this.#parts = parts;
  }

  /**
   * Resolves once it is known what the resource is, so that no change after that is missed; or after a second. Throws
   * `ResourceNotFoundError` for a URI that is not ours, and a protocol error for one too many.
   */
  add(uri: string, listener = ''): Promise<void> {
    if (parseResourceUri(uri) === null) throw new ResourceNotFoundError(uri);
    const listeners = this.#wanted.get(uri) ?? new Set();
    if (listeners.size === 0 && this.#wanted.size >= MOST_SUBSCRIPTIONS)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There are ${MOST_SUBSCRIPTIONS} subscriptions already; unsubscribe from one first.`,
      );
    const isNew = listeners.size === 0;
    this.#wanted.set(uri, listeners.add(listener));
    if (isNew) this.#lookNow();
    return this.#known.has(uri) ? Promise.resolve() : within(FIRST_LOOK_MS, this.#looked);
  }

  remove(uri: string, listener = ''): void {
    const listeners = this.#wanted.get(uri);
    listeners?.delete(listener);
    if (listeners?.size !== 0) return;
    this.#wanted.delete(uri);
    this.#known.delete(uri);
  }

  /** Ends every subscription of a listener. */
  removeListener(listener: string): void {
    for (const uri of [...this.#wanted.keys()]) this.remove(uri, listener);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#wanted.clear();
    this.#known.clear();
  }

  #lookNow(): void {
    if (this.#closed) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#looked = this.#look();
  }

  async #look(): Promise<void> {
    this.#looking = true;
    this.#again = false;
    const start = performance.now();
    try {
      const states = await this.#parts.states([...this.#wanted.keys()]);
      for (const [uri, state] of states) this.#take(uri, state);
    } catch {
      // While the engine cannot answer, nothing is known to have changed.
    }
    this.#looking = false;
    if (this.#closed || this.#wanted.size === 0) return;
    if (this.#again) return this.#look();
    const took = performance.now() - start;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#looked = this.#look();
      },
      Math.max(this.#parts.pauseMs ?? PAUSE_MS, took * PAUSE_FACTOR),
    );
    this.#timer.unref();
  }

  #take(uri: string, state: string): void {
    if (!this.#wanted.has(uri)) return;
    const before = this.#known.get(uri);
    this.#known.set(uri, state);
    if (before !== undefined && before !== state) this.#parts.tell(uri);
  }
}
