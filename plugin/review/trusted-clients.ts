/** How long 'accept all of this client' holds. */
export const TRUST_MS = 15 * 60_000;

/** The clients whose changes are all accepted for a while, by the names they give themselves. Not kept across restarts. */
export class TrustedClients {
  readonly #now: () => number;
  readonly #untilByClient = new Map<string, number>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Until when everything of a client is accepted, in milliseconds since 1970; null if it is not. */
  until(client: string): number | null {
    const until = this.#untilByClient.get(client) ?? 0;
    return until > this.#now() ? until : null;
  }

  trust(client: string): void {
    this.#untilByClient.set(client, this.#now() + TRUST_MS);
  }

  stop(client: string): void {
    this.#untilByClient.delete(client);
  }
}
