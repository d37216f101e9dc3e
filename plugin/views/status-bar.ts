import type { CompanionState } from '../companion/companion-state.ts';
import { plain } from './words/said.ts';
import { describeMissing, describeModel, describeRetried, describeServer } from './describe-state.ts';

/** Shows the state in the status bar in a word or two, with the rest as its tooltip. */
export function showStatus(item: HTMLElement, state: CompanionState): void {
  const { short, long } = statusWords(state);
  item.setText(short);
  item.dir = 'ltr';
  item.setAttribute('aria-label', long);
  item.setAttribute('data-tooltip-position', 'top');
  item.toggleClass(
    'mod-failed',
    state.index === 'failed' || isUnreachable(state.server) || isUntold(state.server) || state.modelProblem !== null,
  );
}

/** The state in a word or two, and in full. */
export function statusWords(state: CompanionState): { short: string; long: string } {
  const { index, progress, problem, modelProblem, missingModel, server } = state;
  if (index === 'failed')
    return { short: 'Loom: failed', long: `Vault Loom could not open its index: ${plain(problem ?? 'unknown error')}` };
  if (isUnreachable(server))
    return {
      short: 'Loom: not connected',
      long: `Assistants cannot reach Vault Loom: ${describeRetried(server.problem)}`,
    };
  const model = describeModel(modelProblem);
  if (model !== null && index === 'ready') return { short: 'Loom: model failed', long: model };
  const missing = missingModel === null ? '' : ` ${describeMissing(missingModel)}`;
  if (index === 'ready')
    return {
      short: isUntold(server) ? 'Loom: ready, not connected' : 'Loom: ready',
      long: `Vault Loom has indexed your notes.${missing}${isUntold(server) ? ` ${describeServer(state, server.port)}` : ''}`,
    };
  const count = progress === null ? '' : ` ${progress.done} of ${progress.total}`;
  return { short: `Loom: indexing${count}`, long: 'Vault Loom is reading your notes.' };
}

function isUnreachable(server: CompanionState['server']): server is { port: null; problem: string } {
  return typeof server === 'object' && server.port === null;
}

/** Whether the server listens where assistants do not find it. */
function isUntold(server: CompanionState['server']): server is { port: number; problem: string; isUntold: true } {
  return typeof server === 'object' && 'isUntold' in server;
}
