import type { ReviewRules } from '../../shared/protocol/plugin-settings.ts';
import type { Approval, CallParts, CarriedOut, ForeignCall } from '../../shared/tools/review/carry-out.ts';
import type { ReviewPlan } from '../../shared/tools/review/review-plan.ts';
import type { Risk } from '../../shared/tools/review/risk.ts';
import type { Verdict } from '../../shared/tools/review/verdict.ts';
import type { WaitingCall } from './review-file.ts';

/** What can be done with a call. Loaded when first needed: tools are large. */
export interface CallRunner {
  read: (call: Pick<ForeignCall, 'tool' | 'args'>) => unknown;
  plan: (call: ForeignCall, parts: CallParts, signal: AbortSignal) => Promise<ReviewPlan | null>;
  carryOut: (call: ForeignCall, parts: CallParts, approval: Approval, signal: AbortSignal) => Promise<CarriedOut>;
  risksOf: (plan: ReviewPlan, marked: readonly string[]) => Risk[];
  verdictOf: (rules: ReviewRules, client: string, plan: ReviewPlan) => Verdict;
  isNewClient: (rules: ReviewRules, client: string) => boolean;
}

export function callOf({ tool, args, client, folders, receivedAt }: WaitingCall): ForeignCall {
  return { tool, args, client, folders: folders ?? null, askedAt: receivedAt };
}
