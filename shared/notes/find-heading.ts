import { asTyped } from '../kit/text/typed-text.ts';
import { oneLine, shorten } from '../kit/text/shorten.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import { similarityTo } from './fuzzy-match.ts';
import { linkedText } from './heading-names.ts';
import { parseNote } from '../markdown/parse-note.ts';
import type { Heading } from '../markdown/parsed-note.ts';
import { multipleMatches } from './match-errors.ts';

/**
 * The index of the heading that `wanted` names: a heading's text, with or without its `#`s and formatting, or a path `A
 * > B`. The first reading that finds one wins: exact text, another letter case, the full path, a path with gaps; then
 * the same with texts as links spell them ({@link linkedText}), then as they are typed, with straight quotes.
 * `headingIndex` chooses among several, from 0.
 * Throws `heading_not_found` with the outline, and `multiple_matches`.
 */
export function findHeading(headings: readonly Heading[], wanted: string, headingIndex: number | undefined): number {
  const matches =
    matchesOf(headings, wanted, AS_SHOWN) ??
    matchesOf(headings, wanted, AS_LINKED) ??
    matchesOf(headings, wanted, AS_TYPED) ??
    [];
  if (matches.length === 0)
    throw notFound(headings, wanted, `No heading "${shorten(oneLine(wanted), NAME_LENGTH)}" in this note.`);
  if (headingIndex !== undefined) {
    const chosen = matches[headingIndex];
    if (chosen !== undefined) return chosen;
    throw notFound(
      headings,
      wanted,
      `\`headingIndex\` ${String(headingIndex)} is not there: the heading "${shorten(oneLine(wanted), NAME_LENGTH)}" occurs ${times(matches.length)} (counted from 0).`,
    );
  }
  const [only] = matches;
  if (matches.length === 1 && only !== undefined) return only;
  throw repeated(headings, wanted, matches);
}

/** The parts of a path `A > B`; one part for a heading's own text. */
export function headingParts(wanted: string): string[] {
  return wanted.trim().split(PATH_SEPARATOR);
}

const NAME_LENGTH = 80;
const MOST_LISTED = 50;
const LEAST_LIKENESS = 0.4;
const MARKS = /^#{1,6}(?=\s)/;
const PATH_SEPARATOR = /\s+>\s+/;

/** How to spell headings and the wanted text to compare them. */
interface Spelling {
  ofHeading: (heading: Heading) => string[];
  ofWanted: (wanted: string) => string;
}

const AS_SHOWN: Spelling = { ofHeading: ({ text }) => [text], ofWanted: (wanted) => wanted };

/** As in a link to the heading, from its shown or its written text. */
const AS_LINKED: Spelling = {
  ofHeading: ({ text, written }) => (written === undefined ? [text] : [text, written]).map(linkedText),
  ofWanted: linkedText,
};

/** Callers type straight quotes and hyphens, whatever the heading has. */
const AS_TYPED: Spelling = {
  ofHeading: ({ text, written }) => (written === undefined ? [text] : [text, written]).map(typedLine),
  ofWanted: typedLine,
};

function typedLine(text: string): string {
  return oneLine(asTyped(text));
}

/** Null if no heading matches. */
function matchesOf(headings: readonly Heading[], wanted: string, spelling: Spelling): number[] | null {
  const names = headings.map(spelling.ofHeading);
  const byText = matchesByText(headings, names, wanted, spelling);
  if (byText.length > 0) return byText;
  const parts = headingParts(wanted).map((part) => new Set(readings(part).map((way) => fold(spelling.ofWanted(way)))));
  if (parts.length < 2) return null;
  const folded = names.map((each) => each.map(fold));
  const chains = headings.map((_, index) => chainOf(headings, index));
  const whole = headings.map((_, index) => index).filter((index) => endsWithParts(folded, chains[index] ?? [], parts));
  if (whole.length > 0) return whole;
  const partly = headings.map((_, index) => index).filter((index) => containsParts(folded, chains[index] ?? [], parts));
  return partly.length > 0 ? partly : null;
}

