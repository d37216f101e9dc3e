import type { NoteRecord } from '../notes/note-record.ts';
import { shorten } from '../kit/text/shorten.ts';
import { runSteps } from '../kit/work/slices.ts';
import { cardLines, isCanvasPath, readCanvasSteps } from '../notes/canvas.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import { decodeText } from '../index/drafts/note-draft.ts';

/** A line is shown up to this many characters. */
const MAX_LENGTH = 240;
/** A larger canvas would take too long to read in one go just for one of its lines. */
const MOST_CANVAS_BYTES = 2 * 1024 * 1024;

/** Gives the lines that contain links, those of a canvas as its cards show them, reading each note at most once. */
export class LinkLines {
  readonly #source: VaultSource;
  readonly #lines = new Map<string, string[]>();

  constructor(source: VaultSource) {
    this.#source = source;
  }

  /** Takes a text that has already been read. */
  know(path: string, text: string): void {
    this.#lines.set(path, text.split(/\r\n|\n|\r/));
  }

  /** The 1-based line of the note, trimmed and shortened; empty if it is not available. */
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
      // The file is gone meanwhile: the answer is right except for this line.
      this.#lines.set(path, []);
    }
  }
}
