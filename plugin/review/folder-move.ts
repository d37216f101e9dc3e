import type { ReviewItem } from './review-item.ts';

/** A folder that moves with all that is in it. */
export interface FolderMove {
  from: string;
  to: string;
  /** Its files, as they are called now. */
  paths: string[];
}

/** The folder that a change moves; null if it moves none. */
export function folderMoveOf({ plan, claimed: { deed } }: Pick<ReviewItem, 'plan' | 'claimed'>): FolderMove | null {
  if (plan === null || deed.kind !== 'move') return null;
  const source = plan.named?.[0] ?? deed.from;
  const folder = folded(source.trim().replace(/^\/+|\/+$/gu, ''));
  const moves = plan.files.filter((file) => file.kind === 'move');
  const [first] = moves;
  if (first === undefined || folder === '') return null;
  // A note may have the name of the folder that it is in.
  if (moves.length === 1 && !source.trim().endsWith('/')) return null;
  if (!moves.every(({ path }) => folded(path).startsWith(`${folder}/`))) return null;
  const from = first.path.split('/').slice(0, folder.split('/').length).join('/');
  const within = first.path.slice(from.length);
  if (within === '' || !first.to.endsWith(within)) return null;
  const to = first.to.slice(0, -within.length);
  // One that goes elsewhere must be seen.
  if (!moves.every((move) => move.to === to + move.path.slice(from.length))) return null;
  return { from, to, paths: moves.map(({ path }) => path) };
}

/** Callers may write a folder in another case. */
function folded(path: string): string {
  return path.normalize().toLowerCase();
}
