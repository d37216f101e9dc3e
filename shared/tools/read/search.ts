import type { NextAction } from '../../protocol/schemas/common.ts';
import { searchInput, searchOutput } from '../../protocol/schemas/find.ts';
import type { SearchFound, SearchInput, SearchRow } from '../../protocol/schemas/find.ts';
import { foreignSyntax } from '../../search/words/foreign-syntax.ts';
import { resultContext, suggestConnections } from '../next-actions.ts';
import { anyNoteUri } from '../note-uri.ts';
import { fittingRows } from '../call/fitting-rows.ts';
import { withRoundedScore } from './round.ts';
import { simplifyQuery } from './simplify-query.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const search = defineTool({
  name: 'search',
  title: 'Search notes',
  description:
    "Find notes in the Obsidian vault by meaning and words, best first, each with an excerpt. Start here when you do not know the note. For a question in the person's own words, and whenever nothing fits, give variants: they find what one wording misses.",
  input: searchInput,
  output: searchOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  async run(input, context) {
    const found = await context.engine.search(input);
    const all = found.rows.map(withRoundedScore);
    const { match, embedded } = found;
    const state = {
      match,
      ...(embedded === undefined ? {} : { embedded }),
      ...(context.vaultName === undefined ? {} : { uri: anyNoteUri(context.vaultName) }),
    };
    const hints = hintsOf(found, input);
    const answerContext = {
      ...resultContext(context, actionsOf(all, input, found.instead), state),
      ...(hints.length === 0 ? {} : { hint: hints.join(' ') }),
    };
    const rows = fittingRows(all, answerContext);
    const hasMore = found.hasMore === true || rows.length < all.length;
    return {
      data: rows,
      ...(hasMore ? { nextOffset: (input.offset ?? 0) + rows.length } : {}),
      ...(found.truncated === true ? { truncated: true } : {}),
      context: answerContext,
    };
  },
});

function actionsOf(rows: readonly SearchRow[], input: SearchInput, instead: string | undefined): NextAction[] {
  if (input.query === undefined || input.mode === 'regex') return followUps(rows);
  const asked = { ...input, query: input.query };
  return [...narrowed(asked), ...(rows.length === 0 ? looserSearch(asked, instead) : followUps(rows))];
}

function hintsOf({ rows, match, embedded, truncated, hints = [] }: SearchFound, input: SearchInput): string[] {
  const { query, variants = [], mode } = input;
  const isUnrelated = match === 'weak' && rows.length > 0;
  const couldBeReworded = query !== undefined && variants.length === 0 && mode !== 'regex';
  return [
    ...hints,
    ...(isUnrelated
      ? ['No row covers much of the query: these are the nearest there are, and may be about something else.']
      : []),
    ...(match === 'weak' && couldBeReworded
      ? ['Search again with `variants`: the same question in words that the notes may use, or a likely title.']
      : []),
    ...(truncated === true
      ? ['Not all lines were searched: narrow the search with `directory`, `tag` or `modifiedAfter`.']
      : []),
    ...(mode === 'semantic' && embedded !== undefined
      ? [
          `Only ${Math.floor(embedded * 100)} % of the text has been read by the model so far; index_status tells how far it is, or what holds it up.`,
        ]
      : []),
  ];
}

/** The same search, with `tag:x` and `folder:x` of the query as arguments. */
function narrowed(input: Asked): NextAction[] {
  const { tags, folders, rest } = foreignSyntax(input.query);
  const tag = input.tag ?? tags[0]?.value.replace(/^[#＃]/, '');
  const directory = input.directory ?? folders[0]?.value;
  if (tags.length + folders.length === 0 || tag === '' || directory === '') return [];
  const filters = { ...(tag === undefined ? {} : { tag }), ...(directory === undefined ? {} : { directory }) };
  if (rest === '')
    return [{ description: 'List the notes with that tag or in that folder.', tool: 'list_notes', args: filters }];
  return [
    {
      description: 'Search only there.',
      tool: 'search',
      args: { query: rest, ...(input.mode === 'hybrid' ? {} : { mode: input.mode }), ...filters },
    },
  ];
}

function followUps(rows: readonly SearchRow[]): NextAction[] {
  const [top, ...others] = [...new Map(rows.map((row) => [row.path, row])).values()].slice(0, TOGETHER);
  if (top === undefined) return [];
  const names = [top, ...others].map(({ path }) => path);
  const note = rows.find(({ kind }) => kind === undefined);
  return [
    { description: `Read the top hit, "${top.title}".`, tool: 'read_note', args: { name: top.path, mode: 'full' } },
    ...(others.length === 0
      ? []
      : [{ description: `Read the first ${names.length}.`, tool: 'read_note', args: { names, mode: 'full' } }]),
    ...(note === undefined ? [] : [suggestConnections(note)]),
  ];
}

/** Suggests fewer words, then the whole vault if the search was narrowed. */
function looserSearch(input: Asked, instead: string | undefined): NextAction[] {
  const simpler = instead ?? simplifyQuery(input.query);
  const way = instead === undefined ? 'Try a simpler query' : 'Try words that notes have';
  const mode = input.mode === 'hybrid' ? {} : { mode: input.mode };
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
  const again = (description: string, args: Record<string, unknown>): NextAction => ({
    description,
    tool: 'search',
    args: { ...args, ...mode },
  });
  return [
    ...(simpler === null ? [] : [again(`${way}: ${simpler}`, { query: simpler, ...filters })]),
    ...(Object.keys(filters).length === 0 ? [] : [again('Search the whole vault.', { query: input.query })]),
  ];
}

type Asked = SearchInput & { query: string };

/** Notes read in one call. */
const TOGETHER = 3;
const FILTERS = ['directory', 'tag', 'where', 'modifiedAfter', 'modifiedBefore'] as const;
