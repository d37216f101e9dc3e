import { VaultLoomError } from '../../protocol/errors.ts';
import { quoted } from '../places/name-rules.ts';

/** The error for a new path that is taken. */
export function noteExists(path: string): VaultLoomError {
  return new VaultLoomError('note_exists', `There is a file ${quoted(path)} already; it was not replaced.`, {
    hint: 'Choose another name, or edit the note that is there.',
    details: { path },
  });
}

/** The error for a file that changed since it was read. */
export function changed(path: string): VaultLoomError {
  return new VaultLoomError(
    'file_changed',
    `The file ${quoted(path)} has changed since it was read. Nothing was written.`,
    {
      hint: 'Read the note again and repeat the change on its new text.',
      details: { path },
    },
  );
}

/** The error for a file that another program saved while we wrote it. */
export function clashed(path: string, id: string): VaultLoomError {
  return new VaultLoomError(
    'file_changed',
    `Another program saved ${quoted(path)} at the very moment it was written. The edit was not made, or only in part; the note may hold parts of both texts.`,
    {
      hint: `Read the note and correct it. Its previous text and the intended one are in the history as ${id}.`,
      details: { path, clash: true, history: id },
    },
  );
}
