import { isSameClient } from '../../shared/protocol/client-claim.ts';
import type { ReviewRules } from '../../shared/protocol/plugin-settings.ts';
import { isTightened } from '../../shared/tools/review/is-tightened.ts';

/** How long 'accept all of this client' holds. */
export const TRUST_MS = 15 * 60_000;

/** A client whose changes are all accepted. */
export interface TrustedClient {
  client: string;
  /** Milliseconds since 1970. */
  until: number;
}

/**
 * The clients whose changes are all accepted for a while, by the names they give themselves. Not kept across restarts.
 */
export class TrustedClients {
  readonly #now: () => number;
  readonly #untilByClient = new Map<string, number>();
  /** As they were when last looked at. */
  #rules: ReviewRules | null = null;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** In the order in which they were trusted first. */
  get all(): TrustedClient[] {
    return [...this.#untilByClient]
      .map(([client, until]) => ({ client, until }))
      .filter(({ until }) => until > this.#now());
  }

  has(client: string): boolean {
    return this.all.some((trusted) => isSameClient(trusted.client, client));
  }

  /** @param rules those that hold now */
  trust(client: string, rules: ReviewRules): void {
    this.rulesChanged(rules);
    this.#untilByClient.set(this.#knownAs(client), this.#now() + TRUST_MS);
  }

  stop(client: string): void {
    this.#untilByClient.delete(this.#knownAs(client));
  }

  /** Ends it for each client for which the rules have been tightened. */
  rulesChanged(rules: ReviewRules): void {
    const before = this.#rules;
    this.#rules = rules;
    if (before === null) return;
    for (const client of [...this.#untilByClient.keys()])
      if (isTightened(before, rules, client)) this.#untilByClient.delete(client);
  }

  #knownAs(client: string): string {
    return [...this.#untilByClient.keys()].find((known) => isSameClient(known, client)) ?? client;
  }
}
