import { shorten } from '../../kit/text/shorten.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { SearchFound, SearchInput, SearchRow } from '../../protocol/schemas/find.ts';
import type { AnswerParts } from '../answer-parts.ts';
import { excerptsFor } from '../../search/words/excerpts/excerpt.ts';
import { relatedTo } from '../related/related-query.ts';
import { filterOf } from './search-filter.ts';
import { pageOf, rowsInTurns, rowsToFind } from './search-pages.ts';
import { chunkOf, searchRow } from './search-row.ts';

const MAX_LENGTH = 240;
const beginningOf = excerptsFor('');

/**
 * Answers `search` for notes like another one: like it in meaning, or linked with the same notes. Near copies of a row
 * have none of their own. `score` falls with the place.
 * @throws VaultLoomError `note_not_found` also for a name that only links know
 */
export async function likeSearch(parts: AnswerParts, input: SearchInput & { like: string }): Promise<SearchFound> {
  const index = await parts.ready();
  const { path } = await parts.fresh.find(input.like);
  if (path === undefined)
    throw new VaultLoomError('note_not_found', `"${shorten(input.like, 120)}" is a link target without a note.`, {
      hint: 'Find notes on its subject with a query.',
    });
  const filter = await filterOf(index, input);
  const note = await parts.fresh.record(path);
  const { folded, passages, by } = await relatedTo(parts, note, {
    isWanted: (record) => filter?.(record) !== false,
    limit: rowsToFind(input),
  });
  const { items, more } = pageOf(folded, input);
  const rows = await rowsInTurns(
    items,
    async ({ record }, i): Promise<SearchRow> => {
      const chunk = passages.get(record.path) ?? 0;
      const text = record.chunkCount === 0 ? '' : await parts.readChunk(record.id, chunk);
      const row = {
        path: record.path,
        title: record.title,
        score: 1 / ((input.offset ?? 0) + i + 1),
        matchedBy: [by === 'words' ? ('fulltext' as const) : ('semantic' as const)],
        line: record.chunks[chunk]?.startLine ?? 1,
      };
      return searchRow(row, beginningOf(text, MAX_LENGTH), input.unique === 'notes' ? null : chunkOf(record, chunk));
    },
    parts.slicer,
  );
  return {
    rows,
    match: rows.length === 0 ? 'weak' : 'partial',
    ...more,
  };
}
