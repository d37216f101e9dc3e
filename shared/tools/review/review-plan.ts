import { createHash } from 'node:crypto';
import { hashOf, type Step } from '../../writing/change/change-record.ts';

/** What a call would do to one file. Texts are whole; bytes that are not UTF-8 show as U+FFFD. */
export type PlannedFile =
  | { kind: 'create'; path: string; after: string }
  | { kind: 'edit'; path: string; before: string; after: string }
  | { kind: 'move'; path: string; to: string }
  | { kind: 'delete'; path: string; before: string };

/** What a call would do to the vault. A note that is moved and rewritten has two entries. */
export interface ReviewPlan {
  files: PlannedFile[];
  /** The same for two plans that do the same to the same bytes. */
  fingerprint: string;
  /** What the call names, as it is called now: notes, and folders with a `/` after them. */
  named?: readonly string[];
}

/** The plan that these steps make. */
export function planOf(steps: readonly Step[]): ReviewPlan {
  const files = steps.flatMap((step): PlannedFile[] => {
    if (step.do === 'create') return [{ kind: 'create', path: step.path, after: textOf(step.after) }];
    if (step.do === 'edit')
      return [{ kind: 'edit', path: step.path, before: textOf(step.before), after: textOf(step.after) }];
    if (step.do === 'move') return [{ kind: 'move', path: step.path, to: step.to }];
    return step.do === 'remove' ? [{ kind: 'delete', path: step.path, before: textOf(step.before) }] : [];
  });
  return { files, fingerprint: fingerprintOf(steps) };
}

/** The plan of an edit of one note that has these bytes, as {@link planOf} makes it. */
export function planOfEdit(path: string, before: Uint8Array, after: Uint8Array): ReviewPlan {
  return {
    files: [{ kind: 'edit', path, before: textOf(before), after: textOf(after) }],
    fingerprint: fingerprintOf([{ do: 'edit', path, before, after }]),
  };
}

/** Every path that a plan names, each once. */
export function plannedPaths({ files }: Pick<ReviewPlan, 'files'>): string[] {
  return [...new Set(files.flatMap((file) => (file.kind === 'move' ? [file.path, file.to] : [file.path])))];
}

/** The parts of a step that matter to a person. */
type Essence = { do: Step['do']; path?: string; to?: string; before?: Uint8Array; after?: Uint8Array };

function fingerprintOf(steps: readonly Essence[]): string {
  const parts = steps.flatMap((step) => {
    if (step.do === 'folder' || step.do === 'unfolder') return [];
    const { path = '', to = '', before, after } = step;
    const hash = (bytes: Uint8Array | undefined): string => (bytes === undefined ? '' : hashOf(bytes));
    return [[step.do, path, to, hash(before), hash(after)]];
  });
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
