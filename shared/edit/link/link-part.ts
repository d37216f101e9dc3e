import { asTyped } from '../../kit/text/typed-text.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import type { Heading, ParsedNote } from '../../markdown/parsed-note.ts';
import { findHeading, headingParts } from '../../notes/find-heading.ts';
import { linkedText, plainHeading } from '../../notes/heading-names.ts';
import { blockNotFound } from '../../notes/match-errors.ts';
import { partOfSuffix } from '../../notes/part-of-suffix.ts';
import { VaultLoomError } from '../../protocol/errors.ts';

/**
 * What a link has after the note's name to lead to the part that `suffix` means: `#Heading`, `#A#B` or `#^block`; ''
 * for none. Headings are spelled as the app does it.
 * @throws VaultLoomError `heading_not_found`, `multiple_matches`, `block_not_found`
 */
export function partInLink({ headings, blockIds }: ParsedNote, suffix: string): string {
  const part = partOfSuffix(suffix);
  if (part === null) return '';
  if (part.block !== undefined) return `#^${blockOf(blockIds, part.block)}`;
  const at = headingAt(headings, part.section ?? '');
  const heading = headings[at];
  const above = namedParts(suffix, heading);
  if (above.length < 2) return `#${linkedText(heading?.written ?? heading?.text ?? '')}`;
  return above.map((text) => `#${spelledAs(headings.slice(0, at + 1), text)}`).join('');
}

/** The headings that a suffix names, one below the other: `#A#B`, or `#A > B` unless that is the heading's own text. */
function namedParts(suffix: string, heading: Heading | undefined): string[] {
  const parts = suffix.split('#').filter((text) => text.trim() !== '');
  const [only] = parts;
  if (only === undefined || parts.length > 1) return parts;
  const isOwn = [heading?.text, heading?.written].some(
    (text) => text !== undefined && plainHeading(text) === plainHeading(only),
  );
  return isOwn ? parts : headingParts(only);
}

/** A heading's text in a link: with the heading's own quotes and dashes, where those given are other ones. */
function spelledAs(headings: ParsedNote['headings'], wanted: string): string {
  const typed = asTyped(linkedText(wanted)).toLowerCase();
  const own = headings
    .map(({ written, text }) => linkedText(written ?? text))
    .findLast((text) => asTyped(text).toLowerCase() === typed);
  const isSame = own === undefined || own.toLowerCase() === linkedText(wanted).toLowerCase();
  return isSame ? linkedText(wanted) : own;
}

function headingAt(headings: ParsedNote['headings'], wanted: string): number {
  try {
    return findHeading(headings, wanted, undefined);
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    if (error.code === 'multiple_matches') throw error.withHint(repeatedHint(error.details));
    throw headings.length === 0 ? error.withHint('The note has no headings; link to the note alone.') : error;
  }
}

/** The app takes the first of headings that have the same ones above them. */
function repeatedHint(details: Record<string, unknown> = {}): string {
  const matches = Array.isArray(details['matches']) ? details['matches'].filter(isRecord) : [];
  const paths = new Set(matches.map(({ path }) => path));
  return paths.size === matches.length && !paths.has(undefined)
    ? 'Name it with the headings above it, such as "Note#Parent#Heading".'
    : 'No link tells them apart: rename one of them first, or link to a block in the section.';
}

function blockOf(blockIds: ParsedNote['blockIds'], wanted: string): string {
  const id = wanted.toLowerCase();
  if (blockIds.some((block) => block.id === id)) return wanted;
  const error = blockNotFound(wanted, blockIds);
  throw blockIds.length === 0 ? error.withHint('It has no blocks with an id; link to the note alone.') : error;
}
