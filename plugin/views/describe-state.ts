import type { Companion } from '../companion/companion.ts';
import type { CompanionState } from '../companion/companion-state.ts';

/** The index in a sentence or two, with its counts. */
export async function describeIndex(companion: Companion | null): Promise<string> {
  if (companion === null) return 'Not started yet.';
  const { index, progress, problem, modelProblem } = companion.state;
  if (index === 'failed') return `The index could not be opened: ${problem ?? 'unknown error'}`;
  const count = progress === null ? '' : `: ${progress.done} of ${progress.total} notes`;
  if (index !== 'ready') return `Reading your notes${count}.`;
  const status = await (await companion.engine())?.status();
  if (status === undefined) return 'The index is being opened.';
  const rereading = status.reindexInProgress ? ' All notes are being read again.' : '';
  return [`${status.summary}${rereading}`, describeModel(modelProblem)].filter((part) => part !== null).join(' ');
}

/** How search by meaning stands, in a sentence or two; of a missing model, the way to get it. */
export async function describeMeaning(companion: Companion | null): Promise<string> {
  if (companion === null) return 'Not started yet.';
  const { index, modelProblem, missingModel } = companion.state;
  if (missingModel !== null) return describeMissing(missingModel);
  if (modelProblem !== null) return 'The model does not work now.';
  const status = index === 'ready' ? await (await companion.engine())?.status() : undefined;
  if (status === undefined) return 'It is worked out once your notes have been read.';
  if (status.provider === 'none') return 'Off: notes are found by their words alone.';
  if (status.provider === 'lsa') return 'Notes are found by what is learned from them.';
  const { progress, embeddingInProgress, embeddingsComplete } = status;
  if (embeddingsComplete) return 'All of your notes can be found by meaning.';
  if (!embeddingInProgress || progress === undefined) return 'Your notes are about to be read for their meaning.';
  return `${Math.floor((100 * progress.done) / Math.max(1, progress.total))} % of the text can be found by meaning so far.`;
}

/** What is missing, what works without it, and the way out. */
export function describeMissing({ message, hint }: NonNullable<CompanionState['missingModel']>): string {
  return `${message} For now notes are found by their words and by what is learned from them. ${hint}`;
}

/** What is wrong with the model, and what follows from that; null if nothing is wrong. */
export function describeModel(problem: string | null): string | null {
  if (problem === null) return null;
  return `The model does not work: ${problem.replace(/[.\s]*$/u, '')}. Until it does, notes are found by their words alone. It is tried again by itself, and at once when the index is rebuilt.`;
}

/** Where the server listens, or why it does not. Never the token. */
export function describeServer(state: CompanionState | null, wantedPort: number): string {
  const server = state?.server ?? 'starting';
  if (server === 'starting') return 'Starting.';
  if (server.port === null) return `Assistants cannot reach the plugin: ${server.problem}`;
  const listening = `Listening on port ${server.port}, for this computer only.`;
  if (server.problem !== undefined) return `${listening} ${server.problem}`;
  return server.port === wantedPort ? listening : `${listening} Port ${wantedPort} is taken.`;
}
