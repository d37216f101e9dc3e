import type { NoteRecord } from '../notes/note-record.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import { decodeText } from './note-draft.ts';

/** A line is shown up to this many characters. */
const MAX_LENGTH = 240;

/** Gives the lines in which links stand, reading each note at most once. */
export class LinkLines {
  readonly #source: VaultSource;
  readonly #lines = new Map<string, string[]>();

  constructor(source: VaultSource) {
    this.#source = source;
  }

  /** Takes a text that was read already. */
  know(path: string, text: string): void {
    this.#lines.set(path, text.split(/\r\n|\n|\r/));
  }

  /** The 1-based line of the note, trimmed and shortened; empty where it cannot be had. */
  async context(record: NoteRecord, line: number | null): Promise<string> {
    if (line === null) return '';
    if (!this.#lines.has(record.path)) await this.#read(record.path);
    const text = (this.#lines.get(record.path)?.[line - 1] ?? '').replace(/^\uFEFF/, '').trim();
    return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '').trimEnd()}…`;
  }

  async #read(path: string): Promise<void> {
    try {
      this.know(path, decodeText(await this.#source.read(path)).text);
    } catch {
      // The file went meanwhile: the answer is right but for this line.
      this.#lines.set(path, []);
    }
  }
}
