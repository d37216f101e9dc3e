import type { ReviewPlan } from '../../shared/tools/review/review-plan.ts';
import type { Risk } from '../../shared/tools/review/risk.ts';
import { claimOf, type Claim } from './claim.ts';
import type { WaitingCall } from './review-file.ts';

/** A change that waits, as the person is shown it. */
export interface ReviewItem {
  id: string;
  tool: string;
  /** The name that the client gives itself. */
  client: string;
  /** The person has not said yet how to treat this client. */
  isNewClient: boolean;
  /** Milliseconds since 1970. */
  receivedAt: number;
  claimed: Claim;
  /** What it would do to the files as they are now; null until that is known. */
  plan: ReviewPlan | null;
  risks: readonly Risk[];
  /** The files have changed since the person was first shown it, and so has the plan. */
  hasChanged: boolean;
  /** Why it cannot be planned or written now, in words. The plan may be one from before. */
  problem: string | null;
  /** The app was closed while it was being written, so it may already be in the notes. */
  wasInterrupted: boolean;
  isWriting: boolean;
}

/** A change that waits, as the desk keeps it. */
export interface Waiting {
  call: WaitingCall;
  bytes: number;
  plan: ReviewPlan | null;
  risks: Risk[];
  isNewClient: boolean;
  hasChanged: boolean;
  problem: string | null;
  wasInterrupted: boolean;
  /** The person has left out a part of it, so it is not among all that they accept of its client. */
  isInPart: boolean;
  isWriting: boolean;
}

export function newWaiting(call: WaitingCall): Waiting {
  return {
    call,
    bytes: JSON.stringify(call).length,
    plan: null,
    risks: [],
    isNewClient: false,
    hasChanged: false,
    problem: null,
    wasInterrupted: call.began,
    isInPart: false,
    isWriting: false,
  };
}

export function itemOf({ call, bytes: _bytes, isInPart: _isInPart, ...state }: Waiting): ReviewItem {
  return {
    id: call.id,
    tool: call.tool,
    client: call.client,
    receivedAt: call.receivedAt,
    claimed: claimOf(call),
    ...state,
  };
}
