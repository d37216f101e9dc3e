import { listNotesInput, listNotesOutput } from '../../protocol/schemas/find.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const listNotes = defineTool({
  name: 'list_notes',
  title: 'List notes',
  description: 'List notes by path, or newest first, within a folder or tag. total counts all matches.',
  input: listNotesInput,
  output: listNotesOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  run: (input, context) => context.engine.listNotes(input),
});
