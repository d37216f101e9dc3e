import { VaultLoomError } from '../protocol/errors.ts';

/** A change as shown for review. */
export interface WriteRequest {
  tool: string;
  client: string;
  /** Vault-relative. */
  paths: string[];
  /** Unified diff of the whole change. Made when read. */
  readonly diff: string;
}

/** `declined` may give the person's reason. `pending`: no answer yet; the client may ask again by the review's id. */
export type WriteDecision = 'approved' | { declined: string | null } | { pending: string };

/** Sees every write before it happens. */
export type WriteGate = (request: WriteRequest) => Promise<WriteDecision>;

/**
 * Lets an approved change through.
 *
 * @throws VaultLoomError `declined`, or `pending_review` with `details.reviewId`
 */
export function requireApproval(decision: WriteDecision, tool: string): void {
  if (decision === 'approved') return;
  if ('pending' in decision) {
    throw new VaultLoomError('pending_review', `The person has not decided on this ${tool} yet. Nothing was written.`, {
      hint: 'Ask the person to look at the review in the app, then repeat the call.',
      details: { reviewId: decision.pending },
    });
  }
  const reason = decision.declined === null || decision.declined === '' ? '' : `: ${decision.declined}`;
  throw new VaultLoomError('declined', `The person declined this ${tool}${reason}. Nothing was written.`, {
    hint: 'Do not repeat it unchanged; ask the person what they would like instead.',
  });
}
