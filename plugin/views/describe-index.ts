import type { IndexStatusOutput } from '../../shared/protocol/schemas/maintenance.ts';
import type { CompanionState } from '../companion/companion-state.ts';
import { describeMissing, describeModel } from './describe-state.ts';
import { counted } from './words/counted.ts';
import { plain } from './words/said.ts';

/** The index in a sentence or two, with its counts. */
export function describeIndex(state: CompanionState | null, status: IndexStatusOutput | null): string {
  if (state === null) return 'Not started yet.';
  const { index, progress, problem } = state;
  if (index === 'failed') return `The index could not be opened: ${plain(problem ?? 'unknown error')}`;
  const count =
    progress === null ? '' : `: ${progress.done.toLocaleString('en')} of ${counted(progress.total, 'note')}`;
  if (index !== 'ready') return `Reading your notes${count}. What has been read can already be searched.`;
  if (status === null) return 'The index is being opened.';
  const { notesTotal, notesExcluded = 0 } = status;
  const read = `${counted(notesTotal - notesExcluded, 'note')} can be found.`;
  const excluded = notesExcluded === 0 ? '' : ` ${counted(notesExcluded, 'excluded note')} cannot.`;
  return `${read}${excluded}${status.reindexInProgress ? ' All of them are being read again.' : ''}`;
}

/** How search by meaning stands, in a sentence or two; of a missing model, the way to get it. */
export function describeMeaning(state: CompanionState | null, status: IndexStatusOutput | null): string {
  if (state === null) return 'Not started yet.';
  const { modelProblem, missingModel } = state;
  if (missingModel !== null) return describeMissing(missingModel);
  const problem = describeModel(modelProblem);
  if (problem !== null) return problem;
  if (state.index !== 'ready' || status === null) return 'It is worked out once your notes have been read.';
  if (isMeaningOff(status)) return 'Off: notes are found by their words alone.';
  const { notesTotal, notesExcluded = 0, notesWithEmbeddings, provider } = status;
  const { progress, embeddingInProgress, embeddingsComplete, notesInOtherLanguages = 0 } = status;
  if (notesTotal === notesExcluded) return 'There are no notes to be read yet.';
  if (provider === 'lsa' && notesWithEmbeddings !== 0) return 'Notes are found by what is learned from them.';
  if (provider === 'lsa' && embeddingsComplete)
    return 'Your notes have too few words to learn from yet. They are found by their words alone.';
  if (embeddingsComplete) return `${readByModel(status)}${otherLanguages(notesInOtherLanguages)}`;
  if (!embeddingInProgress || progress === undefined) return 'Your notes are about to be read for their meaning.';
  return `${Math.floor((100 * progress.done) / Math.max(1, progress.total))} % of the text can be found by meaning so far.`;
}

/** Whether notes are found by their words alone, as was chosen. */
export function isMeaningOff({ provider, embeddingsComplete }: IndexStatusOutput): boolean {
  return provider === 'none' && embeddingsComplete;
}

/** Of notes that have all been read: which of them the model finds. */
function readByModel(status: IndexStatusOutput): string {
  const { notesWithEmbeddings, notesInOtherLanguages = 0 } = status;
  const { notesNoEmbeddableContent = 0, notesMissingEmbeddings = 0 } = status;
  const lacking = notesNoEmbeddableContent + notesMissingEmbeddings;
  if (lacking === 0) return notesInOtherLanguages === 0 ? ALL : 'Your notes can be found by meaning.';
  if (notesWithEmbeddings === 0 && notesInOtherLanguages === 0)
    return 'No note can be found by meaning. “Not fully searchable” says why.';
  return `Your notes can be found by meaning, except ${lacking.toLocaleString('en')}. “Not fully searchable” says why.`;
}

const ALL = 'All of your notes can be found by meaning.';

function otherLanguages(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ' 1 of them is in a language that the model does not read; it is found by its words and by what is learned from them.'
    : ` ${count.toLocaleString('en')} of them are in languages that the model does not read; they are found by their words and by what is learned from them.`;
}
