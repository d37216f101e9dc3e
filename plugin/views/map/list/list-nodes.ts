import { messageOf } from '../../../../shared/kit/text/message-of.ts';
import type { NoteOrStubRef, NoteRef } from '../../../../shared/protocol/schemas/common.ts';
import type { MapOutput, MissingLinksOutput } from '../../../../shared/protocol/schemas/map.ts';
import type { RelatedNote } from '../../../../shared/protocol/schemas/related.ts';
import { notComparedWords, WORDS } from '../map-words.ts';
import type { Marks } from '../picture/scene.ts';
import { nodeOf, type TreeNode } from './tree-rows.ts';

/** The lists next to the picture. */
export const LISTS = ['themes', 'unresolved', 'unlinked', 'hubs', 'bridges', 'copies'] as const;
export type ListName = (typeof LISTS)[number];

/** The rows below an entry that have to be asked for. */
export type Below = { nodes: TreeNode[] } | { error: unknown } | 'waiting';

export interface ListNodesInput {
  whole: MapOutput;
  marks: Marks;
  open: ReadonlySet<string>;
  /** How many rows are listed; {@link ROWS_AT_ONCE} unless given. */
  limit?: number | undefined;
  /** By the key of the entry. */
  below: ReadonlyMap<string, Below>;
}

export const ROWS_AT_ONCE = 400;

/** What a list is called: a vault of few notes is listed by these, not by themes. */
export function listName(whole: MapOutput | null, list: ListName): string {
  return list === 'themes' && whole?.notes !== undefined ? WORDS.notesAlone : WORDS.listName[list];
}

/** How many rows a list has in all. */
export function listTotal(whole: MapOutput, list: ListName): number {
  if (list === 'themes') return whole.circles?.length ?? whole.notes?.length ?? 0;
  if (list === 'hubs' || list === 'bridges') return whole[list].length;
  return whole[list].total;
}

/** As {@link listTotal}; null for near copies while none has turned up and notes are still to be compared. */
export function knownTotal(whole: MapOutput, list: ListName): number | null {
  const total = listTotal(whole, list);
  const isOpen = whole.comparing === true || whole.uncompared !== undefined;
  return list === 'copies' && total === 0 && isOpen ? null : total;
}

/** What is said above a list, or in its place if it is empty. */
export function listWords(whole: MapOutput | null, list: ListName, isEmpty: boolean): string {
  if (!isEmpty || whole === null) return WORDS.listMeaning[list];
  return list === 'copies' && whole.uncompared !== undefined
    ? notComparedWords(whole.uncompared)
    : WORDS.listEmpty[list];
}

/** The entries of one of the lists to act on. */
export function listNodes(list: Exclude<ListName, 'themes'>, input: ListNodesInput): TreeNode[] {
  const { whole, limit = ROWS_AT_ONCE } = input;
  if (list === 'hubs' || list === 'bridges') return whole[list].map((note) => noteNode(note, note.path, input));
  const { rows, total } = whole[list];
  const more = rows.length > limit ? moreNode(list, rows.length - limit) : restNode(total - rows.length);
  return [...nodesOf(list, input).slice(0, limit), ...more];
}

/** The row that shows more of a list, by the name that it has where limits are kept; none if there are no more. */
export function moreNode(of: string, left: number): TreeNode[] {
  if (left <= 0) return [];
  const title = WORDS.showMore(Math.min(left, ROWS_AT_ONCE));
  return [nodeOf({ key: `more\n${of}`, target: { kind: 'more', of }, title })];
}

/** The lines with links to a missing note. */
export function sourceNodes(key: string, { notes, total }: MissingLinksOutput): TreeNode[] {
  if (notes.length === 0) return [wordsNode(key, WORDS.noSource)];
  const nodes = notes.flatMap(({ path, title, lines, lineCount }) => [
    ...lines.map(({ text, line = null }, place) =>
      nodeOf({
        key: `${key}\n${path}\n${place}`,
        target: { kind: 'source', path, title, line },
        title,
        detail: text,
      }),
    ),
    ...(lineCount > lines.length
      ? [wordsNode(`${key}\n${path}`, WORDS.moreLines(lineCount - lines.length, title))]
      : []),
  ]);
  return [...nodes, ...restNode(total - notes.length, `${key}\n`)];
}

/** The notes related to one. */
export function relatedNodes(key: string, notes: readonly RelatedNote[]): TreeNode[] {
  if (notes.length === 0) return [wordsNode(key, WORDS.nothingRelated)];
  return notes.map(({ path, title, similar }) =>
    nodeOf({
      key: `${key}\n${path}`,
      target: { kind: 'note', path, title },
      title,
      detail: similar?.text ?? '',
    }),
  );
}

function nodesOf(list: 'unresolved' | 'unlinked' | 'copies', input: ListNodesInput): TreeNode[] {
  const { whole, open } = input;
  if (list === 'unresolved') {
    return whole.unresolved.rows.map(({ path, title, links }) =>
      nodeOf({
        key: path,
        target: { kind: 'missing', name: title },
        title,
        aside: WORDS.links(links),
        isDim: isDim(path, input),
        isOpen: open.has(path),
        below: belowNodes(path, input),
      }),
    );
  }
  if (list === 'unlinked') {
    return whole.unlinked.rows.map((note) => ({
      ...noteNode(note, note.path, input),
      isOpen: open.has(note.path),
      below: belowNodes(note.path, input),
    }));
  }
  return whole.copies.rows.flatMap((group): TreeNode[] => {
    const [first] = group;
    if (first === undefined) return [];
    const key = `copies\n${first.path}`;
    const below = group.map((note) => noteNode(note, `${key}\n${note.path}`, input));
    const [title, aside] = [first.title, WORDS.notes(group.length)];
    return [nodeOf({ key, target: { kind: 'group' }, title, aside, isOpen: open.has(key), below })];
  });
}

function noteNode({ path, title }: NoteRef | NoteOrStubRef, key: string, { marks }: ListNodesInput): TreeNode {
  return nodeOf({
    key,
    target: { kind: 'note', path, title },
    title,
    isActive: marks.active.has(path),
    isDim: isDim(path, { marks }),
  });
}

function isDim(path: string, { marks }: Pick<ListNodesInput, 'marks'>): boolean {
  return marks.found !== null && !marks.found.has(path);
}

function belowNodes(key: string, { below }: ListNodesInput): readonly TreeNode[] {
  const known = below.get(key) ?? 'waiting';
  if (known === 'waiting') return [wordsNode(key, WORDS.loading)];
  if ('nodes' in known) return known.nodes;
  const { error } = known;
  return [wordsNode(key, WORDS.rowFailed(messageOf(error)))];
}

function wordsNode(key: string, title: string): TreeNode {
  return nodeOf({ key: `${key}\nwords`, target: { kind: 'words' }, title });
}

function restNode(left: number, below = ''): TreeNode[] {
  return left <= 0 ? [] : [nodeOf({ key: `${below}rest`, target: { kind: 'words' }, title: WORDS.andMore(left) })];
}
