import type { Loc, Pos } from './cache-types.ts';

/** Turns offsets of one text into lines and columns. */
export class Positions {
  readonly text: string;
  readonly #lineStarts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
  }

  get lineCount(): number {
    return this.#lineStarts.length;
  }

  at(offset: number): Loc {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lineStart(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, col: offset - this.lineStart(low), offset };
  }

  range({ start, end }: { start: number; end: number }): Pos {
    return { start: this.at(start), end: this.at(end) };
  }

  /** Offset of a zero-based line's first unit. */
  lineStart(line: number): number {
    return this.#lineStarts[line] ?? this.text.length;
  }

  /** Where a line's content ends, before its line end. */
  lineEnd(line: number): number {
    const next = this.#lineStarts[line + 1];
    if (next === undefined) return this.text.length;
    return this.text.charCodeAt(next - 2) === 13 ? next - 2 : next - 1;
  }

  lineText(line: number): string {
    return this.text.slice(this.lineStart(line), this.lineEnd(line));
  }
}
