import type { DraftKind } from './draft-steps.ts';

export interface DraftRequest {
  id: number;
  bytes: Uint8Array;
  kind: DraftKind;
}

export interface DraftReply {
  id: number;
  /** A {@link NoteDraft}: text travels faster than objects, and the receiver's strings are its own. */
  json: string;
}
