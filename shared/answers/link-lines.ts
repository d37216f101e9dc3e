import type { NoteRecord } from '../notes/note-record.ts';
import { shorten } from '../kit/text/shorten.ts';
import { visitSteps } from '../kit/concurrency/long-lists.ts';
import { runSteps, type Slicer } from '../kit/concurrency/slices.ts';
import { linesIn } from '../kit/text/line-ends.ts';
import { cardLines, isCanvasPath, readCanvasSteps } from '../notes/canvas.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import { decodeText } from '../index/drafts/note-draft.ts';

/** In characters. */
const MAX_LENGTH = 240;
/** Reading a larger canvas at once would take too long for just one of its lines. */
const MOST_CANVAS_BYTES = 2 * 1024 * 1024;

/** The lines that contain links; of a canvas, as its cards show them. Reads each note at most once. */
export class LinkLines {
  readonly #source: VaultSource;
  readonly #slicer: Slicer;
  readonly #texts = new Map<string, string>();
  readonly #lines = new Map<string, string[]>();

  constructor({ source, slicer }: { source: VaultSource; slicer: Slicer }) {
    this.#source = source;
    this.#slicer = slicer;
  }

  /** Takes a text already read. */
  know(path: string, text: string): void {
    this.#texts.set(path, text);
  }

  /** The 1-based line of the note, trimmed and shortened; empty if not available. */
  async context(record: NoteRecord, line: number | null): Promise<string> {
    if (line === null || (isCanvasPath(record.path) && record.size > MOST_CANVAS_BYTES)) return '';
    const lines = this.#lines.get(record.path) ?? (await this.#linesOf(record.path));
    const text = (lines[line - 1] ?? '').replace(/^\uFEFF/, '').trim();
    return shorten(text, MAX_LENGTH);
  }

  async #linesOf(path: string): Promise<string[]> {
    const text = this.#texts.get(path) ?? (await this.#read(path));
    this.#texts.delete(path);
    const lines: string[] = [];
    await this.#slicer.run(visitSteps(linesIn(text), (line) => lines.push(line)));
    this.#lines.set(path, lines);
    return lines;
  }

  async #read(path: string): Promise<string> {
    try {
      const { text } = decodeText(await this.#source.read(path));
      return isCanvasPath(path) ? cardLines(runSteps(readCanvasSteps(text)).cards) : text;
    } catch {
      // The file is gone by now: only this line is missing from the answer.
      return '';
    }
  }
}