/** Headings with that text; if leading `#`s give a level, only those of that level, if any. */
function matchesByText(
  headings: readonly Heading[],
  names: readonly (readonly string[])[],
  wanted: string,
  spelling: Spelling,
): number[] {
  const ways = readings(wanted)
    .map(spelling.ofWanted)
    .filter((way) => way !== '' || spelling === AS_SHOWN);
  const tests = [
    ...ways.map((way) => (text: string) => text === way),
    ...ways.map((way) => (text: string) => fold(text) === fold(way)),
  ];
  for (const test of tests) {
    const found = names.flatMap((each, index) => (each.some(test) ? [index] : []));
    if (found.length === 0) continue;
    const level = MARKS.exec(wanted.trim())?.[0].length;
    const ofLevel = found.filter((index) => headings[index]?.level === level);
    return ofLevel.length > 0 ? ofLevel : found;
  }
  return [];
}

/** The text as given, and as shown if it were a heading. */
function readings(wanted: string): string[] {
  const given = oneLine(wanted);
  const [seen] = parseNote(MARKS.test(given) ? given : `# ${given}`).headings;
  return seen === undefined || seen.text === given ? [given] : [given, seen.text];
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** A heading and those above it, from the top. */
function chainOf(headings: readonly Heading[], index: number): number[] {
  const chain = [index];
  let level = headings[index]?.level ?? 0;
  for (let above = index - 1; above >= 0 && level > 1; above--) {
    const candidate = headings[above]?.level ?? 0;
    if (candidate >= level) continue;
    chain.unshift(above);
    level = candidate;
  }
  return chain;
}

function endsWithParts(
  names: readonly (readonly string[])[],
  chain: readonly number[],
  parts: readonly ReadonlySet<string>[],
): boolean {
  const tail = chain.slice(-parts.length);
  return tail.length === parts.length && tail.every((index, at) => isNamed(names[index], parts[at]));
}

/** Whether the chain ends with the last part, and has the others above it in order. */
function containsParts(
  names: readonly (readonly string[])[],
  chain: readonly number[],
  parts: readonly ReadonlySet<string>[],
): boolean {
  let left = parts.length - 1;
  if (!isNamed(names[chain.at(-1) ?? -1], parts[left])) return false;
  for (let at = chain.length - 2; at >= 0 && left > 0; at--)
    if (isNamed(names[chain[at] ?? -1], parts[left - 1])) left--;
  return left === 0;
}

function isNamed(names: readonly string[] | undefined, wanted: ReadonlySet<string> | undefined): boolean {
  return names?.some((name) => wanted?.has(name) === true) === true;
}

function repeated(headings: readonly Heading[], wanted: string, matches: readonly number[]): VaultLoomError {
  const places = matches.slice(0, MOST_LISTED).map((index, headingIndex) => {
    const chain = chainOf(headings, index);
    const { line = 0, text = '', level = 1 } = headings[index] ?? {};
    return {
      line,
      text: `${'#'.repeat(level)} ${text}`,
      headingIndex,
      ...(chain.length < 2 ? {} : { path: chain.map((at) => headings[at]?.text ?? '').join(' > ') }),
    };
  });
  const paths = new Set(places.map(({ path }) => path));
  const byPath = paths.size === places.length && !paths.has(undefined);
  return multipleMatches(
    `the heading "${shorten(oneLine(wanted), NAME_LENGTH)}" occurs ${times(matches.length)}`,
    places,
    matches.length,
    `Choose one by \`headingIndex\` (from 0, top to bottom)${byPath ? ', or name it by its `path` in `details.matches`' : ''}.`,
  );
}

function notFound(headings: readonly Heading[], wanted: string, message: string): VaultLoomError {
  const outline = headings.slice(0, MOST_LISTED).map(({ level, text, line }) => ({ level, text, line }));
  const near = nearest(headings, wanted);
  const hint =
    headings.length === 0
      ? 'The note has no headings; use `append` or `prepend`.'
      : near === null
        ? 'Choose a heading from `details.outline`.'
        : `Did you mean "${near}"? \`details.outline\` has ${headings.length > outline.length ? 'the first' : 'all'} headings.`;
  return new VaultLoomError('heading_not_found', message, {
    hint,
    details: { outline, ...(headings.length > outline.length ? { outlineTotal: headings.length } : {}) },
  });
}

function nearest(headings: readonly Heading[], wanted: string): string | null {
  let best: { text: string; likeness: number } | null = null;
  const similarity = similarityTo(fold(wanted));
  for (const { text } of headings) {
    const likeness = similarity(fold(text));
    if (likeness >= LEAST_LIKENESS && likeness > (best?.likeness ?? 0)) best = { text, likeness };
  }
  return best?.text ?? null;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${String(count)} times`;
}
