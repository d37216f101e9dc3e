import { withStop } from '../../kit/text/with-stop.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { NoteDetails } from '../../protocol/schemas/find.ts';

const MOST_SHOWN = 3;

/**
 * Tells the reader of a note which part of it could not be read, as `index_status` does: otherwise unreadable
 * properties look like none.
 */
export function readInPart({ warnings }: Pick<NoteRecord, 'warnings'>): Pick<NoteDetails, 'hint'> {
  if (warnings.length === 0) return {};
  const shown = warnings.slice(0, MOST_SHOWN).map((warning) => withStop(warning));
  const more = warnings.length > MOST_SHOWN ? ` ${warnings.length - MOST_SHOWN} more.` : '';
  return { hint: `The note was read only in part: ${shown.join(' ')}${more} Its text as it is: \`lines\`.` };
}
