const NEWLINE = 10;

/** Cuts a stream of bytes into lines, looking at each byte once. */
export class LineSplitter {
  readonly #onLine: (line: string, bytes: number) => void;
  #parts: Buffer[] = [];

  /** `onLine` gets each line without its newline, and how many bytes it had. */
  constructor(onLine: (line: string, bytes: number) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...this.#parts, chunk.subarray(start, end)]);
      this.#parts = [];
      start = end + 1;
      if (line.length > 0) this.#onLine(line.toString('utf8'), line.length);
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }
}
