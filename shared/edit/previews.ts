import { VaultLoomError } from '../protocol/errors.ts';
import type { EditMode } from '../protocol/schemas/edit.ts';

/** An edit that was shown but not made. */
export interface PreviewedEdit {
  /** Of several notes, the first. */
  path: string;
  /** Of several notes, the hash of each; `hash` and `text` are empty then, and the edit is made from `args` again. */
  notes?: ReadonlyMap<string, string>;
  /** Absent if the edits have different ones. */
  mode?: EditMode;
  /** Of the file's bytes, at the time of the preview. */
  hash: string;
  /** The whole text after the edit. */
  text: string;
  diff: string;
  diffTruncated?: true;
  /** Arguments of `edit_note` that make this edit, in any process. */
  args: Record<string, unknown>;
}

export interface Preview extends PreviewedEdit {
  id: string;
  /** Milliseconds, on the store's clock. */
  expiresAt: number;
}

/** How long a preview is valid, in milliseconds. */
export const PREVIEW_LIFETIME_MS = 5 * 60_000;

const MOST_PREVIEWS = 100;
const MOST_UNITS = 50_000_000;
const HOW_TO_RENEW = 'Call edit_note with dryRun again for a new preview.';

/** Keeps previews for five minutes or until dropped; if there are too many, drops the oldest. */
export class PreviewStore {
  readonly #now: () => number;
  readonly #newId: () => string;
  readonly #previews = new Map<string, Preview>();
  #units = 0;

  /**
   * @param now the time, in milliseconds
   * @param newId makes an unguessable id
   */
  constructor(now: () => number, newId: () => string) {
    this.#now = now;
    this.#newId = newId;
  }

  add(edit: PreviewedEdit): Preview {
    const preview = { ...edit, id: this.#newId(), expiresAt: this.#now() + PREVIEW_LIFETIME_MS };
    this.#previews.set(preview.id, preview);
    this.#units += preview.text.length;
    this.#sweep();
    return preview;
  }

  /**
   * A preview that has not expired. It stays until dropped, so a failed write can be retried. Throws
   * `preview_not_found`.
   */
  find(id: string): Preview {
    const preview = this.#previews.get(id);
    if (preview === undefined)
      throw new VaultLoomError(
        'preview_not_found',
        `There is no preview "${id.slice(0, 60)}": it was applied, expired after 5 minutes, or never existed.`,
        { hint: HOW_TO_RENEW },
      );
    if (this.#now() < preview.expiresAt) return preview;
    this.drop(id);
    throw new VaultLoomError('preview_not_found', 'The preview has expired: it was made more than 5 minutes ago.', {
      hint: HOW_TO_RENEW,
    });
  }

  /** Throws `preview_stale` and drops the preview if the hash of the file (of several, at `path`) has changed. */
  refuseStale(preview: Preview, currentHash: string, path = preview.path): void {
    if (currentHash === (preview.notes === undefined ? preview.hash : preview.notes.get(path))) return;
    this.drop(preview.id);
    throw new VaultLoomError('preview_stale', `"${path}" changed after the preview was made; nothing was written.`, {
      hint: HOW_TO_RENEW,
    });
  }

  /** Drops a preview. */
  drop(id: string): void {
    this.#units -= this.#previews.get(id)?.text.length ?? 0;
    this.#previews.delete(id);
  }

  #sweep(): void {
    const now = this.#now();
    for (const [id, { expiresAt }] of this.#previews) {
      const isTooMuch = this.#previews.size > MOST_PREVIEWS || (this.#units > MOST_UNITS && this.#previews.size > 1);
      if (now < expiresAt && !isTooMuch) return;
      this.drop(id);
    }
  }
}
