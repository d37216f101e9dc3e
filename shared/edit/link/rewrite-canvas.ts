import type { Steps } from '../../kit/concurrency/slices.ts';
import { readCanvasSteps, type CanvasCard } from '../../notes/canvas.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import { rewriteLinksSteps } from './link-rewrite.ts';
import type { NoteMove, RewrittenLinks } from './link-rewrite.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * The edits that keep the links of the canvas at `path` leading to the same files: file cards of the moved note, and
 * links on text cards, resolved as in a note at that path. None if the text is not a canvas.
 * @throws VaultLoomError `invalid_arguments` if a link cannot be written with the new name
 */
export function* rewriteCanvasSteps(path: string, text: string, move: NoteMove): Steps<RewrittenLinks> {
  const { cards } = yield* readCanvasSteps(text);
  const edits: TextEdit[] = [];
  let occurrences = 0;
  for (const card of cards) {
    const rewritten = card.kind === 'file' ? rewriteFile(card, move) : yield* rewriteText(path, card, move);
    for (const edit of inJson(text, card, rewritten.edits)) edits.push(edit);
    occurrences += rewritten.occurrences;
    yield;
  }
  return { edits, occurrences };
}

function rewriteFile({ text }: CanvasCard, move: NoteMove): RewrittenLinks {
  const found = move.before.locateFile(text);
  const to = found === null ? undefined : move.moves.get(found);
  if (to === undefined || text === to) return NONE;
  return { edits: [{ offset: 0, length: text.length, replacement: to }], occurrences: 1 };
}

function* rewriteText(path: string, { text }: CanvasCard, move: NoteMove): Steps<RewrittenLinks> {
  if (!text.includes('[')) return NONE;
  return yield* rewriteLinksSteps(path, text, yield* parseNoteSteps(text), move);
}

const NONE: RewrittenLinks = { edits: [], occurrences: 0 };

/** Turns edits of the string's value into edits of its JSON. */
function inJson(text: string, { start, end }: CanvasCard, edits: readonly TextEdit[]): TextEdit[] {
  if (edits.length === 0) return [];
  const style = escapeStyle(text.slice(start, end));
  const placed: TextEdit[] = [];
  let at = start + 1;
  let offset = 0;
  const walkTo = (target: number): number => {
    for (; offset < target; offset++) at += escapeLength(text, at);
    return at;
  };
  for (const edit of edits) {
    const from = walkTo(edit.offset);
    placed.push({
      offset: from,
      length: walkTo(edit.offset + edit.length) - from,
      replacement: encode(edit.replacement, style),
    });
  }
  return placed;
}

/** How many characters of JSON stand for the next UTF-16 unit. */
function escapeLength(text: string, at: number): number {
  if (text.charAt(at) !== '\\') return 1;
  return text.charAt(at + 1) === 'u' ? 6 : 2;
}

interface EscapeStyle {
  slashes: boolean;
  unicode: boolean;
  isUpperHex: boolean;
}

function escapeStyle(written: string): EscapeStyle {
  const codes = (written.match(/\\(?:\\|u[0-9a-f]{4})/gi) ?? [])
    .filter((code) => code.length > 2)
    .map((code) => code.slice(2));
  const digits = codes.join('');
  return {
    slashes: /(?:^|[^\\])(?:\\\\)*\\\//.test(written),
    unicode: codes.some((code) => code > '007f'),
    isUpperHex: /[A-F]/.test(digits) && !/[a-f]/.test(digits),
  };
}

/** Text for a JSON string; escapes slashes and non-ASCII characters if the old string does. */
function encode(value: string, { slashes, unicode, isUpperHex }: EscapeStyle): string {
  let encoded = JSON.stringify(value).slice(1, -1);
  if (slashes) encoded = encoded.replaceAll('/', '\\/');
  if (unicode) encoded = encoded.replace(/[^\0-\x7f]/g, (unit) => `\\u${hex(unit, isUpperHex)}`);
  return encoded;
}

function hex(unit: string, isUpper: boolean): string {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
  return isUpper ? digits.toUpperCase() : digits;
}
