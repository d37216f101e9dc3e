import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { escapePattern } from '../../kit/text/escape-pattern.ts';
import { judgePattern } from '../../kit/patterns/pattern-judge.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { MapFoundInput, MapFoundOutput } from '../../protocol/schemas/map.ts';
import { piecesOf } from '../../search/words/query.ts';
import { isStopWord } from '../../search/words/terms/stop-words.ts';
import type { Answer, AnswerParts } from '../answer-parts.ts';
import { charactersOf } from '../search/lines/query-characters.ts';
import { matchingLines } from '../search/lines/matching-lines.ts';
import { typedPath } from '../search/named/typed-path.ts';
import { filterOf } from '../search-box/box-filter.ts';
import { readBoxQuery, withOpenEnd } from '../search-box/box-query.ts';

const MOST_PLACES = 10_000;
const MOST_PIECES = 16;
const NOTES_A_PAUSE = 500;
/** Without Chinese and Japanese letters, two of which are a whole word. */
const SHORT_BEGINNING =
  /^(?:\p{L}|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\P{L}]{2})\*$/u;

type IsFound = (record: NoteRecord) => boolean;

/**
 * Answers where on the map the notes are that have the words. Unlike a search it ranks nothing and reads no note for
 * its rows, so it can give all of them; and since none comes first, a note must have each of the words.
 */
export const mapFound: Answer<MapFoundInput, MapFoundOutput> = async (parts, { query }) => {
  const index = await parts.ready();
  const { text, conditions } = readBoxQuery(query);
  const meets = filterOf(index, conditions);
  const isWanted: IsFound = (record) => takesPartInSearch(record) && meets?.(record) !== false;
  const characters = charactersOf(text);
  let isPart = false;
  let isFound: IsFound;
  if (characters !== null) {
    const inLines = await notesWithCharacters(parts, index, characters, isWanted);
    isPart = inLines.isCut;
    isFound = (record) => record.title.includes(characters) || inLines.notes.has(record);
  } else if (text !== '') isFound = await withWords(parts, index, query, text);
  else isFound = () => meets !== undefined;
  const paths: string[] = [];
  let looked = 0;
  for (const record of index.notes()) {
    if (++looked % NOTES_A_PAUSE === 0) await parts.slicer.pause();
    if (!isFound(record) || !isWanted(record)) continue;
    isPart ||= paths.length === MOST_PLACES;
    if (paths.length < MOST_PLACES) paths.push(record.path);
  }
  return { ...(await parts.map.places(paths, parts.slicer)), words: text, ...(isPart ? { isPart } : {}) };
};

/** The last word may be the beginning of one, unless a blank follows it. All may be the path of a note. */
async function withWords({ slicer }: AnswerParts, index: NoteIndex, query: string, text: string): Promise<IsFound> {
  const pieces = piecesOf(text)
    .slice(0, MOST_PIECES)
    .map(({ written }) => written);
  const last = pieces.at(-1) ?? '';
  const open = withOpenEnd(query, last);
  const telling = pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece) && !isStopWord(piece.toLowerCase()));
  const each: ReadonlySet<number>[] = [];
  for (const piece of telling.length > 0 ? telling : pieces) {
    const longer = piece === last && open !== null ? await beginning(slicer, index, open) : [];
    each.push(new Set([...index.fulltext.notesWithWhole(piece), ...longer]));
    await slicer.pause();
  }
  const place = typedPath(text, open !== null);
  return ({ id, path }) => each.every((ids) => ids.has(id)) || place?.isAt(path) === true;
}

/** The notes with a beginning. One of a letter or two may be that of thousands of words, which are read one by one. */
function beginning(slicer: Slicer, index: NoteIndex, open: string): Promise<ReadonlySet<number>> | ReadonlySet<number> {
  return SHORT_BEGINNING.test(open) ? slicer.run(index.fulltext.notesWith(open)) : index.fulltext.notesWithWhole(open);
}

async function notesWithCharacters(
  { source, slicer }: AnswerParts,
  index: NoteIndex,
  characters: string,
  filter: IsFound,
): Promise<{ notes: ReadonlySet<NoteRecord>; isCut: boolean }> {
  const { lines, isCut } = await matchingLines(
    { index, read: (path) => source.read(path), slicer },
    { judged: judgePattern(escapePattern(characters), ''), filter, most: MOST_PLACES, mostOfNote: 1 },
  );
  return { notes: new Set(lines.map(({ record }) => record)), isCut };
}
