import type { FileChange } from './file-change.ts';
import { checkWritePath, type PathUse, type WriteRules } from '../places/path-guard.ts';

/**
 * The path; for a new file in NFC.
 * @throws VaultLoomError `read_only`, `path_outside_vault`, `path_not_allowed`
 */
export function guard(path: string, rules: WriteRules, use: PathUse): string {
  const verdict = checkWritePath(path, rules, use);
  if (verdict.error !== undefined) throw verdict.error;
  return verdict.path;
}

/** Guards every path of a change; throws as {@link guard}. */
export function guardFiles(files: readonly FileChange[], rules: WriteRules): void {
  for (const file of files) {
    if (file.kind === 'move') {
      guard(file.from, rules, 'remove');
      guard(file.to, rules, 'make');
    } else guard(file.path, rules, file.kind === 'create' ? 'make' : file.kind === 'edit' ? 'edit' : 'remove');
  }
}
