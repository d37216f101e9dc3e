import type { CompanionState } from './companion-state.ts';

/** All is well: notes are read, the server listens where it should. */
export const READY: CompanionState = {
  server: { port: 27_125 },
  index: 'ready',
  progress: null,
  problem: null,
  modelProblem: null,
  missingModel: null,
};
