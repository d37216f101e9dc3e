import { WHOLE_VAULT } from '../../protocol/review.ts';
import { foldPath, isWithin, withoutOuterBlanks } from '../../vault/paths.ts';

/** Whether a mark on a folder holds for a path, in any letter case and with any blanks around names. */
export function isMarked(path: string, folder: string): boolean {
  return folder === WHOLE_VAULT || isWithin(foldPath(withoutOuterBlanks(path)), foldPath(folder));
}
