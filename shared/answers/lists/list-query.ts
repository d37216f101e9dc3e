import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { compareNames } from '../../kit/text/compare-names.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { FrontmatterValue } from '../../markdown/parsed-note.ts';
import { valueAt } from '../../notes/note-properties.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { isStubGraphKey, type Stub } from '../../notes/stubs.ts';
import type { ListedNote, ListNotesInput, ListNotesOutput } from '../../protocol/schemas/find.ts';
import type { Answer, AnswerParts } from '../answer-parts.ts';
import { folderMeant, isInFolder } from '../in-folder.ts';
import { filterHints } from '../search/hints/filter-hints.ts';
import { linkFacts, type LinkFacts } from '../kept/link-facts.ts';
import { noteRows, type NoteRow } from '../kept/note-rows.ts';
import { isoTime, showNode } from '../shown-notes.ts';
import { vaultTallies } from '../kept/vault-tallies.ts';
import { acceptedRows } from './accepted-rows.ts';
import { rowFilter } from './note-filter.ts';
import { sortedPage } from './page.ts';
import { hintsOfWhere } from './hints-of-where.ts';
import { hasOrder } from './order-hints.ts';
import { sortHint, tagsIn } from './where-hints.ts';
import { bySortKey, propertySortKey, type SortKey } from './sort-keys.ts';

/** Answers `list_notes`, with a hint if a filter or `sort` names something that does not exist, or nothing is found. */
export const listNotes: Answer<ListNotesInput, ListNotesOutput> = async (parts, input) => {
  const index = await parts.ready();
  const sort = sortBy(index, input.sort);
  const compare = bySortKey(
    (input.order ?? sort.order) === 'desc',
    input.sort === 'path' ? compareCodeUnits : compareNames,
  );
  const found = await foundRows(parts, index, input);
  const stubs = stubsFor(index, input);
  const rows: Row[] = found.map(({ record }) => ({ path: record.path, record, key: sort.ofNote(record) }));
  if (stubs !== null)
    for (const stub of (await linkFacts(parts, index)).stubs)
      if (stubs(stub)) rows.push({ path: stub.path, stub, key: sort.ofStub(stub) });
  const { page, ...rest } = sortedPage(
    rows,
    (a, b) => compare(a.key, b.key) || compareCodeUnits(a.path, b.path),
    input,
  );
  const hints = await hintsFor(parts, index, input, rows.length);
  return {
    notes: page.map((row) => ('stub' in row ? listedStub(row.stub) : listedNote(index, row.record, input))),
    ...rest,
    ...(hints.length === 0 ? {} : { hint: hints.join(' ') }),
  };
};

async function hintsFor(parts: AnswerParts, index: NoteIndex, input: ListNotesInput, found: number): Promise<string[]> {
  const isOwn = sortBy(index, input.sort).isOwn === true;
  if (found > 0 && isOwn && !hasOrder(input.where)) return [];
  const { properties } = await vaultTallies(parts, index);
  const sort = isOwn ? null : sortHint(properties, propertyName(input.sort));
  return [
    ...(found > 0 ? [] : await filterHints(parts, { ...input, tags: tagsIn(input.where) }, 'list')),
    ...(await hintsOfWhere(parts, index, input.where, found)),
    ...(sort === null ? [] : [sort]),
  ];
}

type Row = { path: string; key: SortKey } & ({ record: NoteRecord } | { stub: Stub });

async function foundRows(parts: AnswerParts, index: NoteIndex, input: ListNotesInput): Promise<readonly NoteRow[]> {
  const accepts = rowFilter(index, input);
  const all = (await noteRows(parts, index)).list();
  const { links } = input;
  const accepted = await acceptedRows(parts, all, accepts);
  if (links === undefined) return accepted;
  const facts = await linkFacts(parts, index);
  return acceptedRows(parts, accepted, ({ record }) => hasLinks(index, facts, record, links));
}

