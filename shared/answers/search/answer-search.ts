import { VaultLoomError } from '../../protocol/errors.ts';
import type { SearchFound, SearchInput } from '../../protocol/schemas/find.ts';
import { escapePattern } from '../../kit/text/escape-pattern.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { AnswerParts } from '../answer-parts.ts';
import { charactersOf } from './lines/query-characters.ts';
import { filterHints, namedInQueryHints } from './hints/filter-hints.ts';
import { likeSearch } from './like-search.ts';
import { queryAsMeant } from './named/query-as-meant.ts';
import { regexSearch } from './lines/regex-search.ts';
import { querySearch, type SearchParts } from './search-query.ts';
import { patternHints, syntaxHints } from './hints/syntax-hints.ts';
import { wordHints } from './hints/word-hints.ts';

/**
 * Answers `search`, in any of its ways.
 * @throws VaultLoomError `invalid_arguments` for arguments that do not go together, and what each way throws
 */
export async function answerSearch(
  parts: AnswerParts,
  input: SearchInput,
  searchParts: () => Promise<SearchParts>,
): Promise<SearchFound> {
  const { hints: own = [], ...found } = await searchOf(parts, input, searchParts);
  const hints = [
    ...own,
    ...(await narrowingHints(parts, input, found.rows.length)),
    ...(input.query !== undefined && input.mode !== 'regex' && found.match !== 'strong'
      ? await namedInQueryHints(parts, input.query)
      : []),
  ];
  return { ...found, ...(hints.length === 0 ? {} : { hints }) };
}

/** What is wrong with the folder, tag and `where` that narrow the search. */
async function narrowingHints(parts: AnswerParts, input: SearchInput, found: number): Promise<string[]> {
  const { where } = input;
  if (where === undefined) return found > 0 ? [] : filterHints(parts, input);
  // As for the filter itself, the code of bases is loaded for it alone.
  const { tagsIn } = await import('../lists/where-hints.ts');
  const { hintsOfWhere } = await import('../lists/hints-of-where.ts');
  return [
    ...(found > 0 ? [] : await filterHints(parts, { ...input, tags: tagsIn(where) })),
    ...(await hintsOfWhere(parts, parts.index, where, found)),
  ];
}

async function searchOf(
  parts: AnswerParts,
  input: SearchInput,
  searchParts: () => Promise<SearchParts>,
): Promise<SearchFound> {
  const { query, like, mode } = input;
  if (like !== undefined) {
    if (query !== undefined || input.variants !== undefined || mode === 'regex')
      throw new VaultLoomError('invalid_arguments', '`like` takes the place of `query`, `variants` and a pattern.', {
        hint: 'Give either `like` or `query`.',
      });
    return likeSearch(parts, { ...input, like });
  }
  if (query === undefined)
    throw new VaultLoomError('invalid_arguments', '`query` is missing.', {
      hint: 'Give a `query`, or `like` with the path of a note.',
    });
  if (mode === 'regex') {
    const found = await searchLines(parts, { ...input, query });
    return found.rows.length > 0 ? found : { ...found, hints: patternHints(query) };
  }
  const characters = mode === 'semantic' || input.variants !== undefined ? null : charactersOf(query);
  if (characters === null) {
    const used = await searchParts();
    const asked = { ...input, query };
    const first = await querySearch(used, asked);
    // By meaning alone, words that no note has may be the right ones.
    const isFound = first.match === 'strong' || mode === 'semantic';
    // Only a query that found little is looked at for slips: it takes time.
    const meant = isFound ? null : await asMeant(parts, used.index, asked);
    const answer = meant === null ? first : await querySearch(used, meant);
    const lacking = first.match === 'strong' ? { hints: [] } : await wordHints(parts, used.index, asked);
    return {
      ...answer,
      ...(answer.rows.length > 0 ? {} : { instead: lacking.instead }),
      hints: [...(answer.hints ?? []), ...(await syntaxHints(parts, query)), ...lacking.hints],
    };
  }
  const found = await searchLines(parts, { ...input, query: escapePattern(characters) });
  return {
    ...found,
    hints: ['The query has no word: its lines were searched for just these characters, as mode "regex" does.'],
  };
}

/** The question without slips in its words; null if it has none. */
async function asMeant(
  parts: AnswerParts,
  index: NoteIndex,
  input: SearchInput & { query: string },
): Promise<(SearchInput & { query: string }) | null> {
  const { query: asked, variants: otherWords } = input;
  const query = await queryAsMeant(parts, index, asked);
  if (otherWords === undefined) return query === asked ? null : { ...input, query };
  const variants = await Promise.all(otherWords.map((words) => queryAsMeant(parts, index, words)));
  const isAsAsked = query === asked && variants.every((words, at) => words === otherWords[at]);
  return isAsAsked ? null : { ...input, query, variants };
}

async function searchLines(parts: AnswerParts, input: SearchInput & { query: string }): Promise<SearchFound> {
  const { source, slicer } = parts;
  const index = await parts.searchable();
  return regexSearch({ index, read: (path) => source.read(path), slicer }, input);
}
