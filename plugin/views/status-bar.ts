import type { CompanionState } from '../companion/companion-state.ts';
import { plain } from './words/said.ts';
import { describeMissing, describeModel, describeRetried } from './describe-state.ts';

/** Shows the state in the status bar in a word or two, with the rest as its tooltip. */
export function showStatus(item: HTMLElement, state: CompanionState): void {
  const { short, long } = words(state);
  item.setText(short);
  item.dir = 'ltr';
  item.setAttribute('aria-label', long);
  item.setAttribute('data-tooltip-position', 'top');
  item.toggleClass(
    'mod-failed',
    state.index === 'failed' || isUnreachable(state.server) || state.modelProblem !== null,
  );
}

function words({ index, progress, problem, modelProblem, missingModel, server }: CompanionState): {
  short: string;
  long: string;
} {
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
  if (index === 'ready') return { short: 'Loom: ready', long: `Vault Loom has indexed your notes.${missing}` };
  const count = progress === null ? '' : ` ${progress.done} of ${progress.total}`;
  return { short: `Loom: indexing${count}`, long: 'Vault Loom is reading your notes.' };
}

function isUnreachable(server: CompanionState['server']): server is { port: null; problem: string } {
  return typeof server === 'object' && server.port === null;
}
