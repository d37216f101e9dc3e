/** A client that has asked for something, by the name that it gives itself. */
export interface SeenClient {
  name: string;
  /** When it asked last, in milliseconds since 1970. */
  lastSeen: number;
}

const MOST_CLIENTS = 32;

/** Which clients have asked since the plugin was loaded. Anyone with the token may claim any name. */
export class ClientsSeen {
  readonly #now: () => number;
  /** The one that asked last comes last. */
  readonly #seen = new Map<string, number>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Of more than {@link MOST_CLIENTS}, the one that has been silent for longest is forgotten. */
  note(name: string): void {
    this.#seen.delete(name);
    this.#seen.set(name, this.#now());
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MOST_CLIENTS && oldest !== undefined) this.#seen.delete(oldest);
  }

  /** The one that asked last comes first. */
  list(): SeenClient[] {
    return [...this.#seen].map(([name, lastSeen]) => ({ name, lastSeen })).reverse();
  }
}
