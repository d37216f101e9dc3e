import type { Step } from '../../writing/change/change-record.ts';
import { pathsOf, type AppliedChange, type Change } from '../../writing/change/file-change.ts';
import { guardFiles } from '../../writing/change/guard-files.ts';
import { hashOf } from '../../writing/change/change-record.ts';
import type { WriteRules } from '../../writing/places/path-guard.ts';
import type { NoteWriter } from '../write/parts/writing-parts.ts';

/** Ends a call where it would write. Not a `VaultLoomError`, which tools read. */
export class WouldWrite extends Error {
  readonly steps: readonly Step[];

  constructor(steps: readonly Step[]) {
    super('the call would write');
    this.name = 'WouldWrite';
    this.steps = steps;
  }
}

/** A writer that takes no turn and writes nothing: what would be written ends the call with {@link WouldWrite}. */
export function planningWriter(writer: NoteWriter, rules: WriteRules): NoteWriter {
  const plan = async (change: Change): Promise<AppliedChange> => {
    guardFiles(change.files, rules);
    await change.prepare?.(pathsOf(change.files.filter(({ kind }) => kind !== 'create')));
    return stopAt(await writer.plan(change));
  };
  const read = async (path: string): Promise<{ bytes: Uint8Array; hash: string }> => {
    const bytes = await writer.read(path);
    return { bytes, hash: hashOf(bytes) };
  };
  return {
    history: writer.history,
    warnings: () => writer.warnings(),
    read: (path) => writer.read(path),
    plan: (change) => writer.plan(change),
    apply: plan,
    withPaths: (_paths, work) => work({ read, apply: plan }),
    planUndo: (ids, options) => writer.planUndo(ids, options),
    undo: async (ids, options = {}) => {
      const order = typeof ids === 'string' ? [ids] : ids;
      await options.prepare?.(plannedPathsOf(await writer.planUndo(order, options)), []);
      return stopAt(await writer.planUndo(order, options));
    },
  };
}

/** What has to agree before a call writes for the first time. */
export interface Agreement {
  rules: WriteRules;
  /** Looks at the change that a call is about to make, and may replace its new texts. Throws to stop it. */
  adjust?: (change: Change) => Change;
  /** Called with what is about to be done. Throws to stop it; nothing is written then. */
  agree: (steps: readonly Step[]) => void;
}

/**
 * A writer whose first change needs an agreement. What a call writes after that only follows from it (links that others
 * wrote meanwhile, after a move), and may edit, but not create, move or delete.
 */
export function agreeingWriter(
  writer: NoteWriter,
  { rules, adjust = (change) => change, agree }: Agreement,
): { writer: NoteWriter; hasWritten: () => boolean } {
  let hasWritten = false;
  const agreed = (change: Change): Change => {
    guardFiles(change.files, rules);
    return { ...(hasWritten ? change : adjust(change)), agree: hasWritten ? onlyEdits : agree };
  };
  const noting = async (applying: Promise<AppliedChange>): Promise<AppliedChange> => {
    const applied = await applying;
    hasWritten ||= applied.id !== undefined;
    return applied;
  };
  const agreeing: NoteWriter = {
    history: writer.history,
    warnings: () => writer.warnings(),
    read: (path) => writer.read(path),
    plan: (change) => writer.plan(change),
    apply: (change) => noting(writer.apply(agreed(change))),
    withPaths: (paths, work) =>
      writer.withPaths(paths, (session) =>
        work({ read: (path) => session.read(path), apply: (change) => noting(session.apply(agreed(change))) }),
      ),
    planUndo: (ids, options) => writer.planUndo(ids, options),
    undo: (id, options = {}) => noting(writer.undo(id, { ...options, agree: hasWritten ? onlyEdits : agree })),
  };
  return { writer: agreeing, hasWritten: () => hasWritten };
}

function onlyEdits(steps: readonly Step[]): void {
  if (steps.some((step) => step.do !== 'edit')) throw new WouldWrite(steps);
}

function stopAt(steps: readonly Step[]): AppliedChange {
  if (steps.length > 0) throw new WouldWrite(steps);
  return { paths: [], trashed: [] };
}

/** The files that are there now. */
function plannedPathsOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.flatMap((step) => ('path' in step && step.do !== 'create' ? [step.path] : [])))];
}
