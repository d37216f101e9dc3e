import type { NextAction } from '../../protocol/schemas/common.ts';
import { searchInput, searchOutput } from '../../protocol/schemas/find.ts';
import type { SearchFound, SearchInput, SearchRow } from '../../protocol/schemas/find.ts';
import { foreignSyntax } from '../../search/words/foreign-syntax.ts';
import { resultContext, suggestConnections } from '../next-actions.ts';
import { withRoundedScore } from './round.ts';
import { simplifyQuery } from './simplify-query.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const search = defineTool({
  name: 'search',
  title: 'Search notes',
  description:
    'Find notes by meaning and words, best first, each with an excerpt. Start here when you do not know the note.',
  input: searchInput,
  output: searchOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  async run(input, context) {
    const found = await context.engine.search(input);
    const { rows, match, embedded } = found;
    const actions = [...narrowed(input), ...(rows.length === 0 ? looserSearch(input) : followUps(rows))];
    const state = {
      match,
      ...(embedded === undefined ? {} : { embedded }),
      ...(context.vaultName === undefined ? {} : { uri: noteUri(context.vaultName) }),
    };
    const hints = hintsOf(found, input);
    return {
      data: rows.map(withRoundedScore),
      context: { ...resultContext(context, actions, state), ...(hints.length === 0 ? {} : { hint: hints.join(' ') }) },
    };
  },
});

/** Opens a row's note in the app; `{path}` stands for its encoded path. */
function noteUri(vault: string): string {
  return `obsidian://open?vault=${encodeURIComponent(vault)}&file={path}`;
}

function hintsOf({ rows, match, embedded, hints = [] }: SearchFound, { mode }: SearchInput): string[] {
  const isUnrelated = match === 'weak' && rows.length > 0;
  return [
    ...hints,
    ...(isUnrelated
      ? ['No row covers much of the query: these are the nearest there are, and may be about something else.']
      : []),
    ...(mode === 'semantic' && embedded !== undefined
      ? [
          `Only ${Math.floor(embedded * 100)} % of the text can be found by meaning so far; index_status tells how far embedding is.`,
        ]
      : []),
  ];
}

/** The same search, with `tag:x` and `folder:x` of the query as arguments. */
function narrowed(input: SearchInput): NextAction[] {
  const { tags, folders, rest } = foreignSyntax(input.query);
  const tag = input.tag ?? tags[0]?.value.replace(/^#/, '');
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
  const notes = rows.filter(({ kind }) => kind === undefined);
  const [top] = notes;
  if (top === undefined) return [];
  const topThree = [...new Map(notes.map((row) => [row.path, row])).values()].slice(0, 3);
  return [
    { description: `Read the top hit, "${top.title}".`, tool: 'read_note', args: { name: top.path, mode: 'full' } },
    ...topThree.map(suggestConnections),
  ];
}

/** Suggests fewer words, then the whole vault if the search was narrowed. */
function looserSearch(input: SearchInput): NextAction[] {
  const simpler = simplifyQuery(input.query);
  const narrowed = input.directory !== undefined || input.tag !== undefined;
  const mode = input.mode === 'hybrid' ? {} : { mode: input.mode };
  const filters = {
    ...(input.directory === undefined ? {} : { directory: input.directory }),
    ...(input.tag === undefined ? {} : { tag: input.tag }),
  };
  return [
    ...(simpler === null
      ? []
      : [
          {
            description: `Try a simpler query: ${simpler}`,
            tool: 'search',
            args: { query: simpler, ...mode, ...filters },
          },
        ]),
    ...(narrowed
      ? [{ description: 'Search the whole vault.', tool: 'search', args: { query: input.query, ...mode } }]
      : []),
  ];
}
