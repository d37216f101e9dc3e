import { decodeText } from '../../index/drafts/note-draft.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { passagesFor } from '../../search/words/excerpts/excerpt.ts';

/** Of a larger note, what lies above the body is not read for just one of its lines. */
const MOST_BYTES = 256 * 1024;
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
  return async ({ path, size, bodyStart }) => {
    if (bodyStart === 0 || size > MOST_BYTES) return null;
    const bytes = await read(path).catch(() => null);
    if (bytes === null) return null;
    const { best } = passageOf(decodeText(bytes).text.slice(0, bodyStart).replace(NAME, ''));
    return best === null ? null : 1 + best.line;
  };
}
