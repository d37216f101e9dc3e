import type { Readable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { isJSONRPCNotification, isJSONRPCRequest, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import type { Log } from './log.ts';
import type { RawWrite } from './stdout-guard.ts';

const MAX_LINE_BYTES = 32 * 1024 * 1024;
/** How long requests in flight may still be answered after the client closed our input. */
const LAST_ANSWERS_MS = 150;
const INVALID_REQUEST = -32600;
const NEWLINE = 0x0a;

export interface StdioTransportOptions {
  input: Readable;
  write: RawWrite;
  log: Log;
  maxLineBytes?: number;
}

/**
 * JSON-RPC over lines of stdin and stdout. In three things kinder than the SDK's own: a line beyond the limit is
 * dropped instead of ending the connection, a request that is JSON but not JSON-RPC is answered, and requests that
 * came just before the input closed still get their answers.
 */
export class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Resolves when the connection has ended, by either side. */
  readonly ended: Promise<void>;
  readonly #options: Required<StdioTransportOptions>;
  readonly #unanswered = new Set<RequestId>();
  #parts: Buffer[] = [];
  #partsBytes = 0;
  #skippingLine = false;
  #inputEnded = false;
  #closed = false;
  #lastAnswers: NodeJS.Timeout | undefined;
  #resolveEnded: () => void = () => undefined;

  constructor(options: StdioTransportOptions) {
    this.#options = { maxLineBytes: MAX_LINE_BYTES, ...options };
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
  }

  async start(): Promise<void> {
    const { input } = this.#options;
    input.on('data', (chunk: Buffer) => this.#takeChunk(chunk));
    input.on('end', () => this.#finish());
    input.on('close', () => this.#finish());
    input.on('error', (error) => this.onerror?.(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error('The connection is closed');
    await new Promise<void>((resolve, reject) => {
      this.#options.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
    if ('id' in message && !('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#lastAnswers);
    this.#parts = [];
    this.onclose?.();
    this.#resolveEnded();
  }

  #takeChunk(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#takePart(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#takePart(chunk.subarray(start));
  }

  #takePart(part: Buffer): void {
    if (this.#skippingLine || part.length === 0) return;
    this.#parts.push(part);
    this.#partsBytes += part.length;
    if (this.#partsBytes <= this.#options.maxLineBytes) return;
    this.#options.log.error(`Dropped a message of more than ${this.#options.maxLineBytes} bytes.`);
    this.#parts = [];
    this.#skippingLine = true;
  }

  #endLine(): void {
    const line = Buffer.concat(this.#parts).toString('utf8').trim();
    this.#parts = [];
    this.#partsBytes = 0;
    this.#skippingLine = false;
    if (line !== '' && !this.#closed) this.#takeLine(line);
  }

  #takeLine(line: string): void {
    const value = parseJson(line);
    if (value === undefined) {
      this.#options.log.warn(`Ignored a line that is not JSON (${line.length} characters).`);
      return;
    }
    const message = parseMessage(value);
    if (message === undefined) this.#refuse(value);
    else this.#deliver(message);
  }

  #deliver(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.#unanswered.add(message.id);
    else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#settle(message.params?.requestId as RequestId);
    }
    this.onmessage?.(message);
  }

  /** Answers what looks like a request, so that its sender does not wait for ever. */
  #refuse(value: unknown): void {
    this.#options.log.warn('Refused a message that is not JSON-RPC 2.0.');
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const error = { code: INVALID_REQUEST, message: 'Not a valid JSON-RPC 2.0 message' };
    this.send({ jsonrpc: '2.0', id, error }).catch((failure: Error) => this.onerror?.(failure));
  }

  #settle(id: RequestId): void {
    this.#unanswered.delete(id);
    if (this.#inputEnded && this.#unanswered.size === 0) void this.close();
  }

  #finish(): void {
    if (this.#inputEnded) return;
    this.#inputEnded = true;
    if (this.#unanswered.size === 0) void this.close();
    else this.#lastAnswers = setTimeout(() => void this.close(), LAST_ANSWERS_MS);
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function parseMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}
