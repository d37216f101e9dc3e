/** A `replace_window` that found no match. */
export interface BufferedEdit {
  search: string;
  content: string;
}

/** How long a failed edit is kept, in milliseconds. */
const BUFFER_LIFETIME_MS = 10 * 60_000;

/** How similar a passage must be to be taken by `from_buffer`, 0 to 1. */
export const BUFFER_THRESHOLD = 0.5;

/** The way out of an edit without a match: the closest passage is similar enough. */
export const RETRY_ALONE =
  'Copy `search` from the note as it stands now, or repeat the call with only `name`, `mode` and `from_buffer: true` to take the closest passage (threshold 0.5).';
const RETRY_AMONG_OTHERS =
  'Copy `search` from the note as it stands now, or repeat the whole call, with `fuzzy: true` and `fuzzyThreshold: 0.5` for this edit, to take the closest passage.';
/** What is closest in one note may be something else in the next: the way out shows it first. */
const LOOK_IN_EACH =
  'Copy `search` from the notes in `failed` as they stand now, and give notes that word it otherwise in calls of their own. To see what the closest passages are, repeat the whole call with `dryRun: true`, and `fuzzy: true` and `fuzzyThreshold: 0.5` for this edit.';

/** A hint of one edit for a call of several: the buffer has not the others. */
export function hintAmongOthers(hint: string | undefined): string | undefined {
  return hint === RETRY_ALONE ? RETRY_AMONG_OTHERS : hint;
}

/** A hint of one note's edit for a call of several notes. */
export function hintForNotes(hint: string | undefined): string | undefined {
  return [RETRY_ALONE, RETRY_AMONG_OTHERS].includes(hint ?? '') ? LOOK_IN_EACH : hint;
}

const MOST_NOTES = 100;

/** Keeps each note's last `replace_window` without a match, for `from_buffer`. */
export class EditBuffer {
  readonly #now: () => number;
  readonly #edits = new Map<string, BufferedEdit & { expiresAt: number }>();

  /** @param now the time, in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Keeps an edit for the note at `path`, in place of an earlier one. */
  keep(path: string, { search, content }: BufferedEdit): void {
    this.#edits.delete(path);
    this.#edits.set(path, { search, content, expiresAt: this.#now() + BUFFER_LIFETIME_MS });
    for (const oldest of this.#edits.keys()) {
      if (this.#edits.size <= MOST_NOTES) break;
      this.#edits.delete(oldest);
    }
  }

  /** The edit kept for a note, if not expired. It stays until dropped, since a preview may precede the edit. */
  find(path: string): BufferedEdit | null {
    const kept = this.#edits.get(path);
    if (kept === undefined) return null;
    if (this.#now() < kept.expiresAt) return { search: kept.search, content: kept.content };
    this.#edits.delete(path);
    return null;
  }

  /** Drops a note's edit once it is made. */
  forget(path: string): void {
    this.#edits.delete(path);
  }
}
