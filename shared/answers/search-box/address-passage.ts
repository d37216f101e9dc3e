import type { Address } from '../../markdown/parsed-note.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { BoxPassage } from '../../protocol/schemas/search-box.ts';
import { addressLinesFor } from '../search/lines/address-line.ts';
import { addressFinder } from '../search/named/addressed-notes.ts';
import { MAX_EXCERPT } from './line-passages.ts';

/**
 * Shows where a note has an address that the query is, as a passage.
 * @param read gives the bytes of a file; rejects if it is gone
 */
export function addressPassagesFor(
  query: string,
  read: (path: string) => Promise<Uint8Array>,
): (record: NoteRecord, address: Address) => Promise<BoxPassage> {
  const lineOf = addressLinesFor(query, read);
  const find = addressFinder(query);
  const { length } = query.replace(/\*$/u, '');
  return async (record, address) => {
    const excerpt = await lineOf(record, address, MAX_EXCERPT);
    const at = find?.(excerpt) ?? -1;
    const heading = record.headings.findLast(({ line }) => line <= address.line)?.text ?? null;
    return {
      heading,
      line: address.line,
      excerpt,
      ranges: at < 0 ? [] : [[at, Math.min(at + length, excerpt.length)]],
    };
  };
}
