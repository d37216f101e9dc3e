import type { Readable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { isJSONRPCNotification, isJSONRPCRequest, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { parseJson } from '../../../shared/kit/json/parse-json.ts';
import { LineReader } from './line-reader.ts';
import { withoutNulls } from './without-nulls.ts';
import type { Log } from '../../process/log.ts';
import type { RawWrite } from './stdout-guard.ts';

const MAX_LINE_BYTES = 32 * 1024 * 1024;
/** The messages of a longer batch are refused one by one. */
const MAX_BATCH = 1_000;
/** How long requests in flight may continue after the input has ended, so that the last answers are out within 2 s. */
const LAST_ANSWERS_MS = 1_800;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** The code the SDK's clients use for a request that took too long. */
const REQUEST_TIMEOUT = -32001;

export interface StdioTransportOptions {
  input: Readable;
  write: RawWrite;
  log: Log;
  maxLineBytes?: number;
}

/** The answers to a batch, sent together, in order of completion. */
interface Batch {
  open: number;
  answers: object[];
}

/**
 * JSON-RPC over lines of stdin and stdout. Unlike the SDK's transport it answers everything: a line that is not JSON,
 * not JSON-RPC or too long gets an error, a batch (revision 2025-03-26) one array of answers, and a request that came
 * before the input ended is answered within 2 s.
 */
export class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Resolves when either side has ended the connection. */
  readonly ended: Promise<void>;
  readonly #options: Required<StdioTransportOptions>;
  readonly #lines: LineReader;
  /** Requests by id, in order of arrival: a client may use one id twice. */
  readonly #unanswered = new Map<RequestId, (Batch | null)[]>();
  #writing = 0;
  #inputEnded = false;
  #closed = false;
  #lastAnswers: NodeJS.Timeout | undefined;
  #resolveEnded: () => void = () => undefined;

  constructor(options: StdioTransportOptions) {
    this.#options = { maxLineBytes: MAX_LINE_BYTES, ...options };
    this.#lines = new LineReader({
      maxBytes: this.#options.maxLineBytes,
      onLine: (line) => this.#takeLine(line),
      onTooLong: (ids) => this.#refuseTooLong(ids),
    });
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
  }

  async start(): Promise<void> {
    const { input } = this.#options;
    input.on('data', (chunk: Buffer) => this.#lines.take(chunk));
    input.on('end', () => this.#finish());
    input.on('close', () => this.#finish());
    input.on('error', (error) => this.onerror?.(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error('The connection is closed');
    if ('id' in message && !('method' in message) && message.id !== undefined) await this.#answer(message.id, message);
    else await this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#lastAnswers);
    this.onclose?.();
    this.#resolveEnded();
  }

  #takeLine(line: string): void {
    if (this.#closed) return;
    const value = parseJson(line);
    if (value === undefined) {
      this.#options.log.warn(`Refused a line that is not JSON (${line.length} characters).`);
      this.#refuse(null, PARSE_ERROR, 'Parse error: the line is not JSON');
    } else if (Array.isArray(value)) this.#takeBatch(value);
    else this.#takeMessage(value, null);
  }

  #takeBatch(values: unknown[]): void {
    if (values.length === 0) return this.#refuse(null, INVALID_REQUEST, 'Invalid request: the batch is empty');
    // One more than its messages, so that no answer is sent before all of them are taken.
    const batch: Batch = { open: 1, answers: [] };
    for (const value of values) {
      if (values.length <= MAX_BATCH) this.#takeMessage(value, batch);
      else
        this.#refuse(
          idOf(value),
          INVALID_REQUEST,
          `Invalid request: a batch has at most ${MAX_BATCH} messages; this one has ${values.length}`,
          batch,
        );
    }
    this.#closeEntry(batch).catch((failure: Error) => this.onerror?.(failure));
  }

  #takeMessage(value: unknown, batch: Batch | null): void {
    const message = parseMessage(value);
    if (message === undefined) {
      this.#options.log.warn('Refused a message that is not JSON-RPC 2.0.');
      if (isResponse(value)) return this.#takeWrongResponse(idOf(value));
      return this.#refuse(idOf(value), INVALID_REQUEST, 'Not a valid JSON-RPC 2.0 message', batch);
    }
    // A subscription stays open as long as the connection: no end waits for it.
    if (isJSONRPCRequest(message) && message.method === 'subscriptions/listen') return this.onmessage?.(message);
    if (isJSONRPCRequest(message)) this.#await(message.id, batch);
    else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const id: unknown = message.params?.requestId;
      if (isRequestId(id)) this.#answer(id, null).catch((failure: Error) => this.onerror?.(failure));
    }
    this.onmessage?.(message);
  }

  /** It is not answered, since ids of both sides may be the same: the request that it is for has failed. */
  #takeWrongResponse(id: RequestId | null): void {
    const error = { code: INVALID_REQUEST, message: 'The answer is not valid JSON-RPC 2.0' };
    if (id !== null) this.onmessage?.({ jsonrpc: '2.0', id, error });
  }

  #refuseTooLong(ids: readonly RequestId[]): void {
    const { log, maxLineBytes } = this.#options;
    log.error(`Refused a message of more than ${maxLineBytes} bytes.`);
    for (const id of ids.length === 0 ? [null] : ids) {
      this.#refuse(
        id,
        INVALID_REQUEST,
        `The message is too long: a line has at most ${maxLineBytes} bytes (${Math.round(maxLineBytes / 1024 / 1024)} MiB)`,
      );
    }
  }

  #refuse(id: RequestId | null, code: number, message: string, batch: Batch | null = null): void {
    const answer = { jsonrpc: '2.0', id, error: { code, message } };
    if (batch !== null) batch.answers.push(answer);
    else if (!this.#closed) this.#write(answer).catch((failure: Error) => this.onerror?.(failure));
  }

  #await(id: RequestId, batch: Batch | null): void {
    if (batch !== null) batch.open++;
    this.#unanswered.set(id, [...(this.#unanswered.get(id) ?? []), batch]);
  }

  /** Sends an answer, alone or with its batch; `null` for a cancelled request, which gets none. */
  async #answer(id: RequestId, answer: object | null): Promise<void> {
    const [batch = null, ...later] = this.#unanswered.get(id) ?? [];
    if (later.length > 0) this.#unanswered.set(id, later);
    else this.#unanswered.delete(id);
    if (batch === null) await (answer === null ? undefined : this.#write(answer));
    else {
      if (answer !== null) batch.answers.push(answer);
      await this.#closeEntry(batch);
    }
    this.#endIfDone();
  }

  async #closeEntry(batch: Batch): Promise<void> {
    batch.open--;
    if (batch.open === 0 && batch.answers.length > 0 && !this.#closed) await this.#write(batch.answers);
  }

  async #write(message: object): Promise<void> {
    this.#writing++;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#options.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      });
    } finally {
      this.#writing--;
      this.#endIfDone();
    }
  }

  #finish(): void {
    if (this.#inputEnded) return;
    this.#lines.end();
    this.#inputEnded = true;
    this.#lastAnswers = setTimeout(() => void this.#giveUp(), LAST_ANSWERS_MS);
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#inputEnded && this.#unanswered.size === 0 && this.#writing === 0) void this.close();
  }

  async #giveUp(): Promise<void> {
    const message =
      'The input ended, and this was not finished within 2 s. Keep the input open until the answer has come; a change may have been made all the same (`vault-loom history`).';
    const answers = [...this.#unanswered].flatMap(([id, requests]) =>
      requests.map(() => this.#answer(id, { jsonrpc: '2.0', id, error: { code: REQUEST_TIMEOUT, message } })),
    );
    await Promise.allSettled(answers);
    await this.close();
  }
}

function parseMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(withoutNulls(value));
  } catch {
    return undefined;
  }
}

/** Whether a message means to answer one of ours. */
function isResponse(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('method' in value) && ('result' in value || 'error' in value);
}

/** The id to answer to; `null`, as JSON-RPC requires, if there is none. */
function idOf(value: unknown): RequestId | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return isRequestId(id) ? id : null;
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || typeof id === 'number';
}
