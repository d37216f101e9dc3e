import { VaultLoomError } from '../../protocol/errors.ts';
import { composedText, type ComposedText } from '../../kit/text/composed-text.ts';
import { asTyped, typedText } from '../../kit/text/typed-text.ts';
import { oneLine, shorten } from '../../kit/text/shorten.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { LineWindows, MOST_CLOSEST } from './line-windows.ts';
import { BUFFER_THRESHOLD, RETRY_ALONE } from '../edit-buffer.ts';
import { multipleMatches } from '../../notes/match-errors.ts';
import type { MatchPlace } from '../../notes/match-errors.ts';
import { keepTypography } from './keep-typography.ts';
import { placeInLine, similarParts, type PartWindow } from './part-windows.ts';
import type { EditResult, ReplaceWindowEdit } from '../note-edit.ts';
import { spliceText } from '../splice-text.ts';
import { dropFinalLineEnd, endsWithLineEnd, lineIndexAt, readLines, toLf } from '../text-lines.ts';
import type { TextLines } from '../text-lines.ts';

/**
 * Replaces the one passage that equals `search`, up to line ends, the Unicode form and typography, with `content`. With
 * `fuzzy` and no such passage, replaces the most similar window of whole lines at or above the threshold; for a search
 * text of less than a line, the most similar run of words. Throws `multiple_matches` if several passages equal `search`
 * (even overlapping) or are about equally similar, otherwise `no_match` with the closest passages.
 */
export function* replaceWindow(text: string, edit: ReplaceWindowEdit): Steps<EditResult> {
  const source = readLines(text);
  const places = yield* exactPlaces(source, toLf(edit.search));
  const [place] = places;
  if (places.length > 1)
    throw several(
      source,
      places.map(({ start }) => lineIndexAt(source.lines, start)),
      `the search text occurs ${countOf(places.length)} times`,
    );
  if (place !== undefined) {
    const content = place.isTyped
      ? keepTypography(text.slice(place.start, place.end), edit.search, edit.content)
      : edit.content;
    return { text: spliceText(text, place.start, place.end, content, source.majority) };
  }

  const search = dropFinalLineEnd(toLf(edit.search)).split('\n');
  const lines = source.lines.map(({ start, end }) => text.slice(start, end));
  const windows = yield* LineWindows.of(search, lines);
  const matches = edit.fuzzy ? yield* windows.matches(edit.fuzzyThreshold) : [];
  const [best] = matches;
  const parts =
    edit.fuzzy && isPartOfLine(edit.search) ? yield* similarParts(edit.search, lines, edit.fuzzyThreshold) : [];
  const [part] = parts;
  if (part !== undefined && part.score > (best?.score ?? 0) + NEAR_LINE) return replacePart(source, parts, edit);
  if (best === undefined) throw noMatch(edit, yield* closestPassages(edit, lines, windows));
  if (matches.length > 1) {
    const likeness = matches.map(({ first }) => first).sort((a, b) => a - b);
    throw several(source, likeness, `${String(matches.length)} passages are about equally similar to the search text`);
  }
  return { text: replaceLines(source, best.first, windows.size, edit) };
}

/** A part of a line has to be this much more similar than the best whole line. */
const NEAR_LINE = 0.05;
const MOST_LISTED = 10;
const MOST_COUNTED = 1000;
const LINE_LENGTH = 160;
const PASSAGE_LENGTH = 400;

function countOf(places: number): string {
  return places === MOST_COUNTED ? `${String(places)} or more` : String(places);
}

interface Place {
  start: number;
  end: number;
  /** Whether its quotes, dashes or spaces are not those of the search text. */
  isTyped?: true;
}

/**
 * Every place where the text equals `search` up to line ends; if there is none, up to the Unicode form of letters, too:
 * who reads a note cannot see it, and models write NFC. Then up to typography, as models write straight quotes.
 */
function* exactPlaces(source: TextLines, search: string): Steps<Place[]> {
  const lf = toLf(source.text);
  const original = originalOffsets(source);
  const places = placesIn(lf, search, original);
  if (places.length > 0) return places;
  const composed = yield* composedText(lf);
  const wanted = search.normalize('NFC');
  const before = composed === null ? original : through(composed, original);
  const alike = composed === null && wanted === search ? [] : placesIn(composed?.text ?? lf, wanted, before);
  if (alike.length > 0 || !HAS_WORD.test(wanted)) return alike;
  const typed = typedText(composed?.text ?? lf);
  const plain = typed === null ? before : through(typed, before);
  return placesIn(typed?.text ?? composed?.text ?? lf, asTyped(wanted), plain).map((place) => ({
    ...place,
    isTyped: true,
  }));
}

/** A quote or dash alone is not a passage that was written otherwise. */
const HAS_WORD = /[\p{L}\p{N}]/u;

type Offsets = (offset: number) => number | null;

/** Offsets in a text that was made of another, by what those of the other stand for. */
function through(made: ComposedText, original: Offsets): Offsets {
  return (offset) => {
    const at = made.original(offset);
    return at === null ? null : original(at);
  };
}

/** Where a text has another, by the offsets that these stand for; null is within a letter. */
function placesIn(text: string, search: string, original: Offsets): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(search); at >= 0 && places.length < MOST_COUNTED; at = text.indexOf(search, at + 1)) {
    const [start, end] = [original(at), original(at + search.length)];
    if (start !== null && end !== null) places.push({ start, end });
  }
  return places;
}

