import type { NextAction } from '../protocol/schemas/common.ts';
import { searchInput, searchOutput } from '../protocol/schemas/find.ts';
import type { SearchInput, SearchRow } from '../protocol/schemas/find.ts';
import { resultContext, suggestConnections } from './next-actions.ts';
import { withRoundedScore } from './round.ts';
import { simplifyQuery } from './simplify-query.ts';
import { READ_ONLY, defineTool } from './tool.ts';

export const search = defineTool({
  name: 'search',
  title: 'Search notes',
  description: 'Find notes by meaning and words, best first, each with an excerpt. Start here when you do not know the note.',
  input: searchInput,
  output: searchOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  async run(input, context) {
    const rows = await context.engine.search(input);
    const actions = rows.length === 0 ? looserSearch(input) : followUps(rows);
    return { data: rows.map(withRoundedScore), context: resultContext(context, actions) };
  },
});

function followUps(rows: readonly SearchRow[]): NextAction[] {
  const [top] = rows;
  if (top === undefined) return [];
  const topThree = [...new Map(rows.map((row) => [row.path, row])).values()].slice(0, 3);
  return [
    { description: `Read the top hit, "${top.title}".`, tool: 'read_note', args: { name: top.path, mode: 'full' } },
    ...topThree.map(suggestConnections),
  ];
}

/** Fewer words first, and the whole vault where a folder or a tag narrowed the search. */
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
      : [{ description: `Try a simpler query: ${simpler}`, tool: 'search', args: { query: simpler, ...mode, ...filters } }]),
    ...(narrowed ? [{ description: 'Search the whole vault.', tool: 'search', args: { query: input.query, ...mode } }] : []),
  ];
}
