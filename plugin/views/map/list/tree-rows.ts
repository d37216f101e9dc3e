import { stopAfterChange } from '../../elements/rove.ts';
import type { MapColor } from '../picture/colors.ts';

/** What a row leads to. */
export type RowTarget =
  | { kind: 'theme'; id: string }
  | { kind: 'note'; path: string; title: string }
  /** A note that is linked to, but not there. */
  | { kind: 'missing'; name: string }
  /** A line of a note with a link to one that is not there, from 1; null: it has no number. */
  | { kind: 'source'; path: string; title: string; line: number | null }
  | { kind: 'group' }
  /** Shows more rows of the list that `of` names. */
  | { kind: 'more'; of: string }
  | { kind: 'words' };

/** An entry of a list, with those below it. */
export interface TreeNode {
  /** Different from all others of the list. */
  key: string;
  target: RowTarget;
  title: string;
  /** A second line; empty: none. */
  detail: string;
  /** Shown at the end of the first line; for a row that leads to a note, that is its folder. */
  aside: string;
  color: MapColor | null;
  isActive: boolean;
  isDim: boolean;
  /** Null: nothing can be below it. What is below a closed one may be unknown. */
  isOpen: boolean | null;
  below: readonly TreeNode[];
}

/** An entry as a row. */
export interface TreeRow extends Omit<TreeNode, 'below'> {
  /** From 1. */
  level: number;
  /** From 1, among those of the same level below the same entry. */
  place: number;
  /** How many these are. */
  among: number;
}

/** A plain node, except for what is given. */
export function nodeOf(node: Pick<TreeNode, 'key' | 'target' | 'title'> & Partial<TreeNode>): TreeNode {
  return { detail: '', aside: '', color: null, isActive: false, isDim: false, isOpen: null, below: [], ...node };
}

/** The rows of a tree, those below an open entry after it. */
export function rowsOf(nodes: readonly TreeNode[], level = 1): TreeRow[] {
  return nodes.flatMap(({ below, ...node }, index) => [
    { ...node, level, place: index + 1, among: nodes.length },
    ...(node.isOpen === true ? rowsOf(below, level + 1) : []),
  ]);
}

/**
 * Which row is the Tab stop after the rows changed: the same one, else the one that was closed over it, else the one at
 * its place.
 */
export function stopInTree(before: readonly TreeRow[], stop: string | null, after: readonly TreeRow[]): string | null {
  const at = before.findIndex(({ key }) => key === stop);
  const closed = new Set(after.filter(({ isOpen }) => isOpen === false).map(({ key }) => key));
  let { level = 1 } = before[at] ?? {};
  for (const row of after.some(({ key }) => key === stop) ? [] : before.slice(0, Math.max(at, 0)).reverse()) {
    if (row.level >= level) continue;
    if (closed.has(row.key)) return row.key;
    level = row.level;
  }
  const keysOf = (rows: readonly TreeRow[]): string[] => rows.map(({ key }) => key);
  return stopAfterChange(keysOf(before), stop, keysOf(after));
}

/** What a key does in a tree. */
export type TreeStep = { to: number } | { opens: boolean };

/** What a key does at the row `at`, as trees have it on every system; null: nothing. */
export function stepOf(key: string, rows: readonly TreeRow[], at: number, isRightToLeft: boolean): TreeStep | null {
  const row = rows[at];
  if (row === undefined) return null;
  const last = rows.length - 1;
  if (key === 'ArrowDown') return { to: Math.min(at + 1, last) };
  if (key === 'ArrowUp') return { to: Math.max(at - 1, 0) };
  if (key === 'Home') return { to: 0 };
  if (key === 'End') return { to: last };
  if (key === (isRightToLeft ? 'ArrowLeft' : 'ArrowRight')) {
    if (row.isOpen === false) return { opens: true };
    const isInto = row.isOpen === true && (rows[at + 1]?.level ?? 0) > row.level;
    return isInto ? { to: at + 1 } : null;
  }
  if (key !== (isRightToLeft ? 'ArrowRight' : 'ArrowLeft')) return null;
  if (row.isOpen === true) return { opens: false };
  const parent = rows.slice(0, at).findLastIndex(({ level }) => level < row.level);
  return parent < 0 ? null : { to: parent };
}
