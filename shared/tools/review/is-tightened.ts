import { isSameClient } from '../../protocol/client-claim.ts';
import type { ReviewRules } from '../../protocol/plugin-settings.ts';
import { tighter, type ReviewMode } from '../../protocol/review.ts';
import { isMarked } from './is-marked.ts';

/**
 * Whether the person has tightened any rule that holds for a client: the general one, its own, or a folder's. It counts
 * also if another rule was as tight before: whoever sets a client to *always ask* means it, whatever holds in general.
 */
export function isTightened(before: ReviewRules, now: ReviewRules, client: string): boolean {
  const [own, ownNow] = [ruleOf(before, client), ruleOf(now, client)];
  return (
    isTighter(now.reviewMode, before.reviewMode) ||
    // Without a rule, a client is new again, and is asked about.
    (ownNow === null ? own !== null : isTighter(ownNow, own ?? 'write')) ||
    now.reviewFolders.some(({ folder, mode }) => isTighter(mode, markOf(before, folder)))
  );
}

function isTighter(mode: ReviewMode, than: ReviewMode): boolean {
  return mode !== than && tighter(mode, than) === mode;
}

function ruleOf({ reviewClients }: ReviewRules, client: string): ReviewMode | null {
  return reviewClients.find((rule) => isSameClient(rule.client, client))?.mode ?? null;
}

/** What marks say about all of a folder. */
function markOf({ reviewFolders }: ReviewRules, folder: string): ReviewMode {
  return reviewFolders
    .filter((mark) => isMarked(folder, mark.folder))
    .reduce<ReviewMode>((soFar, { mode }) => tighter(soFar, mode), 'write');
}
