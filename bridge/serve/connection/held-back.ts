import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** How a connection begins in either era, and what shows that it lives: answered without any tool. */
const ANSWERED_AT_ONCE: ReadonlySet<string> = new Set(['initialize', 'server/discover', 'ping']);

/** Passes messages on: the first ones of a connection at once, all others once released, in the order they came in. */
export class HeldBack {
  readonly #deliver: (message: JSONRPCMessage) => void;
  #held: JSONRPCMessage[] | null = [];

  constructor(deliver: (message: JSONRPCMessage) => void) {
    this.#deliver = deliver;
  }

  take(message: JSONRPCMessage): void {
    if (this.#held === null || ('method' in message && ANSWERED_AT_ONCE.has(message.method))) this.#deliver(message);
    else this.#held.push(message);
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const message of held) this.#deliver(message);
  }
}
