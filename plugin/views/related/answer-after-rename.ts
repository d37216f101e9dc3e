import type { RelatedOutput } from '../../../shared/protocol/schemas/related.ts';
import { refAfterRename } from '../notes/ref-after-rename.ts';

/**
 * An answer once a note or folder was renamed: its rows lead to where their notes are now, and stay where they are. The
 * same object if it has none of them.
 */
export function answerAfterRename<Answer extends RelatedOutput>(answer: Answer, from: string, to: string): Answer {
  const notes = answer.notes.map((before) => {
    const note = refAfterRename(before, from, to);
    const { copies = [] } = note;
    const renamed = copies.map((copy) => refAfterRename(copy, from, to));
    return renamed.every((copy, place) => copy === copies[place]) ? note : { ...note, copies: renamed };
  });
  return notes.every((note, place) => note === answer.notes[place]) ? answer : { ...answer, notes };
}
