import type { Said } from '../words/said.ts';
import type { CompanionState } from '../../companion/companion-state.ts';
import type { SearchBoxOutput } from '../../../shared/protocol/schemas/search-box.ts';
import { WORDS } from './search-words.ts';

export type SearchMode = keyof typeof WORDS.modes;

/** How far the search for what is typed has come. */
export type SearchProgress =
  | { step: 'untyped'; offered: number }
  | { step: 'asked' }
  | ({ step: 'answered'; found: number; isFinal: boolean } & Pick<SearchBoxOutput, 'reading' | 'embedded' | 'cause'>)
  | { step: 'failed'; problem: string };

export interface StatusInput {
  /** Null until the plugin has started. */
  companion: Pick<CompanionState, 'index' | 'progress' | 'problem' | 'modelProblem'> | null;
  progress: SearchProgress;
  mode: SearchMode;
  /** Whether the model is off in the settings. */
  isMeaningOff?: boolean;
  /** Most notes of an answer. */
  limit: number;
  /** The name of a note that could be created; null if none. */
  newName: string | null;
  /** Whether no note that was found is called so. */
  isNew?: boolean;
}

export interface SearchStatus {
  text: string;
  button: { action: 'reopen' | 'model' | 'search' | 'create'; text: Said } | null;
}

/** The state of the search in words, and what can be done about it. */
export function statusOf(input: StatusInput): SearchStatus {
  const { companion, progress, mode } = input;
  const plain = (text: string): SearchStatus => ({ text, button: null });
  if (companion === null || companion.index === 'starting') return plain(WORDS.starting);
  if (companion.index === 'failed')
    return {
      text: WORDS.indexFailed(companion.problem ?? 'unknown error'),
      button: { action: 'reopen', text: WORDS.tryAgain },
    };
  if (companion.index === 'indexing' && (progress.step !== 'answered' || progress.found === 0)) {
    const { done, total } = companion.progress ?? { done: 0, total: 0 };
    return plain(total === 0 ? WORDS.reading : WORDS.readingSome(done, total));
  }
  switch (progress.step) {
    case 'untyped':
      return plain(progress.offered === 0 ? WORDS.typeSomething : '');
    case 'asked':
      return plain(WORDS.searching);
    case 'failed':
      return { text: WORDS.searchFailed(progress.problem), button: { action: 'search', text: WORDS.tryAgain } };
    case 'answered':
      return answered(progress, mode === 'words' ? null : companion.modelProblem, input);
  }
}

function answered(
  { found, isFinal, reading, embedded, cause }: Extract<SearchProgress, { step: 'answered' }>,
  modelProblem: string | null,
  { mode, isMeaningOff = false, limit, newName, isNew = false }: StatusInput,
): SearchStatus {
  if (mode === 'meaning' && found === 0 && cause !== undefined)
    return {
      text: WORDS.noMeaning(cause),
      button: modelProblem === null ? null : { action: 'model', text: WORDS.tryAgain },
    };
  const remarks: string[] = [];
  const create = newName === null ? null : ({ action: 'create', text: WORDS.create(newName) } as const);
  if (reading !== undefined) remarks.push(WORDS.readSoFar(reading.done, reading.total));
  else if (modelProblem !== null) remarks.push(WORDS.modelFailed(modelProblem));
  else if (mode !== 'words' && cause !== undefined) remarks.push(WORDS.wordsAlone(cause));
  else if (mode !== 'words' && embedded !== undefined) remarks.push(WORDS.meaningSoFar(Math.floor(embedded * 100)));
  if (found > 0) {
    const count = found >= limit ? WORDS.firstNotes(found) : WORDS.notes(found);
    const text = [count, ...remarks].join(' · ');
    // A note of that name may be among those that are not read yet.
    if (reading !== undefined) return { text, button: null };
    if (modelProblem !== null) return { text, button: { action: 'model', text: WORDS.tryAgain } };
    return { text, button: isFinal && isNew ? create : null };
  }
  if (!isFinal) return { text: WORDS.searching, button: null };
  const byWords = isMeaningOff ? WORDS.noWordsAlone : WORDS.noWords;
  const nothingWords = mode === 'words' ? byWords : WORDS.nothing;
  return {
    text: [nothingWords, ...remarks].join(' · '),
    button: create,
  };
}
