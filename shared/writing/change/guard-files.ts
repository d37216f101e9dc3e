import { extension, isNotePath } from '../../vault/paths.ts';
import type { FileChange } from './file-change.ts';
import { checkWritePath, type PathUse, type WriteRules } from '../places/path-guard.ts';

/**
 * The path; for a new file in NFC. `kept`: paths whose names it may have in any case.
 * @throws VaultLoomError `read_only`, `path_outside_vault`, `path_not_allowed`
 */
export function guard(path: string, rules: WriteRules, use: PathUse, kept: readonly string[] = []): string {
  const verdict = checkWritePath(path, rules, use, kept);
  if (verdict.error !== undefined) throw verdict.error;
  return verdict.path;
}

/** Guards every path of a change; throws as {@link guard}. */
export function guardFiles(files: readonly FileChange[], rules: WriteRules): void {
  for (const file of files) {
    if (file.kind === 'move') {
      guard(file.from, rules, usesOf(file).from);
      guard(file.to, rules, usesOf(file).to, keptBy(file));
    } else if (file.kind === 'create') guard(file.path, rules, 'make', keptBy(file));
    else guard(file.path, rules, file.kind === 'edit' ? 'edit' : 'remove');
  }
}

/** Paths whose names the new path may have: where a moved file comes from, and the folders that are there. */
export function keptBy(file: { from?: string; there?: string }): string[] {
  return [file.from, file.there].filter((path) => path !== undefined);
}

/**
 * How a move uses its two places. An attachment stays one: a note cannot become another kind of file, nor the reverse.
 */
export function usesOf({ from, to }: { from: string; to: string }): { from: PathUse; to: PathUse } {
  const isAttachment = !isNotePath(from) && !isNotePath(to) && extension(from) === extension(to);
  return isAttachment ? { from: 'leave', to: 'enter' } : { from: 'remove', to: 'make' };
}

/** How a call may hold a path at least: notes and canvases are edited, other files only moved. */
export function useOf(path: string): PathUse {
  return isNotePath(path) || extension(path) === 'canvas' ? 'edit' : 'leave';
}
