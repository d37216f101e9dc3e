import { VaultLoomError } from '../protocol/errors.ts';
import { similarity } from '../notes/fuzzy-match.ts';
import { parseNote } from '../vault/parse-note.ts';
import type { Heading } from '../vault/parsed-note.ts';
import { multipleMatches, shorten } from './match-errors.ts';

/**
 * The index of the heading that `wanted` names. It may be a heading's text, with or without its `#`s and its formatting, or a
 * path `A > B`. The first way of reading it that finds a heading decides: text exactly, text in another letter case, path with
 * every level, path with levels left out. `headingIndex` chooses among several, from 0.
 * Throws `heading_not_found` with the outline, and `multiple_matches` where several headings remain.
 */
export function findHeading(headings: readonly Heading[], wanted: string, headingIndex: number | undefined): number {
  const matches = matchesOf(headings, wanted);
  if (matches.length === 0) throw notFound(headings, wanted, `No heading "${shorten(wanted, NAME_LENGTH)}" in this note.`);
  if (headingIndex !== undefined) {
    const chosen = matches[headingIndex];
    if (chosen !== undefined) return chosen;
    throw notFound(headings, wanted, `\`headingIndex\` ${String(headingIndex)} is not there: the heading "${shorten(wanted, NAME_LENGTH)}" occurs ${times(matches.length)} (counted from 0).`);
  }
  const [only] = matches;
  if (matches.length === 1 && only !== undefined) return only;
  throw repeated(headings, wanted, matches);
}

const NAME_LENGTH = 80;
const MOST_LISTED = 50;
const LEAST_LIKENESS = 0.4;
const MARKS = /^#{1,6}(?=\s)/;
const PATH_SEPARATOR = /\s+>\s+/;

function matchesOf(headings: readonly Heading[], wanted: string): number[] {
  const byText = matchesByText(headings, wanted);
  if (byText.length > 0) return byText;
  const parts = wanted.trim().split(PATH_SEPARATOR).map((part) => new Set(readings(part).map(fold)));
  if (parts.length < 2) return [];
  const chains = headings.map((_, index) => chainOf(headings, index));
  const whole = headings.map((_, index) => index).filter((index) => endsWithParts(headings, chains[index] ?? [], parts));
  if (whole.length > 0) return whole;
  return headings.map((_, index) => index).filter((index) => containsParts(headings, chains[index] ?? [], parts));
}

/** Headings of that text; of those, the ones of the level that leading `#`s state, where there are any. */
function matchesByText(headings: readonly Heading[], wanted: string): number[] {
  const ways = readings(wanted);
  const tests = [...ways.map((way) => (text: string) => text === way), ...ways.map((way) => (text: string) => fold(text) === fold(way))];
  for (const test of tests) {
    const found = headings.flatMap(({ text }, index) => (test(text) ? [index] : []));
    if (found.length === 0) continue;
    const level = MARKS.exec(wanted.trim())?.[0].length;
    const ofLevel = found.filter((index) => headings[index]?.level === level);
    return ofLevel.length > 0 ? ofLevel : found;
  }
  return [];
}

/** The text as given, and as a reader would see it if it were a heading. */
function readings(wanted: string): string[] {
  const given = wanted.replace(WHITE_SPACE, ' ').trim();
  const [seen] = parseNote(MARKS.test(given) ? given : `# ${given}`).headings;
  return seen === undefined || seen.text === given ? [given] : [given, seen.text];
}

const WHITE_SPACE = /\s+/g;

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** A heading with those above it, from the top. */
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

function endsWithParts(headings: readonly Heading[], chain: readonly number[], parts: readonly ReadonlySet<string>[]): boolean {
  const tail = chain.slice(-parts.length);
  return tail.length === parts.length && tail.every((index, at) => isNamed(headings[index], parts[at]));
}

/** Whether the chain ends with the last part, and has the others above it in their order. */
function containsParts(headings: readonly Heading[], chain: readonly number[], parts: readonly ReadonlySet<string>[]): boolean {
  let left = parts.length - 1;
  if (!isNamed(headings[chain.at(-1) ?? -1], parts[left])) return false;
  for (let at = chain.length - 2; at >= 0 && left > 0; at--) if (isNamed(headings[chain[at] ?? -1], parts[left - 1])) left--;
  return left === 0;
}

function isNamed(heading: Heading | undefined, names: ReadonlySet<string> | undefined): boolean {
  return heading !== undefined && names !== undefined && names.has(fold(heading.text));
}

function repeated(headings: readonly Heading[], wanted: string, matches: readonly number[]): VaultLoomError {
  const places = matches.slice(0, MOST_LISTED).map((index, headingIndex) => {
    const chain = chainOf(headings, index);
    const { line = 0, text = '', level = 1 } = headings[index] ?? {};
    return { line, text: `${'#'.repeat(level)} ${text}`, headingIndex, ...(chain.length < 2 ? {} : { path: chain.map((at) => headings[at]?.text ?? '').join(' > ') }) };
  });
  return multipleMatches(`the heading "${shorten(wanted, NAME_LENGTH)}" occurs ${times(matches.length)}`, places, matches.length, 'Choose one by `headingIndex` (from 0, top to bottom), or name it by its path, such as "Parent > Heading".');
}

function notFound(headings: readonly Heading[], wanted: string, message: string): VaultLoomError {
  const outline = headings.slice(0, MOST_LISTED).map(({ level, text, line }) => ({ level, text, line }));
  const near = nearest(headings, wanted);
  const hint = headings.length === 0 ? 'The note has no headings; use `append` or `prepend`.' : near === null ? 'Take a heading from `details.outline`.' : `Did you mean "${near}"? \`details.outline\` has all headings.`;
  return new VaultLoomError('heading_not_found', message, {
    hint,
    details: { outline, ...(headings.length > outline.length ? { outlineTotal: headings.length } : {}) },
  });
}

function nearest(headings: readonly Heading[], wanted: string): string | null {
  let best: { text: string; likeness: number } | null = null;
  for (const { text } of headings) {
    const likeness = similarity(fold(text), fold(wanted));
    if (likeness >= LEAST_LIKENESS && likeness > (best?.likeness ?? 0)) best = { text, likeness };
  }
  return best?.text ?? null;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${String(count)} times`;
}
