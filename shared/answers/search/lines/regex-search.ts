import { withStop } from '../../../kit/text/with-stop.ts';
import { messageOf } from '../../../kit/text/message-of.ts';
import { shorten } from '../../../kit/text/shorten.ts';
import { judgePattern, type JudgedPattern } from '../../../kit/patterns/pattern-judge.ts';
import type { SearchFound, SearchInput, SearchRow } from '../../../protocol/schemas/find.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import { lineExcerpt, matchingLines, type LineSearchParts, type MatchingLine } from './matching-lines.ts';
import { filterOf } from '../search-filter.ts';
import { pageOf, rowsToFind } from '../search-pages.ts';

const MAX_LENGTH = 240;

/**
 * Answers `search` in mode `regex`: a row for each line that matches, by path and line. Out of time, the rows so far.
 * @throws VaultLoomError `invalid_arguments` for a pattern that is invalid, or that no text bounds
 */
export async function regexSearch(
  parts: LineSearchParts,
  input: SearchInput & { query: string },
): Promise<SearchFound> {
  const judged = boundedPattern(input.query);
  const most = rowsToFind(input);
  const filter = await filterOf(parts.index, input);
  const { lines, isCut } = await matchingLines(parts, { judged, filter, most, mostOfNote: most });
  const { items, more } = pageOf(lines.map(rowOf), input);
  return {
    rows: items,
    match: lines.length > 0 ? 'strong' : 'weak',
    ...more,
    ...(isCut ? { truncated: true } : {}),
  };
}

function boundedPattern(source: string): JudgedPattern {
  // Only with the flag do classes such as \p{L} mean anything.
  const flags = /\\p\{/i.test(source) ? 'u' : '';
  let judged: JudgedPattern;
  try {
    judged = judgePattern(source, flags);
  } catch (error) {
    throw refused(source, `is not a JavaScript regular expression: ${messageOf(error)}`, INVALID);
  }
  if (judged.bound === null) throw refused(source, 'could take forever on some line', UNBOUNDED);
  return judged;
}

const PLAIN = 'For plain words use mode "fulltext".';
const INVALID = `A sign that means something in patterns, such as ( [ + . *, is written with a backslash before it. Flags in the pattern, as in (?i), are not known here. ${PLAIN}`;
const UNBOUNDED = `Repeat nothing that is itself repeated, as in "(a+)+" or "(\\w+,)*", and give it without slashes around it. ${PLAIN}`;

function refused(source: string, why: string, hint: string): VaultLoomError {
  return new VaultLoomError('invalid_arguments', withStop(`The pattern "${shorten(source, 200)}" ${why}`), { hint });
}

function rowOf(found: MatchingLine): SearchRow {
  const { record, line } = found;
  const { path, title } = record;
  return { path, title, score: 1, excerpt: lineExcerpt(found, MAX_LENGTH), matchedBy: ['regex'], line };
}
