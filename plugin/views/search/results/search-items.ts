import type { BoxPassage, BoxRow } from '../../../../shared/protocol/schemas/search-box.ts';
import { nameOf } from '../../notes/name-of.ts';
import { answeredPathAfterRename } from '../../notes/ref-after-rename.ts';

/** What a row of the list stands for. */
export type SearchItem =
  | { kind: 'search'; query: string }
  | { kind: 'recent'; path: string }
  | { kind: 'note' | 'passage'; row: BoxRow; passage: BoxPassage };

/** The rows of an answer. Below the note whose path is `expanded` come its further passages. */
export function itemsOf(rows: readonly BoxRow[], expanded: string | null): SearchItem[] {
  return rows.flatMap((row) => {
    const [best, ...others] = row.passages;
    if (best === undefined) return [];
    const note: SearchItem = { kind: 'note', row, passage: best };
    if (row.path !== expanded) return [note];
    return [note, ...others.map((passage): SearchItem => ({ kind: 'passage', row, passage }))];
  });
}

const MOST_SEARCHES = 5;

/** What is offered before anything is typed. */
export function itemsBeforeTyping(searches: readonly string[], recentPaths: readonly string[]): SearchItem[] {
  return [
    ...searches.slice(0, MOST_SEARCHES).map((query): SearchItem => ({ kind: 'search', query })),
    ...recentPaths.map((path): SearchItem => ({ kind: 'recent', path })),
  ];
}

/**
 * A later, better answer to the same query, in which no row down to the chosen one moves. `stay` is how many rows that
 * is; they keep their passages, which are on screen.
 */
export function mergeRows(shown: readonly BoxRow[], arrived: readonly BoxRow[], stay: number): BoxRow[] {
  const kept = shown.slice(0, stay);
  const paths = new Set(kept.map(({ path }) => path));
  return [...kept, ...arrived.filter(({ path }) => !paths.has(path))];
}

/** The same key for rows that stand for the same. */
export function keyOf(item: SearchItem): string {
  if (item.kind === 'search') return `search ${item.query}`;
  return item.kind === 'recent' ? `note ${item.path}` : `${item.kind} ${item.row.path} ${place(item)}`;
}

/** One line may hold several passages. */
function place({ kind, row, passage }: Extract<SearchItem, { row: BoxRow }>): string {
  if (kind === 'note') return '';
  const nth = row.passages.filter(({ line }) => line === passage.line).indexOf(passage);
  return nth > 0 ? `${passage.line} ${nth}` : String(passage.line);
}

/** The passage that a row leads to; null for the top of its note. */
export function passageOf(item: SearchItem): BoxPassage | null {
  return 'passage' in item && item.passage.isBeginning !== true ? item.passage : null;
}

/**
 * The heading that is named as the place of a passage; null if there is none to name. The one above a note's first
 * lines is often its title, and one of which nothing is seen, such as a lone tag of HTML, has no text.
 */
export function headingNamed(
  { title }: Pick<BoxRow, 'title'>,
  { heading }: Pick<BoxPassage, 'heading'>,
): string | null {
  return heading === null || heading.trim() === '' || heading === title ? null : heading;
}

/** Of a canvas, the text of the cards is found; its file has no lines that a person knows. */
export function isCanvas(path: string): boolean {
  return /\.canvas$/iu.test(path);
}

/** Whether the search finds files of this kind: the app also opens others, such as pictures. */
export function isSearched(path: string): boolean {
  return /\.md$/iu.test(path) || isCanvas(path);
}

/** The path of the note that a row stands for. */
export function pathOf(item: SearchItem): string | null {
  if (item.kind === 'search') return null;
  return item.kind === 'recent' ? item.path : item.row.path;
}

/** An item whose note, or a folder that it lies in, was renamed. */
export function itemAfterRename(item: SearchItem, from: string, to: string): SearchItem {
  if (item.kind === 'search') return item;
  if (item.kind === 'recent') return { ...item, path: answeredPathAfterRename(item.path, from, to) };
  return { ...item, row: rowAfterRename(item.row, from, to) };
}

/** The rows of an answer, likewise. */
export function rowsAfterRename(rows: BoxRow[], from: string, to: string): BoxRow[] {
  return rows.map((row) => rowAfterRename(row, from, to));
}

/** A title that was the file's name becomes its new name. */
function rowAfterRename(row: BoxRow, from: string, to: string): BoxRow {
  const path = answeredPathAfterRename(row.path, from, to);
  const name = nameOf(path);
  if (row.title !== nameOf(row.path) || row.title === name) return { ...row, path };
  return { ...row, path, title: name, titleRanges: [] };
}

/** Whether no word of the query is in the note. */
export function isByMeaning({ matchedBy }: BoxRow): boolean {
  return matchedBy.includes('semantic') && !matchedBy.includes('fulltext');
}