/** Translates offsets in the text with `\n` line ends to the original. */
function originalOffsets(source: TextLines): (offset: number) => number {
  if (!source.text.includes('\r\n')) return (offset) => offset;
  let dropped = 0;
  const lines = source.lines.map((line) => {
    const evened = { ...line, start: line.start - dropped };
    dropped += line.ending === '\r\n' ? 1 : 0;
    return { evened, dropped };
  });
  const starts = lines.map(({ evened }) => evened);
  return (offset) => {
    const index = lineIndexAt(starts, offset);
    const line = source.lines[index];
    const start = starts[index]?.start ?? 0;
    if (line === undefined) return offset;
    const within = offset - start;
    return within > line.end - line.start ? line.next : line.start + within;
  };
}

/** Whether a search text without a match may be part of a line. */
function isPartOfLine(search: string): boolean {
  return !/[\r\n]/.test(search);
}

/** Replaces a part of a line; throws `multiple_matches` if there are several. */
function replacePart(source: TextLines, parts: readonly PartWindow[], edit: ReplaceWindowEdit): EditResult {
  const [part] = parts;
  const line = part === undefined ? undefined : source.lines[part.line];
  if (part === undefined || line === undefined) return { text: source.text };
  if (parts.length > 1)
    throw several(
      source,
      parts.map((one) => one.line).sort((a, b) => a - b),
      `${String(parts.length)} passages are about equally similar to the search text`,
    );
  const text = source.text.slice(line.start, line.end);
  const [start, end] = placeInLine(part, text, edit.search, edit.content);
  return { text: spliceText(source.text, line.start + start, line.start + end, edit.content, source.majority) };
}

/** Replaces whole lines; takes the last line end along only if `search` ends with one. */
function replaceLines(source: TextLines, first: number, count: number, edit: ReplaceWindowEdit): string {
  const from = source.lines[first];
  const to = source.lines[first + count - 1];
  if (from === undefined || to === undefined) return source.text;
  if (!endsWithLineEnd(edit.search)) return spliceText(source.text, from.start, to.end, edit.content, source.majority);
  if (edit.content === '') return spliceText(source.text, from.start, to.next, '', source.majority);
  return spliceText(source.text, from.start, to.end, dropFinalLineEnd(edit.content), source.majority);
}

function several(source: TextLines, lineIndexes: readonly number[], what: string): VaultLoomError {
  const places = lineIndexes.slice(0, MOST_LISTED).map((index) => placeOf(source, index));
  return multipleMatches(
    what,
    places,
    lineIndexes.length,
    'Give more of the text around the passage in `search`, so that it occurs once.',
  );
}

function placeOf(source: TextLines, index: number): MatchPlace {
  const contentOf = (at: number): string => {
    const line = source.lines[at];
    return line === undefined ? '' : shorten(oneLine(source.text.slice(line.start, line.end)), LINE_LENGTH);
  };
  const before = contentOf(index - 1);
  const after = contentOf(index + 1);
  return {
    line: index + 1,
    text: contentOf(index),
    ...(before === '' ? {} : { before }),
    ...(after === '' ? {} : { after }),
  };
}

interface Passage {
  line: number;
  score: number;
  text: string;
}

/** What is most like the search text: whole lines, and runs of words where less than a line was looked for. */
function* closestPassages(edit: ReplaceWindowEdit, lines: readonly string[], windows: LineWindows): Steps<Passage[]> {
  const whole = (yield* windows.closest()).map(({ first, score }) => ({
    line: first + 1,
    score,
    text: lines.slice(first, first + windows.size).join('\n'),
  }));
  const best = whole[0]?.score ?? 0;
  const least = best < BUFFER_THRESHOLD ? 0 : best + NEAR_LINE;
  const mayBePart = isPartOfLine(edit.search) && asksForMore(edit);
  const parts = (mayBePart ? yield* similarParts(edit.search, lines, BUFFER_THRESHOLD) : [])
    .filter(({ score }) => score > least)
    .map(({ line, start, end, score }) => ({ line: line + 1, score, text: lines[line]?.slice(start, end) ?? '' }));
  const others = whole.filter(({ line }) => !parts.some((part) => part.line === line));
  return [...parts, ...others].slice(0, MOST_CLOSEST).map(({ line, score, text }) => ({
    line,
    score: Number(score.toPrecision(4)),
    text: shorten(text, PASSAGE_LENGTH),
  }));
}

/** Whether an edit asks for more likeness than a retry with `from_buffer` would. */
function asksForMore({ fuzzy, fuzzyThreshold }: ReplaceWindowEdit): boolean {
  return !fuzzy || fuzzyThreshold > BUFFER_THRESHOLD;
}

function noMatch(edit: ReplaceWindowEdit, closest: readonly Passage[]): VaultLoomError {
  const [likest] = closest;
  const mayRetry = (likest?.score ?? 0) >= BUFFER_THRESHOLD && asksForMore(edit);
  const nearest =
    likest === undefined
      ? ''
      : `; the closest passage (line ${String(likest.line)}) has a similarity of ${String(likest.score)}`;
  const tried = edit.fuzzy ? ` at or above the threshold ${String(edit.fuzzyThreshold)}` : '';
  return new VaultLoomError(
    'no_match',
    `No passage matches the search text "${shorten(oneLine(edit.search), LINE_LENGTH / 2)}"${tried}${nearest}.`,
    {
      hint: mayRetry ? RETRY_ALONE : 'Read the note as it stands now, and copy `search` from it.',
      details: { closest },
    },
  );
}
