import type { Steps } from '../../kit/concurrency/slices.ts';
import { draftCanvasSteps } from './canvas-draft.ts';
import { draftNoteSteps, type NoteDraft } from './note-draft.ts';

/** What a draft is made from. */
export type DraftKind = 'note' | 'canvas';

/** Reads a file that has a record in the index. Never throws on content. */
export function draftSteps(bytes: Uint8Array, kind: DraftKind): Steps<NoteDraft> {
  return kind === 'canvas' ? draftCanvasSteps(bytes) : draftNoteSteps(bytes);
}
