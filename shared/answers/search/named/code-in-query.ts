import type { NoteIndex } from '../../../index/note-index.ts';
import { piecesOf } from '../../../search/words/query.ts';
import { isStopWord } from '../../../search/words/terms/stop-words.ts';
import type { RankingRequest } from '../ranked-hit.ts';
import { isWanted } from '../scored-hits.ts';

/**
 * With a digit, such as `smith1985a`, or as names in programs and of files are written: `max_retry_count`, `cli.js`,
 * `dry-run`.
 */
const CODE = /\p{N}|\p{L}[_.-]\p{L}/u;
/** More than a label before a code: looking all of them up is not worth it. */
const MOST_PIECES = 3;

/**
 * The one run of a query that looks like a code and that notes have anything of: a citation key, an address, a number,
 * a DOI after the word `DOI`, a name in a program, also within `what does … do`. It stands for itself, so that no other
 * note is nearer in meaning. Null if there is more to the query.
 */
export function codeIn(
  index: NoteIndex,
  { query, filter, openEnded }: Pick<RankingRequest, 'query' | 'filter' | 'openEnded'>,
): string | null {
  const pieces = piecesOf(query).filter(({ written }) => !isStopWord(written));
  if (openEnded !== undefined || pieces.length > MOST_PIECES || !pieces.some(isCode)) return null;
  const passes = filter === undefined ? undefined : isWanted(index, filter);
  const [code, ...others] =
    pieces.length === 1 ? pieces : pieces.filter(({ written }) => index.fulltext.hasAny(written, passes));
  if (code === undefined || others.length > 0 || !isCode(code)) return null;
  return pieces.length === 1 ? query : code.written;
}

function isCode({ written, quoted }: { written: string; quoted?: unknown }): boolean {
  return quoted === undefined && CODE.test(written) && !written.endsWith('*');
}
