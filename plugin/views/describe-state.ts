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
