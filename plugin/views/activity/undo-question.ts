import type { UndoPreview } from '../../../shared/writing/undo/preview-undo.ts';
import type { UndoWords } from './activity-words.ts';

/** What is asked before an undo. With no parts, nothing needs to be asked. */
export interface UndoQuestion {
  /** What the person should know, with the files that it is about. */
  parts: { text: string; kept: string; paths: readonly string[] }[];
  /** What the button says. */
  yes: string;
}

/** What to ask before an undo, or why it cannot be done. */
export function questionOf(
  { files, lost, gone, taken }: UndoPreview,
  words: UndoWords,
): UndoQuestion | { refusal: string } {
  const [place] = taken;
  if (place !== undefined) return { refusal: words.taken(place) };
  const [missing] = gone;
  if (missing !== undefined && files.length === 0) return { refusal: words.gone(missing) };
  const made = gone.filter((path) => files.some((file) => file.path === path && file.before === null));
  const skipped = gone.filter((path) => !made.includes(path));
  const parts = [
    ...(lost.length > 0 ? [{ text: words.wouldLose(lost.length), kept: words.kept, paths: lost }] : []),
    ...(made.length > 0 ? [{ text: words.wouldMake(made), kept: '', paths: made }] : []),
    ...(skipped.length > 0 ? [{ text: words.wouldSkip(skipped), kept: '', paths: [] }] : []),
  ];
  const onlyMakes = made.length > 0 && files.length === made.length;
  return { parts, yes: onlyMakes ? words.make(made.length) : words.anyway };
}
