import { isRecord } from '../../kit/json/is-record.ts';

/** Fields that hold text of the note of their object; names, tags and counts do not count as text. */
const TEXTS = new Set([
  'aliases',
  'chunkExcerpt',
  'chunkHeading',
  'content',
  'context',
  'diff',
  'excerpt',
  'frontmatter',
  'headings',
  'lines',
  'matches',
  'passages',
  'properties',
  'selection',
  'tasks',
  'text',
  'value',
  'wouldAppend',
]);
/**
 * The notes whose text is in a tool's answer: content, excerpts, contexts and properties, not names alone. It knows the
 * fields, not the tools, so that a new tool is covered too.
 */
export function notesShown(answer: unknown): string[] {
  const shown = new Set<string>();
  visit(answer, null, shown);
  return [...shown];
}

function visit(value: unknown, owner: string | null, shown: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, owner, shown);
    return;
  }
  if (!isRecord(value)) return;
  // A chain's link, with the line of the note that holds it.
  if (typeof value.source === 'string' && typeof value.target === 'string') {
    if (hasText(value.context)) shown.add(value.source);
    return;
  }
  // A row of a base: the columns are the note's properties.
  if (isRecord(value.file) && typeof value.file.path === 'string') {
    if (Object.keys(value).length > 1) shown.add(value.file.path);
    return;
  }
  const path = pathOf(value) ?? owner;
  for (const [key, field] of Object.entries(value)) {
    if (key === 'next_actions') continue;
    if (TEXTS.has(key) && path !== null && hasText(field)) shown.add(path);
    if (key === 'rows' && Array.isArray(field)) addTableRows(field, shown);
    if (key !== 'outgoing' || !Array.isArray(field)) visit(field, path, shown);
    // Named with the lines of the note that links to them.
    else if (path !== null && field.some((item) => isRecord(item) && hasText(item.context))) shown.add(path);
  }
}

function pathOf({ path, link }: Record<string, unknown>): string | null {
  if (typeof path === 'string') return path.startsWith('_stub/') ? null : path;
  return typeof link === 'string' ? link : null;
}

/** A query's table names its note in the first cell, if at all. */
function addTableRows(rows: readonly unknown[], shown: Set<string>): void {
  for (const row of rows) {
    const first: unknown = Array.isArray(row) && row.length > 1 ? row[0] : null;
    if (typeof first === 'string' && first.endsWith('.md')) shown.add(first);
  }
}

function hasText(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  if (Array.isArray(value)) return value.length > 0;
  return isRecord(value) ? Object.keys(value).length > 0 : value !== null && value !== undefined;
}
