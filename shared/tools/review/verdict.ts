import { isSameClient } from '../../protocol/client-claim.ts';
import type { ReviewRules } from '../../protocol/plugin-settings.ts';
import { tighter, type ReviewMode } from '../../protocol/review.ts';
import { isMarked } from './is-marked.ts';
import { modeForClient } from './mode-for-client.ts';
import { isRisky } from './risk.ts';
import { plannedPaths, type ReviewPlan } from './review-plan.ts';

/** What becomes of a change: it is made, the person is asked, or it is refused. */
export type Verdict = 'write' | 'ask' | 'refuse';

/** Whether the person has not said yet how they want to treat a client. */
export function isNewClient({ reviewClients }: ReviewRules, client: string): boolean {
  return !reviewClients.some((rule) => isSameClient(rule.client, client));
}

/** Whether every change of a client is made at once, so that none has to be looked at. */
export function writesFreely(rules: ReviewRules, client: string): boolean {
  return rules.reviewFolders.length === 0 && modeForClient(rules, client) === 'write';
}

/** Judges a change. With *ask for the risky*, a new client's first change is asked about, too. */
export function verdictOf(rules: ReviewRules, client: string, plan: Pick<ReviewPlan, 'files'>): Verdict {
  const paths = plannedPaths(plan);
  const mode = rules.reviewFolders
    .filter(({ folder }) => paths.some((path) => isMarked(path, folder)))
    .reduce<ReviewMode>((soFar, mark) => tighter(soFar, mark.mode), modeForClient(rules, client));
  if (mode === 'read-only') return 'refuse';
  if (mode === 'ask-always') return 'ask';
  return mode === 'ask-risky' && (isNewClient(rules, client) || isRisky(plan)) ? 'ask' : 'write';
}
