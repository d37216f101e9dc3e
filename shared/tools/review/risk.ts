import { diffArrays } from 'diff';
import { parseNote } from '../../markdown/parse-note.ts';
import { isMarked } from './is-marked.ts';
import type { PlannedFile, ReviewPlan } from './review-plan.ts';

/** Why a person would want to be asked before a change. */
export type Risk =
  | { kind: 'deletes'; path: string }
  | { kind: 'moves'; path: string; to: string }
  /** `lines`: how many of the note's lines change, of `total` that it has now. */
  | { kind: 'rewrites'; path: string; lines: number; total: number }
  | { kind: 'removes-properties'; path: string; properties: string[] }
  | { kind: 'many-files'; files: number }
  | { kind: 'marked-folder'; path: string; folder: string };

/** From more changed lines of one note on, its change is risky. */
export const RISKY_LINES = 60;
/** From more files in one call on, the call is risky. */
export const RISKY_FILES = 10;

/**
 * Whether a person who wants to be asked for risky changes is asked for this one: it deletes or moves a note, changes
 * more than half of one or more than {@link RISKY_LINES} lines, removes a property, touches more than
 * {@link RISKY_FILES} files, or is in a marked folder.
 *
 * @param marked vault-relative folders; letter case does not matter
 */
export function isRisky(plan: Pick<ReviewPlan, 'files'>, marked: readonly string[] = []): boolean {
  const { files } = plan;
  // The cheap reasons first: a change of many files is not compared line by line.
  return (
    touchedIn(files) > RISKY_FILES ||
    files.some((file) => file.kind === 'delete' || file.kind === 'move' || marksOf(file, marked).length > 0) ||
    risksOf(plan, marked).length > 0
  );
}

/** Every reason for {@link isRisky}, the gravest first; empty if there is none. */
export function risksOf({ files }: Pick<ReviewPlan, 'files'>, marked: readonly string[] = []): Risk[] {
  const touched = touchedIn(files);
  return [
    ...files.flatMap((file): Risk[] => (file.kind === 'delete' ? [{ kind: 'deletes', path: file.path }] : [])),
    ...files.flatMap((file): Risk[] => (file.kind === 'move' ? [{ kind: 'moves', path: file.path, to: file.to }] : [])),
    ...files.flatMap((file) => (file.kind === 'edit' ? risksOfEdit(file) : [])),
    ...(touched > RISKY_FILES ? [{ kind: 'many-files' as const, files: touched }] : []),
    ...files.flatMap((file) => marksOf(file, marked)),
  ];
}

function touchedIn(files: readonly PlannedFile[]): number {
  return new Set(files.map(({ path }) => path)).size;
}

/**
 * How many lines of a text a change takes away or replaces (`lost`), how many it brings (`added`), and how many the
 * text has (`total`). Texts too different to compare in time count as replaced.
 */
export function changedLines(before: string, after: string): { lost: number; added: number; total: number } {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  const [oldPart, freshPart] = [old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)];
  const parts = diffArrays(oldPart, freshPart, { maxEditLength: MOST_EDITS });
  if (parts === undefined) return { lost: oldPart.length, added: freshPart.length, total: old.length };
  const count = (kind: 'added' | 'removed'): number =>
    parts.reduce((sum, part) => sum + (part[kind] ? part.value.length : 0), 0);
  return { lost: count('removed'), added: count('added'), total: old.length };
}

/** Far beyond {@link RISKY_LINES}: finding out more would take time and change nothing. */
const MOST_EDITS = 1_000;

function risksOfEdit({ path, before, after }: PlannedFile & { kind: 'edit' }): Risk[] {
  const { lost, added, total } = changedLines(before, after);
  const lines = Math.max(lost, added);
  const removed = removedProperties(before, after);
  return [
    ...(lost > total / 2 || lines > RISKY_LINES ? [{ kind: 'rewrites' as const, path, lines, total }] : []),
    ...(removed.length > 0 ? [{ kind: 'removes-properties' as const, path, properties: removed }] : []),
  ];
}

function removedProperties(before: string, after: string): string[] {
  const now = new Set(Object.keys(propertiesOf(after)));
  return Object.keys(propertiesOf(before)).filter((name) => !now.has(name));
}

/** Reads no more than the block at the top: the body does not matter, and may be long. */
function propertiesOf(text: string): Record<string, unknown> {
  const block = /^\uFEFF?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/u.exec(text)?.[0];
  return block === undefined ? {} : (parseNote(block).frontmatter?.values ?? {});
}

function marksOf(file: PlannedFile, marked: readonly string[]): Risk[] {
  const paths = file.kind === 'move' ? [file.path, file.to] : [file.path];
  return paths.flatMap((path) => {
    const folder = marked.find((mark) => isMarked(path, mark));
    return folder === undefined ? [] : [{ kind: 'marked-folder' as const, path, folder }];
  });
}

/** Lines without their ends; a final line end begins no line. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/(?:\r\n|\r|\n)$/u, '').split(/\r\n|\r|\n/u);
}
