import type { RequestId } from '@modelcontextprotocol/server';
import { parseJson } from '../../../shared/kit/json/parse-json.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;
/** An id or a key longer than this, in bytes, is not kept. */
const LONGEST_TOKEN = 1_024;
const MOST_IDS = 1_000;

/**
 * Finds the ids in a JSON-RPC message, or in the messages of a batch, while its bytes pass by, so that a message too
 * long to keep can still be answered.
 */
export class MessageIds {
  readonly found: RequestId[] = [];
  /** The depth of a message's keys: 1, in a batch 2. */
  #level = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The bytes of the key or the plain value that is being read at the level of keys. */
  #token: number[] = [];
  #isNested = false;
  #key = '';

  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#inString) this.#takeInString(byte);
      else if (byte > SPACE) this.#takeOutside(byte);
    }
  }

  #takeInString(byte: number): void {
    this.#keep(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #takeOutside(byte: number): void {
    switch (byte) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        return this.#open(byte);
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#endValue();
        this.#depth--;
        return;
      case COMMA:
        return this.#endValue();
      case COLON:
        return this.#endKey();
      default:
        this.#inString = byte === QUOTE;
        this.#keep(byte);
    }
  }

  #open(byte: number): void {
    if (this.#depth === 0) this.#level = byte === OPEN_BRACE ? 1 : 2;
    if (this.#depth === this.#level) this.#isNested = true;
    this.#depth++;
    if (this.#depth === this.#level) this.#startEntry();
  }

  #keep(byte: number): void {
    if (this.#depth === this.#level && this.#token.length < LONGEST_TOKEN) this.#token.push(byte);
  }

  #startEntry(): void {
    this.#token = [];
    this.#isNested = false;
    this.#key = '';
  }

  #endKey(): void {
    if (this.#depth !== this.#level) return;
    this.#key = Buffer.from(this.#token).toString();
    this.#token = [];
  }

  #endValue(): void {
    if (this.#depth !== this.#level) return;
    if (this.#key === '"id"' && !this.#isNested && this.found.length < MOST_IDS)
      this.#keepId(Buffer.from(this.#token).toString());
    this.#startEntry();
  }

  #keepId(text: string): void {
    // Nobody waits for an answer to an invalid id.
    const id = parseJson(text);
    if (typeof id === 'string' || typeof id === 'number') this.found.push(id);
  }
}
