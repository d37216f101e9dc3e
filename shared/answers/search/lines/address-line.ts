import { decodeText } from '../../../index/drafts/note-draft.ts';
import { linesIn } from '../../../kit/text/line-ends.ts';
import type { Address } from '../../../markdown/parsed-note.ts';
import type { NoteRecord } from '../../../notes/note-record.ts';
import { addressPattern } from '../named/addressed-notes.ts';
import type { MatchingLine } from './matching-lines.ts';

/** Of a larger file the address itself is shown: reading it for one line takes too long. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Finds the line in which a note has an address that the query is; the address alone if the file says otherwise by now.
 * @param read gives the bytes of a file; rejects if it is gone
 */
export function addressLinesFor(
  query: string,
  read: (path: string) => Promise<Uint8Array>,
): (record: NoteRecord, address: Address) => Promise<MatchingLine> {
  const pattern = addressPattern(query);
  return async (record, { address, line }) => {
    const bytes = record.size > MOST_BYTES ? null : await read(record.path).catch(() => null);
    const text = bytes === null ? null : lineOf(decodeText(bytes).text, line);
    const at = text === null ? -1 : (pattern?.exec(text)?.index ?? text.indexOf(address));
    return text === null || at < 0 ? { record, line, text: address, at: 0 } : { record, line, text, at };
  };
}

function lineOf(text: string, number: number): string | null {
  let at = 1;
  for (const line of linesIn(text)) if (at++ === number) return line;
  return null;
}
