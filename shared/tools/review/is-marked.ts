import { WHOLE_VAULT } from '../../protocol/review.ts';
import { foldPath, isWithin } from '../../vault/paths.ts';

/** Whether a mark on a folder holds for a path, in any letter case. */
export function isMarked(path: string, folder: string): boolean {
  return folder === WHOLE_VAULT || isWithin(foldPath(path), foldPath(folder));
}
