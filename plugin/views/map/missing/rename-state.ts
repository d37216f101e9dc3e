import { messageOf } from '../../../../shared/kit/text/message-of.ts';
import { VaultLoomError } from '../../../../shared/protocol/errors.ts';
import { WORDS } from '../map-words.ts';

/** What the prompt for a new name knows. */
export interface RenameInput {
  /** The name that the links have now. */
  from: string;
  typed: string;
  /** The file that a link of the typed name leads to; null if to none. */
  there: string | null;
  /** Whether links lead to a missing note of a name, too. */
  isMissing: (name: string) => boolean;
}

/** What the prompt says and offers. */
export interface RenameState {
  /** What will happen. */
  words: string;
  button: string;
  isOffered: boolean;
}

/** What becomes of the links, said before it is confirmed. */
export function renameState({ from, typed, there, isMissing }: RenameInput): RenameState {
  const name = nameTyped(typed);
  if (name === '' || name === from) return { words: WORDS.renameAll, button: WORDS.renameShort, isOffered: false };
  if (there !== null) return { words: WORDS.renameThere(there), button: WORDS.leadThere, isOffered: true };
  const isJoined = isMissing(name) && name.toLowerCase() !== from.toLowerCase();
  return { words: isJoined ? WORDS.renameJoins(name) : WORDS.renameAll, button: WORDS.renameShort, isOffered: true };
}

/** A name as links write it: a path from the top folder, without the ending. */
export function nameTyped(typed: string): string {
  return typed.normalize('NFC').trim().replace(/^\//u, '').replace(/\.md$/iu, '');
}

/** Why the links could not be rewritten, and what to do. */
export function problemWords(error: unknown): string {
  if (!(error instanceof VaultLoomError)) return messageOf(error);
  // Its own hint is for assistants.
  if (error.code === 'index_not_ready') return WORDS.notReady;
  return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
}
