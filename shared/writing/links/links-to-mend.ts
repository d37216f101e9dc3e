import type { ChangeRecord } from '../change/change-record.ts';
import type { StepState } from '../change/inspect.ts';

/** A file whose links a move should have rewritten, but which someone changed before the move was settled. */
export interface LinksToMend {
  /** Its path now, vault-relative. */
  path: string;
  /** The moved note's path now. */
  about: string;
  /** The file's text with the links as they were, and as they should be. */
  wrong: Uint8Array;
  right: Uint8Array;
}

/** The files a settled move left alone, with what their links should be; `stands` says how it was settled. */
export function linksToMend({ steps }: ChangeRecord, states: readonly StepState[], stands: boolean): LinksToMend[] {
  const moves = steps.flatMap((step) => (step.do === 'move' ? [step] : []));
  const [first] = moves;
  if (first === undefined) return [];
  const about = stands ? first.to : first.path;
  return steps.flatMap((step, i) => {
    if (step.do !== 'edit' || states[i] !== 'foreign') return [];
    const own = moves.find(({ place }) => place === step.place);
    const path = own !== undefined && stands ? own.to : step.path;
    return [{ path, about, wrong: stands ? step.before : step.after, right: stands ? step.after : step.before }];
  });
}
