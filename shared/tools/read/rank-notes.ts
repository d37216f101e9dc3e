import { rankNotesInput, rankNotesOutput } from '../../protocol/schemas/graph.ts';
import { withRoundedScore } from './round.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const rankNotes = defineTool({
  name: 'rank_notes',
  title: 'Rank notes',
  description:
    'The most important notes: influence (linked to by important notes) and bridging (on the paths between others).',
  input: rankNotesInput,
  output: rankNotesOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  async run(input, context) {
    const ranks = await context.engine.rankNotes(input);
    return {
      ...ranks,
      ...(ranks.influence === undefined ? {} : { influence: ranks.influence.map(withRoundedScore) }),
      ...(ranks.bridging === undefined ? {} : { bridging: ranks.bridging.map(withRoundedScore) }),
    };
  },
});
