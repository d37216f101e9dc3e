import type { NoteIndex } from '../../index/note-index.ts';
import { judgePattern } from '../../kit/patterns/pattern-judge.ts';
import { escapePattern } from '../../kit/text/escape-pattern.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { BoxPassage, BoxRow } from '../../protocol/schemas/search-box.ts';
import type { AnswerParts } from '../answer-parts.ts';
import { matchingLines } from '../search/lines/matching-lines.ts';
import { beginningOf, passageOfLine } from './line-passages.ts';
import { propertyPassagesFor } from './property-passage.ts';

/**
 * Notes that have one of the tags, in the order given, each with the lines that it is in; with the properties if it is
 * only there.
 *
 * @param tags without `#`
 * @param most passages of a note
 */
export async function rowsWithTags(
  parts: AnswerParts,
  index: NoteIndex,
  records: readonly NoteRecord[],
  { tags, most }: { tags: readonly string[]; most: number },
): Promise<BoxRow[]> {
  // A tag that no note has may even be too long for a pattern.
  if (records.length === 0) return [];
  const { source, slicer } = parts;
  const read = (path: string): Promise<Uint8Array> => source.read(path);
  const forms = new Set(tags.flatMap((tag) => [tag, tag.normalize('NFC'), tag.normalize('NFD')]));
  const pattern = `#(?:${[...forms].map(escapePattern).join('|')})${NAME_ENDS}`;
  const { lines } = await matchingLines(
    { index, read, slicer },
    {
      judged: judgePattern(pattern, 'i'),
      notes: records,
      filter: undefined,
      most: records.length * most,
      mostOfNote: most,
    },
  );
  const found = new Map<NoteRecord, BoxPassage[]>();
  for (const line of lines) {
    const passage = passageOfLine(line, (excerpt) => rangesOf(excerpt, pattern));
    found.set(line.record, [...(found.get(line.record) ?? []), passage]);
  }
  const propertiesOf = propertyPassagesFor(tags.join(' '), read);
  return Promise.all(
    records.map(async (record) => ({
      path: record.path,
      title: record.title,
      titleRanges: [],
      matchedBy: ['fulltext' as const],
      passages: found.get(record) ?? [
        (await propertiesOf(record, new Set()))?.passage ?? (await beginningOf(parts, record)),
      ],
    })),
  );
}

/** No further character of a tag's name follows, but perhaps a `/` with a nested one. */
const NAME_ENDS = '(?![\\w-]|[^\\x00-\\x7F\\s\\u2000-\\u206F\\u2E00-\\u2E7F])';

function rangesOf(text: string, pattern: string): [number, number][] {
  return [...text.matchAll(new RegExp(pattern, 'gi'))].map(({ index, 0: tag }) => [index, index + tag.length]);
}
