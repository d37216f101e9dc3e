import type { ChangeRecord } from './change-record.ts';

/** One file of a change, with its bytes before and after; null where there was none. */
export interface ChangedFile {
  path: string;
  /** Its new path, if it was moved. */
  to?: string;
  before: Uint8Array | null;
  after: Uint8Array | null;
}

/** The files of a change, in order. A file that was only moved has no bytes here. */
export function changedFiles({ steps }: Pick<ChangeRecord, 'steps'>): ChangedFile[] {
  const edits = new Map(steps.flatMap((step) => (step.do === 'edit' ? [[step.place, step] as const] : [])));
  const moved = new Set(steps.flatMap((step) => (step.do === 'move' ? [step.place] : [])));
  return steps.flatMap((step): ChangedFile[] => {
    if (step.do === 'create') return [{ path: step.path, before: null, after: step.after }];
    if (step.do === 'remove') return [{ path: step.path, before: step.before, after: null }];
    if (step.do === 'edit' && !moved.has(step.place))
      return [{ path: step.path, before: step.before, after: step.after }];
    if (step.do !== 'move') return [];
    const edit = edits.get(step.place);
    return [{ path: step.path, to: step.to, before: edit?.before ?? null, after: edit?.after ?? null }];
  });
}
