import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { filterSteps } from '../../kit/concurrency/long-lists.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { escapePattern } from '../../kit/text/escape-pattern.ts';
import { judgePattern } from '../../kit/patterns/pattern-judge.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { BoxPassage, BoxRow } from '../../protocol/schemas/search-box.ts';
import type { AnswerParts } from '../answer-parts.ts';
import { matchingLines } from '../search/lines/matching-lines.ts';
import { beginningOf, passageOfLine } from './line-passages.ts';

export interface WantedRows {
  filter: ((record: NoteRecord) => boolean) | undefined;
  limit: number;
  /** Most of a note. */
  passages: number;
}

/**
 * The notes with these characters: those with them in the title, then the others, by path. Each with the lines they are
 * in, or with its beginning.
 */
export async function rowsWithCharacters(
  parts: AnswerParts,
  index: NoteIndex,
  characters: string,
  { filter, limit, passages }: WantedRows,
): Promise<BoxRow[]> {
  const { source, slicer } = parts;
  const isTitled = (record: NoteRecord): boolean =>
    record.title.includes(characters) && takesPartInSearch(record) && filter?.(record) !== false;
  const titled = await slicer.run(filterSteps(index.notes(), isTitled));
  titled.sort((a, b) => compareCodeUnits(a.path, b.path));
  const found = new Map<NoteRecord, BoxPassage[]>(titled.slice(0, limit).map((record) => [record, []]));
  const look = async (notes: Iterable<NoteRecord>, accepts: typeof filter, most: number): Promise<void> => {
    const wanted = { judged: judgePattern(escapePattern(characters), ''), notes, filter: accepts };
    const { lines } = await matchingLines(
      { index, read: (path) => source.read(path), slicer },
      { ...wanted, most: most * passages, mostOfNote: passages },
    );
    for (const line of lines)
      found.set(line.record, [
        ...(found.get(line.record) ?? []),
        passageOfLine(line, (text) => rangesOf(text, characters)),
      ]);
  };
  await look([...found.keys()], undefined, found.size);
  const isOther = (record: NoteRecord): boolean => !found.has(record) && filter?.(record) !== false;
  if (found.size < limit) await look(index.notes(), isOther, limit - found.size);
  return Promise.all(
    [...found].slice(0, limit).map(async ([record, ofNote]) => ({
      path: record.path,
      title: record.title,
      titleRanges: rangesOf(record.title, characters),
      matchedBy: ['fulltext' as const],
      passages: ofNote.length > 0 ? ofNote : [await beginningOf(parts, record)],
    })),
  );
}

function rangesOf(text: string, characters: string): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = text.indexOf(characters); at !== -1; at = text.indexOf(characters, at + characters.length))
    ranges.push([at, at + characters.length]);
  return ranges;
}
