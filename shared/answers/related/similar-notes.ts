import { searchedText } from '../../markdown/text-marks.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { NoteLikeness } from '../../meaning/like-notes.ts';
import type { MeaningHit, MeaningRanking } from '../../meaning/meaning.ts';
import { READABLE } from '../../search/ranking/english-share.ts';
import type { RelatedOutput } from '../../protocol/schemas/related.ts';
import type { AnswerParts } from '../answer-parts.ts';
import type { RelatedRanking } from './related-ranking.ts';

/**
 * Notes whose text is like a note or a text, in several orders, and the chunk of each, by path, that is most like it.
 */
export interface SimilarNotes {
  by: RelatedOutput['similarBy'];
  rankings: RelatedRanking[];
  passages: ReadonlyMap<string, number>;
  /** Says which notes may be near copies; null if nothing can. */
  likeness: NoteLikeness | null;
}

type IsWanted = (record: NoteRecord) => boolean;

const MOST_SIMILAR = 100;
/** Of the notes most alike as wholes, those whose passages are compared. */
const MOST_COMPARED = 50;
/** How long a text waits for the model. */
const MODEL_WAIT_MS = 5_000;
/** Of a note without vectors, this much is looked for by its words. */
const WORDS_LENGTH = 1_500;
const LEAST_LIKENESS = 0.1;

/** Compares by vectors if there are any, else by words. */
export async function similarNotes(
  parts: AnswerParts,
  note: NoteRecord | null,
  text: string | undefined,
  isWanted: IsWanted,
): Promise<SimilarNotes> {
  if (text !== undefined) return similarToText(parts, text, isWanted);
  if (note === null) return byWords(parts, '', null, isWanted);
  const likenesses = await parts.likeNotes.of(note);
  const [first] = likenesses;
  if (first === undefined) return byWords(parts, await wordsOf(parts, note), await parts.likeNotes.ofMost(), isWanted);
  const found = await Promise.all(likenesses.map((likeness) => byVectors(likeness, note, isWanted)));
  return {
    by: first.kind === 'sentences' ? 'model' : 'learned',
    rankings: found.flatMap(({ rankings }) => rankings),
    passages: new Map(found.reverse().flatMap(({ passages }) => [...passages])),
    likeness: first,
  };
}

async function byVectors(
  likeness: NoteLikeness,
  note: NoteRecord,
  isWanted: IsWanted,
): Promise<Pick<SimilarNotes, 'rankings' | 'passages'>> {
  const near = likeness.nearest(note, MOST_SIMILAR, isWanted).filter(({ score }) => score > LEAST_LIKENESS);
  const compared = near.slice(0, MOST_COMPARED).map(({ record }) => record);
  const pairs = await likeness.passages(note, compared);
  const scoreOf = ({ path }: NoteRecord): number => pairs.get(path)?.score ?? -1;
  const byPassage = [...compared].sort((a, b) => scoreOf(b) - scoreOf(a));
  return {
    rankings: [
      { role: likeness.kind, paths: near.map(({ record }) => record.path) },
      { role: `${likeness.kind}-passage`, paths: byPassage.map(({ path }) => path) },
    ],
    passages: new Map([...pairs].map(([path, { chunk }]) => [path, chunk])),
  };
}

/** A text has no stored passage, so the model has to read it. */
async function similarToText(parts: AnswerParts, text: string, isWanted: IsWanted): Promise<SimilarNotes> {
  const asked = parts.meaning.ask(text, isWanted);
  const sentences =
    asked.readable(asked.readableShare) >= READABLE && asked.caughtUp > 0
      ? await asked.sentences(MODEL_WAIT_MS * asked.caughtUp)
      : null;
  const ranking: MeaningRanking | null = sentences ?? (await asked.terms());
  const likeness = await parts.likeNotes.ofMost();
  const hits = ranking?.notes(MOST_SIMILAR, 'best-two') ?? [];
  if (ranking === null || hits.length === 0) return byWords(parts, text, likeness, isWanted);
  const best = ranking.notes(MOST_COMPARED, 'best');
  const kind = sentences === null ? 'terms' : 'sentences';
  return {
    by: sentences === null ? 'learned' : 'model',
    rankings: [
      { role: kind, paths: hits.map(({ record }) => record.path) },
      { role: `${kind}-passage`, paths: best.map(({ record }) => record.path) },
    ],
    passages: chunksOf(hits),
    likeness,
  };
}

function byWords(
  { index }: AnswerParts,
  text: string,
  likeness: NoteLikeness | null,
  isWanted: IsWanted,
): SimilarNotes {
  const filter = (id: number): boolean => {
    const record = index.noteById(id);
    return record !== undefined && isWanted(record);
  };
  const hits = index.fulltext
    .search(unquoted(text), { limit: MOST_COMPARED, filter, order: index.comparePaths })
    .flatMap(({ id, chunk, score }) => {
      const record = index.noteById(id);
      return record === undefined ? [] : [{ record, chunk, score }];
    });
  return {
    by: hits.length === 0 ? null : 'words',
    rankings: [{ role: 'words', paths: hits.map(({ record }) => record.path) }],
    passages: chunksOf(hits),
    likeness,
  };
}

/** What a note is about, as words to look for: its names, its headings, its beginning. */
async function wordsOf({ readChunk }: AnswerParts, note: NoteRecord): Promise<string> {
  const headings = note.headings.map(({ text }) => text);
  const lead = note.chunkCount === 0 ? '' : searchedText(await readChunk(note.id, 0));
  return [note.title, ...note.aliases, lead, ...headings].join('\n').slice(0, WORDS_LENGTH);
}

/** Quoted words would have to be found together. */
function unquoted(text: string): string {
  return text.replace(/["\u201c\u201d\u201e*]/g, ' ');
}

function chunksOf(hits: readonly MeaningHit[]): Map<string, number> {
  return new Map(hits.map(({ record, chunk }) => [record.path, chunk]));
}
