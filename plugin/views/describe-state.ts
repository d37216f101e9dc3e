import type { CompanionState } from '../companion/companion-state.ts';
import { plain } from './words/said.ts';
import { sentence } from './words/sentence.ts';

/** What is missing, what works without it, and the way out. */
export function describeMissing({ message, hint }: NonNullable<CompanionState['missingModel']>): string {
  return `${plain(message)} For now notes are found by their words and by what is learned from them. ${plain(hint)}`;
}

/** What is wrong with the model, and what follows from that; null if nothing is wrong. */
export function describeModel(problem: string | null): string | null {
  if (problem === null) return null;
  return `The model does not work: ${plain(problem.replace(/[.\s]*$/u, ''))}. Until it does, notes are found by their words and by what is learned from them. It is retried automatically, and at once when you rebuild the index.`;
}

/** Why the server does not listen, or not on the chosen port, and what is done about it. */
export function describeRetried(problem: string): string {
  return `${sentence(plain(problem))} It is retried automatically, and at once when a setting changes.`;
}

/** Where the server listens, or why it does not. Never the token. */
export function describeServer(state: CompanionState | null, wantedPort: number): string {
  const server = state?.server ?? 'starting';
  if (server === 'starting') return 'Starting.';
  if (server.port === null) return `Assistants cannot reach the plugin: ${describeRetried(server.problem)}`;
  const listening = `Listening on port ${server.port}, for this computer only.`;
  if (server.problem !== undefined) return `${listening} ${describeRetried(server.problem)}`;
  return server.port === wantedPort ? listening : `${listening} Port ${wantedPort} is taken.`;
}
