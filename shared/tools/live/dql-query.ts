import { dqlQueryInput, dqlQueryOutput, dqlResult } from '../../protocol/schemas/live.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const dqlQuery = defineTool({
  name: 'dql_query',
  title: 'Run a Dataview query',
  description:
    'Query notes with Dataview (TABLE, LIST, TASK, CALENDAR) in Obsidian. Needs the app running with both plugins.',
  input: dqlQueryInput,
  output: dqlQueryOutput,
  strictOutput: dqlResult,
  annotations: READ_ONLY,
  needsIndex: false,
  run: ({ timeoutMs, query, source }, context) =>
    context.live.dql({ query, ...(source === undefined ? {} : { source }) }, { timeoutMs, signal: context.signal }),
});
