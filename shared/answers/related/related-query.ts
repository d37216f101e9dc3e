import type { RelatedInput, RelatedNote, RelatedOutput } from '../../protocol/schemas/related.ts';
import { neighboursOf, sharedLinks, type SharedLinks } from '../../graph/shared-links.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { isCanvasPath } from '../../notes/canvas.ts';
import { headingsAbove } from '../../notes/chunk-heading.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { excerptsFor } from '../../search/words/excerpts/excerpt.ts';
import type { Answer, AnswerParts } from '../answer-parts.ts';
import { folderMeant, isInFolder } from '../in-folder.ts';
import { showNode } from '../shown-notes.ts';
import { foldCopies, type FoldedNote } from './fold-copies.ts';
import { rankRelated } from './related-ranking.ts';
import { similarNotes } from './similar-notes.ts';

/** Candidates of each ranking. */
const MOST_LINKED = 100;
const SHOWN_LINKS = 3;
const MAX_TEXT = 240;
const beginningOf = excerptsFor('');

/**
 * Answers what the pane of related notes asks: what is like a note or a text, what shares links with the note, and why.
 */
export const related: Answer<RelatedInput, RelatedOutput> = async (parts, input) => {
  const index = await parts.ready();
  const note = input.path === undefined ? null : await parts.fresh.at(input.path);
  const linked = note === null ? new Set<string>() : neighboursOf(index.graph, note.path);
  const { folded, shared, passages, by } = await relatedTo(parts, note, {
    isWanted: wanted(index, input, linked),
    limit: input.limit,
    text: input.text,
  });
  const notes = await Promise.all(
    folded.map(async ({ record, isCopy, copies }): Promise<RelatedNote> => {
      const chunk = passages.get(record.path);
      return {
        path: record.path,
        title: record.title,
        ...(chunk === undefined ? {} : { similar: await passageOf(parts, record, chunk) }),
        ...sharedOf(index, note, shared.get(record.path)),
        ...(linked.has(record.path) ? { linked: true } : {}),
        ...(isCopy ? { copy: true } : {}),
        ...(copies.length === 0 ? {} : { copies: copies.map(({ path, title }) => ({ path, title })) }),
      };
    }),
  );
  const embedded = parts.embedded();
  return {
    notes,
    similarBy: by,
    ...(embedded === null || embedded >= 1 ? {} : { embedded: Math.floor(embedded * 10_000) / 10_000 }),
  };
};

/** Notes related to another, or to a text, in order. */
export interface RelatedOrder {
  folded: FoldedNote[];
  /** What each shares with the note, by path. */
  shared: ReadonlyMap<string, SharedLinks>;
  /** The chunk of each that is most like it, by path. */
  passages: ReadonlyMap<string, number>;
  by: RelatedOutput['similarBy'];
}

/** Ranks the notes that search includes by what they have in common with a note or a text. */
export async function relatedTo(
  parts: AnswerParts,
  note: NoteRecord | null,
  { isWanted, limit, text }: { isWanted: (record: NoteRecord) => boolean; limit: number; text?: string | undefined },
): Promise<RelatedOrder> {
  const { index } = parts;
  const isCandidate = (record: NoteRecord | undefined): boolean =>
    record !== undefined &&
    takesPartInSearch(record) &&
    !isCanvasPath(record.path) &&
    record.path !== note?.path &&
    index.note(record.path) !== undefined &&
    isWanted(record);
  const shared =
    note === null
      ? []
      : await parts.slicer.run(
          sharedLinks(index.graph, note.path, {
            isShown: (key) => showNode(index, key) !== null,
            isWanted: (key) => isCandidate(index.note(key)),
            limit: MOST_LINKED,
          }),
        );
  const similar = await similarNotes(parts, note, text, isCandidate);
  const order = rankRelated([...similar.rankings, { role: 'links', paths: shared.map(({ key }) => key) }]);
  const records = order.flatMap((path) => index.note(path) ?? []);
  return {
    folded: await foldCopies(note, records, { copies: parts.copies, likeness: similar.likeness }, limit),
    shared: new Map(shared.map((row) => [row.key, row])),
    passages: similar.passages,
    by: similar.by,
  };
}

function wanted(
  index: NoteIndex,
  { hideLinked, folders }: RelatedInput,
  linked: ReadonlySet<string>,
): (record: NoteRecord) => boolean {
  const within = folders?.map((folder) => folderMeant(index, folder));
  return ({ path }) =>
    !(hideLinked && linked.has(path)) && (within === undefined || within.some((folder) => isInFolder(path, folder)));
}

async function passageOf(
  { readChunk }: AnswerParts,
  record: NoteRecord,
  chunk: number,
): Promise<NonNullable<RelatedNote['similar']>> {
  const line = record.chunks[chunk]?.startLine ?? 1;
  const above = headingsAbove(record, chunk).map(({ text }) => text);
  return { heading: above.at(-1) ?? null, above, text: beginningOf(await readChunk(record.id, chunk), MAX_TEXT), line };
}

function sharedOf(
  index: NoteIndex,
  note: NoteRecord | null,
  shared: SharedLinks | undefined,
): Pick<RelatedNote, 'sharedLinks' | 'sharedCounts'> {
  if (note === null || shared === undefined) return {};
  const { key, through } = shared;
  const [own, other] = [waysOf(index, note.path), waysOf(index, key)];
  const links: NonNullable<RelatedNote['sharedLinks']> = [];
  const counts = { to: 0, from: 0, through: 0 };
  for (const via of through) {
    const to = own.to.has(via) && other.to.has(via);
    const from = own.from.has(via) && other.from.has(via);
    if (to) counts.to++;
    if (from) counts.from++;
    if (!to && !from) counts.through++;
    const ref = links.length < SHOWN_LINKS ? showNode(index, via) : null;
    if (ref !== null) links.push({ ...ref, way: to ? 'to' : from ? 'from' : 'through' });
  }
  return { sharedLinks: links, sharedCounts: counts };
}

/** What a note links to, and what links to it. */
function waysOf({ graph }: NoteIndex, key: string): Record<'to' | 'from', ReadonlySet<string>> {
  const [to, from] = [new Set<string>(), new Set<string>()];
  graph.forEachOutgoing(key, (target) => to.add(target));
  graph.forEachIncoming(key, (source) => from.add(source));
  return { to, from };
}
