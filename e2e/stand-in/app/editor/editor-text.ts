/** Zero-based line, and UTF-16 units from its beginning. */
export interface EditorPosition {
  line: number;
  ch: number;
}

/** A text and where its lines begin. */
export class EditorText {
  readonly text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  line(line: number): string {
    const start = this.#starts[line];
    if (start === undefined) return '';
    const next = this.#starts[line + 1];
    return this.text.slice(start, next === undefined ? undefined : next - 1);
  }

  /** Positions outside the text give the nearest one inside. */
  offsetOf({ line, ch }: EditorPosition): number {
    if (line < 0) return 0;
    const start = this.#starts[line];
    return start === undefined ? this.text.length : start + Math.max(0, Math.min(ch, this.line(line).length));
  }

  positionOf(offset: number): EditorPosition {
    const clamped = Math.max(0, Math.min(offset, this.text.length));
    let line = 0;
    let high = this.#starts.length - 1;
    while (line < high) {
      const middle = (line + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= clamped) line = middle;
      else high = middle - 1;
    }
    return { line, ch: clamped - (this.#starts[line] ?? 0) };
  }
}
