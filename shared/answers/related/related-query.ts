import type { RelatedInput, RelatedNote, RelatedOutput } from '../../protocol/schemas/related.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { neighboursOf, sharedLinks, type SharedLinks } from '../../graph/shared-links.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { shorten } from '../../kit/text/shorten.ts';
import { isCanvasPath } from '../../notes/canvas.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { Answer, AnswerParts } from '../answer-parts.ts';
import { isInFolder, normaliseFolder } from '../in-folder.ts';
import { showNode } from '../shown-notes.ts';
import { foldCopies } from './fold-copies.ts';
import { rankRelated } from './related-ranking.ts';
import { similarNotes } from './similar-notes.ts';

/** Candidates of each ranking. */
const MOST_LINKED = 100;
const SHOWN_LINKS = 3;
const MAX_TEXT = 240;

/** Answers what the pane of related notes asks: what is like a note or a text, what shares links with the note, and why. */
export const related: Answer<RelatedInput, RelatedOutput> = async (parts, input) => {
  const index = await parts.ready();
  const note = input.path === undefined ? null : await noteAt(parts, input.path);
  const linked = note === null ? new Set<string>() : neighboursOf(index.graph, note.path);
  const isWanted = wanted(index, input, note, linked);
  const shared =
    note === null
      ? []
      : sharedLinks(
          index.graph,
          note.path,
          (key) => showNode(index, key) !== null,
          (key) => isWanted(index.note(key)),
        ).slice(0, MOST_LINKED);
  const similar = await similarNotes(parts, note, input.text, isWanted);
  const order = rankRelated([...similar.rankings, { role: 'links', paths: shared.map(({ key }) => key) }]);
  const byPath = new Map(shared.map((row) => [row.key, row]));
  const records = order.flatMap((path) => index.note(path) ?? []);
  const folded = foldCopies(note, records, similar.likeness, input.limit);
  const notes = await Promise.all(
    folded.map(async ({ record, isCopy, copies }): Promise<RelatedNote> => {
      const chunk = similar.passages.get(record.path);
      return {
        path: record.path,
        title: record.title,
        ...(chunk === undefined ? {} : { similar: await passageOf(parts, record, chunk) }),
        ...sharedOf(index, note, byPath.get(record.path)),
        ...(linked.has(record.path) ? { linked: true } : {}),
        ...(isCopy ? { copy: true } : {}),
        ...(copies.length === 0 ? {} : { copies: copies.map(({ path, title }) => ({ path, title })) }),
      };
    }),
  );
  const embedded = parts.embedded();
  return {
    notes,
    similarBy: similar.by,
    ...(embedded === null || embedded >= 1 ? {} : { embedded: Math.floor(embedded * 10_000) / 10_000 }),
  };
};

async function noteAt({ fresh }: AnswerParts, name: string): Promise<NoteRecord> {
  const { path } = await fresh.find(name);
  if (path === undefined)
    throw new VaultLoomError('note_not_found', `"${name.slice(0, 120)}" is a link target without a note.`);
  return fresh.record(path);
}

function wanted(
  index: NoteIndex,
  { hideLinked, folders }: RelatedInput,
  note: NoteRecord | null,
  linked: ReadonlySet<string>,
): (record: NoteRecord | undefined) => boolean {
  const within = folders?.map(normaliseFolder);
  return (record) =>
    record !== undefined &&
    takesPartInSearch(record) &&
    !isCanvasPath(record.path) &&
    record.path !== note?.path &&
    !(hideLinked && linked.has(record.path)) &&
    (within === undefined || within.some((folder) => isInFolder(record.path, folder))) &&
    index.note(record.path) !== undefined;
}

async function passageOf(
  { readChunk }: AnswerParts,
  record: NoteRecord,
  chunk: number,
): Promise<NonNullable<RelatedNote['similar']>> {
  const line = record.chunks[chunk]?.startLine ?? 1;
  const heading = record.headings.findLast((candidate) => candidate.line <= line);
  const text = (await readChunk(record.id, chunk)).replace(/\s+/g, ' ').trim();
  return { heading: heading?.text ?? null, text: shorten(text, MAX_TEXT), line };
}

function sharedOf(
  index: NoteIndex,
  note: NoteRecord | null,
  shared: SharedLinks | undefined,
): Pick<RelatedNote, 'sharedLinks' | 'sharedTotal'> {
  if (note === null || shared === undefined) return {};
  const { key, through } = shared;
  const { graph } = index;
  const links = through.slice(0, SHOWN_LINKS).flatMap((via) => {
    const ref = showNode(index, via);
    if (ref === null) return [];
    const to = graph.linkCount(note.path, via) > 0 && graph.linkCount(key, via) > 0;
    const from = graph.linkCount(via, note.path) > 0 && graph.linkCount(via, key) > 0;
    return [{ ...ref, way: to ? ('to' as const) : from ? ('from' as const) : ('through' as const) }];
  });
  return { sharedLinks: links, ...(through.length > links.length ? { sharedTotal: through.length } : {}) };
}
