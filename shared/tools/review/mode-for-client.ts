import { isSameClient } from '../../protocol/client-claim.ts';
import type { ReviewRules } from '../../protocol/plugin-settings.ts';
import { tighter, type ReviewMode } from '../../protocol/review.ts';

/** What holds for a client, wherever it writes. Its name is a claim, so its rule can only tighten. */
export function modeForClient({ reviewMode, reviewClients }: ReviewRules, client: string): ReviewMode {
  const rule = reviewClients.find((one) => isSameClient(one.client, client));
  return rule === undefined ? reviewMode : tighter(reviewMode, rule.mode);
}
