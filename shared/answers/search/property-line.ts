import { decodeText } from '../../index/drafts/note-draft.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { passagesFor } from '../../search/words/excerpts/excerpt.ts';

/** If there is more than this above the body, it is not read for just one of its lines. */
const MOST_UNITS = 256 * 1024;
/** Most bytes that a UTF-16 unit takes in UTF-8. */
const BYTES_OF_UNIT = 3;
/** The name of a property, which is not searched. */
const NAME = /^(?:"[^"\n]*"|'[^'\n]*'|[^\s#'"-][^:\n]*|-[^\s:][^:\n]*):(?=\s|$)/gm;

/**
 * Finds the line, from 1, where the values of a note's properties have most of a query's words; null if none is found.
 * @param read gives the bytes of a file; rejects if it is gone
 */
export function propertyLinesFor(
  query: string,
  read: (path: string) => Promise<Uint8Array>,
): (record: NoteRecord) => Promise<number | null> {
  const passageOf = passagesFor(query);
  return async ({ path, bodyStart }) => {
    if (bodyStart === 0 || bodyStart > MOST_UNITS) return null;
    const bytes = await read(path).catch(() => null);
    if (bytes === null) return null;
    // The part above the body is small, however large the note is. A character cut in two at the end is past that part.
    const { text } = decodeText(bytes.subarray(0, bodyStart * BYTES_OF_UNIT));
    const { best } = passageOf(text.slice(0, bodyStart).replace(NAME, ''));
    return best === null ? null : 1 + best.line;
  };
}
