import { findPathInput, findPathOutput } from '../../protocol/schemas/graph.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const findPathBetween = defineTool({
  name: 'find_path_between',
  title: 'Find a path between notes',
  description: 'Shortest chains of links between two notes, with the line of each link. Links are walked either way.',
  input: findPathInput,
  output: findPathOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  run: (input, context) => context.engine.findPath(input),
});
