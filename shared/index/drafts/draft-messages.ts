import type { DraftKind } from './draft-steps.ts';

export interface DraftRequest {
  id: number;
  bytes: Uint8Array;
  kind: DraftKind;
}

export interface DraftReply {
  id: number;
  /** A {@link NoteDraft}: text transfers faster than objects, and the receiver gets its own strings. */
  json: string;
}
