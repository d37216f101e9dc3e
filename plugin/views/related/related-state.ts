import type { CompanionState } from '../../companion/companion-state.ts';
import type { RelatedOutput } from '../../../shared/protocol/schemas/related.ts';
import type { Shown } from './related-follower.ts';
import { WORDS } from './related-words.ts';

/** What the button below the words does. */
export type StateAction = 'retry' | 'show-linked' | 'show-marked' | 'all-folders';

/** What the pane says next to its rows. */
export interface PaneState {
  /** Empty: there is nothing to say. */
  words: string;
  action: StateAction | null;
  isProblem: boolean;
}

/** The label of an action's button. */
export const ACTION_WORDS: Record<StateAction, string> = {
  retry: WORDS.tryAgain,
  'show-linked': WORDS.showLinked,
  'show-marked': WORDS.showMarked,
  'all-folders': WORDS.showAllFolders,
};

/**
 * The state in words, the most important first.
 *
 * @param companion null before the app's layout is ready
 * @param rows how many rows are shown
 * @param isGone whether the note that it is about is no longer there
 */
export function paneState(
  companion: CompanionState | null,
  { question, answer, error }: Shown,
  rows: number,
  isGone = false,
): PaneState {
  if (companion?.index === 'failed') return problem(WORDS.failed(companion.problem ?? 'unknown error'));
  if (question === null) return say(WORDS.noNote);
  if (companion === null || companion.index === 'starting') return say(WORDS.starting);
  if (companion.index === 'indexing') return say(readingWords(companion));
  if (codeOf(error) === 'path_not_allowed') return say(WORDS.keptFromAssistants);
  if (codeOf(error) === 'note_not_found') return isGone ? say(WORDS.gone) : say(WORDS.notRead, 'retry');
  if (error !== null) return problem(WORDS.notAnswered(error instanceof Error ? error.message : 'unknown error'));
  if (answer === null) return say(WORDS.looking);
  if (rows === 0) {
    // What the engine found and no row shows was marked by the person.
    if (answer.notes.length > 0) return say(WORDS.allMarked(answer.notes.length), 'show-marked');
    if (question.hideLinked && answer.hidesNone !== true)
      return say(WORDS.nothingUnlinked(question.folder), 'show-linked');
    if (question.folder !== null) return say(WORDS.nothingInFolder(question.folder), 'all-folders');
    return say(question.subject.text === undefined ? WORDS.nothing : WORDS.nothingForSelection);
  }
  if (companion.modelProblem !== null) return say(WORDS.modelFailed(companion.modelProblem));
  return say(answer.embedded === undefined ? '' : WORDS.byMeaning(Math.floor(answer.embedded * 100)));
}

/** Whether the model is still at work, so that the same question may soon have a better answer. */
export function mayFindMore({ similarBy, embedded }: RelatedOutput, embedder: string): boolean {
  return embedded !== undefined || ((similarBy === null || similarBy === 'words') && embedder !== 'none');
}

/** The code of a `VaultLoomError`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

function readingWords({ progress }: CompanionState): string {
  return progress === null ? WORDS.readingAll : WORDS.reading(progress.done, progress.total);
}

function say(words: string, action: StateAction | null = null): PaneState {
  return { words, action, isProblem: false };
}

function problem(words: string): PaneState {
  return { words, action: 'retry', isProblem: true };
}
