import type { RequestId } from '@modelcontextprotocol/server';
import { MessageIds } from './message-ids.ts';

const NEWLINE = 0x0a;
/** Only longer lines are searched for ids while they arrive. */
const SCAN_FROM_BYTES = 1024 * 1024;

export interface LineReaderOptions {
  maxBytes: number;
  onLine: (line: string) => void;
  /** Called at the end of a line longer than `maxBytes`, with the ids of its requests. */
  onTooLong: (ids: readonly RequestId[]) => void;
}

/** Assembles the lines of a stream, none of which may exceed `maxBytes`. */
export class LineReader {
  readonly #options: LineReaderOptions;
  #parts: Buffer[] = [];
  #bytes = 0;
  #ids: MessageIds | null = null;

  constructor(options: LineReaderOptions) {
    this.#options = options;
  }

  take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#takePart(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#takePart(chunk.subarray(start));
  }

  /** Takes the rest as the last line: the stream has ended. */
  end(): void {
    if (this.#bytes > 0) this.#endLine();
  }

  #takePart(part: Buffer): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes > SCAN_FROM_BYTES) this.#scan(part);
    if (this.#bytes <= this.#options.maxBytes) this.#parts.push(part);
    else this.#parts = [];
  }

  #scan(part: Buffer): void {
    if (this.#ids === null) {
      this.#ids = new MessageIds();
      for (const earlier of this.#parts) this.#ids.take(earlier);
    }
    this.#ids.take(part);
  }

  #endLine(): void {
    const [parts, bytes, ids] = [this.#parts, this.#bytes, this.#ids];
    this.#parts = [];
    this.#bytes = 0;
    this.#ids = null;
    if (bytes > this.#options.maxBytes) return this.#options.onTooLong(ids?.found ?? []);
    const line = Buffer.concat(parts).toString('utf8').trim();
    if (line !== '') this.#options.onLine(line);
  }
}
