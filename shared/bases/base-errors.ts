import { oneLine, shorten } from '../kit/text/shorten.ts';
import { VaultLoomError } from '../protocol/errors.ts';

/** Where an expression stands, so that the person can find it. */
export interface Place {
  kind: 'filter' | 'sort' | 'column';
  /** The text that contains the expression. */
  text: string;
}

/**
 * The error for an expression outside the supported subset. `problem` starts a sentence, such as "Arithmetic is not
 * supported".
 */
export function unsupported(
  problem: string,
  fragment: string,
  place: Place,
  hint: string = SUBSET_HINT,
): VaultLoomError {
  const whole = fragment.trim() === place.text.trim() ? '' : `, in ${quote(place.text)}`;
  return new VaultLoomError('unsupported_construct', `${problem}: ${quote(fragment)} (${place.kind}${whole}).`, {
    hint,
    details: { fragment: shorten(oneLine(fragment), MAX_QUOTED), place: place.kind },
  });
}

/** The error for a document that is not built like a base. */
export function structural(message: string, hint?: string): VaultLoomError {
  return new VaultLoomError('base_eval_error', message, hint === undefined ? {} : { hint });
}

/** The text in quotation marks on one line, shortened if long. */
export function quote(text: string): string {
  return `"${shorten(oneLine(text), MAX_QUOTED)}"`;
}

const MAX_QUOTED = 160;
const SUBSET_HINT =
  'Supported are comparisons, &&, ||, !, properties (status, note.status, frontmatter.a.b, note["two words"]), file.name, path, folder, ext, size, ctime, mtime and tags, file.hasTag() and file.inFolder().';
