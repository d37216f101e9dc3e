import { VaultLoomError } from '../../protocol/errors.ts';
import type { ChangeRecord, StepOf, TrashedFile } from '../change/change-record.ts';
import { toNfc } from '../../vault/paths.ts';
import type { FileChange } from '../change/file-change.ts';
import { isStill } from '../files/is-still.ts';

/** A file's bytes now, or null if there is none. */
export type ReadNow = (path: string) => Promise<Uint8Array | null>;

/** The change that undoes a recorded one, if its files are as it left them. */
export function inverseOf(record: ChangeRecord): FileChange[] {
  const edits = new Map(record.steps.flatMap((step) => (step.do === 'edit' ? [[step.place, step] as const] : [])));
  const moved = new Set(record.steps.flatMap((step) => (step.do === 'move' ? [step.place] : [])));
  return record.steps.flatMap((step): FileChange[] => {
    if (step.do === 'create') return [{ kind: 'delete', path: nameOf(step), before: step.after }];
    if (step.do === 'remove')
      return [{ kind: 'create', path: nameOf(step), bytes: step.before, source: sourceOf(step) }];
    if (step.do === 'edit' && !moved.has(step.place))
      return [{ kind: 'edit', path: nameOf(step), before: step.after, after: step.before }];
    if (step.do !== 'move') return [];
    const edit = edits.get(step.place);
    return [
      {
        kind: 'move',
        from: nameOf({ path: step.to, place: step.toPlace }),
        to: nameOf(step),
        ...(edit === undefined ? {} : { edit: { before: edit.after, after: edit.before } }),
      },
    ];
  });
}

function sourceOf({ id, mode, trash }: StepOf<'remove'>): TrashedFile {
  return { id, trash, ...(mode === undefined ? {} : { mode }) };
}

/** The folders a change created, inner before outer. */
export function foldersMadeBy(record: ChangeRecord): string[] {
  return record.steps.flatMap((step) => (step.do === 'folder' ? [step.place] : [])).reverse();
}

/**
 * The error for an undo that would lose later changes. With `force` they are replaced, and recorded in the history.
 *
 * @param lost paths, at least one
 */
export function undoConflict(lost: readonly string[]): VaultLoomError {
  return new VaultLoomError(
    'undo_conflict',
    `Undoing this would lose later changes in ${lost.length === 1 ? `"${lost[0] ?? ''}"` : `${lost.length} files`}.`,
    {
      hint: 'Undo the later changes first, or use force: replaced text stays in the history.',
      details: { paths: lost.slice(0, MAX_NAMED), total: lost.length },
    },
  );
}

/** An inverse that fits the files as they are. */
export interface Fitted {
  files: FileChange[];
  /** Paths whose later changes it would lose. */
  lost: string[];
  /** Paths where its files should be and are not. */
  gone: string[];
}

export async function fit(inverse: FileChange[], readNow: ReadNow): Promise<Fitted> {
  const lost: string[] = [];
  const gone: string[] = [];
  const files: FileChange[] = [];
  for (const change of inverse) {
    const path = change.kind === 'move' ? change.from : change.path;
    const now = await readNow(path);
    if (isAsLeft(change, now)) {
      files.push(change);
      continue;
    }
    (now === null ? gone : lost).push(path);
    files.push(...forced(change, now));
  }
  return { files, lost, gone };
}

const MAX_NAMED = 20;

/** As the disk spelled it then, since another Unicode form of the name may be there now. */
function nameOf({ path, place }: { path: string; place: string }): string {
  return toNfc(path) === toNfc(place) ? place : path;
}

function isAsLeft(change: FileChange, now: Uint8Array | null): boolean {
  if (change.kind === 'create') return now === null;
  if (now === null) return false;
  if (change.kind === 'delete') return change.before === undefined || isStill(now, change.before);
  const edit = change.kind === 'move' ? change.edit : change;
  return edit === undefined || isStill(now, edit.before);
}

function forced(change: FileChange, now: Uint8Array | null): FileChange[] {
  if (change.kind === 'create')
    return now === null ? [change] : [{ kind: 'edit', path: change.path, before: now, after: change.bytes }];
  if (change.kind === 'edit')
    return now === null ? [{ kind: 'create', path: change.path, bytes: change.after }] : [{ ...change, before: now }];
  if (change.kind === 'delete') return now === null ? [] : [{ ...change, before: now }];
  if (now !== null)
    return [{ ...change, ...(change.edit === undefined ? {} : { edit: { ...change.edit, before: now } }) }];
  return change.edit === undefined ? [] : [{ kind: 'create', path: change.to, bytes: change.edit.after }];
}
