import type { NoteRecord } from '../notes/note-record.ts';
import { shorten } from '../kit/text/shorten.ts';
import { runSteps } from '../kit/concurrency/slices.ts';
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
  readonly #lines = new Map<string, string[]>();

  constructor(source: VaultSource) {
    this.#source = source;
  }

  /** Takes a text already read. */
  know(path: string, text: string): void {
    this.#lines.set(path, text.split(/\r\n|\n|\r/));
  }

  /** The 1-based line of the note, trimmed and shortened; empty if not available. */
  async context(record: NoteRecord, line: number | null): Promise<string> {
    if (line === null || (isCanvasPath(record.path) && record.size > MOST_CANVAS_BYTES)) return '';
    if (!this.#lines.has(record.path)) await this.#read(record.path);
    const text = (this.#lines.get(record.path)?.[line - 1] ?? '').replace(/^\uFEFF/, '').trim();
    return shorten(text, MAX_LENGTH);
  }

  async #read(path: string): Promise<void> {
    try {
      const { text } = decodeText(await this.#source.read(path));
      this.know(path, isCanvasPath(path) ? cardLines(runSteps(readCanvasSteps(text)).cards) : text);
    } catch {
      // The file is gone by now: only this line is missing from the answer.
      this.#lines.set(path, []);
    }
  }
}