/** Which stubs are listed; null if none are. They have neither tags nor times, and no links of their own. */
function stubsFor(
  index: NoteIndex,
  { includeStubs, directory, tag, modifiedAfter, modifiedBefore, links, where }: ListNotesInput,
): ((stub: Stub) => boolean) | null {
  if (!includeStubs || [tag, modifiedAfter, modifiedBefore, links, where].some((filter) => filter !== undefined))
    return null;
  const folder = folderMeant(index, directory ?? '');
  return (stub) => isInFolder(stub.path, folder);
}

/** Whether a note's links are of this kind. Links of hidden notes do not count. */
function hasLinks(
  index: NoteIndex,
  facts: LinkFacts,
  { path }: NoteRecord,
  kind: NonNullable<ListNotesInput['links']>,
): boolean {
  switch (kind) {
    case 'none':
      return countIncoming(index, path) === 0 && !hasOutgoing(index, path);
    case 'no_incoming':
      return countIncoming(index, path) === 0;
    case 'no_outgoing':
      return !hasOutgoing(index, path);
    case 'unresolved':
      return facts.hasMissingNote(path);
  }
}

function countIncoming(index: NoteIndex, key: string): number {
  if (index.tally.hidden === 0) return index.graph.inDegree(key);
  let shown = 0;
  index.graph.forEachIncoming(key, (source) => {
    if (index.source(source)?.visibility !== 'hidden') shown++;
  });
  return shown;
}

function hasOutgoing(index: NoteIndex, path: string): boolean {
  if (index.graph.outDegree(path) === 0) return false;
  return index.graph
    .outgoing(path)
    .some((key) => (isStubGraphKey(key) ? showNode(index, key) !== null : index.source(key)?.visibility !== 'hidden'));
}

interface Sort {
  /** Not by a property. */
  isOwn?: true;
  /** The default order. */
  order: 'asc' | 'desc';
  ofNote(record: NoteRecord): SortKey;
  ofStub(stub: Stub): SortKey;
}

function sortBy(index: NoteIndex, name: string): Sort {
  const missing = (): null => null;
  switch (name) {
    case 'path':
      return { isOwn: true, order: 'asc', ofNote: ({ path }) => path, ofStub: ({ path }) => path };
    case 'title':
      return {
        isOwn: true,
        order: 'asc',
        ofNote: ({ title }) => title.toLowerCase(),
        ofStub: ({ title }) => title.toLowerCase(),
      };
    case 'modified':
      return { isOwn: true, order: 'desc', ofNote: ({ mtimeMs }) => mtimeMs, ofStub: missing };
    case 'created':
      return { isOwn: true, order: 'desc', ofNote: ({ createdMs }) => createdMs, ofStub: missing };
    case 'words':
      return { isOwn: true, order: 'desc', ofNote: ({ words }) => words, ofStub: missing };
    case 'incoming':
      return {
        isOwn: true,
        order: 'desc',
        ofNote: ({ path }) => countIncoming(index, path),
        ofStub: ({ key }) => countIncoming(index, key),
      };
    default:
      return {
        order: 'asc',
        ofNote: (record) => propertySortKey(valueAt(record, propertyName(name))),
        ofStub: missing,
      };
  }
}

/** `note.created` is the property of that name, which is otherwise hidden by the file's own. */
function propertyName(name: string): string {
  return name.startsWith('note.') ? name.slice('note.'.length) : name;
}

function listedNote(index: NoteIndex, record: NoteRecord, { sort, properties = [] }: ListNotesInput): ListedNote {
  const { path, title, tags, mtimeMs, size } = record;
  const values = valuesOf(record, properties);
  return {
    path,
    title,
    tags,
    modified: isoTime(mtimeMs),
    size,
    ...(sort === 'created' ? { created: isoTime(record.createdMs) } : {}),
    ...(sort === 'words' ? { words: record.words } : {}),
    ...(sort === 'incoming' ? { incoming: countIncoming(index, path) } : {}),
    ...(Object.keys(values).length === 0 ? {} : { properties: values }),
  };
}

function listedStub({ path, title }: Stub): ListedNote {
  return { path, title, stub: true };
}

function valuesOf(record: NoteRecord, names: readonly string[]): Record<string, FrontmatterValue> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = valueAt(record, propertyName(name));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
