import { listNotesInput, listNotesOutput } from '../../protocol/schemas/find.ts';
import { fitPage } from '../call/fit-page.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const listNotes = defineTool({
  name: 'list_notes',
  title: 'List notes',
  description:
    'List notes by folder, tag, date, links or properties, sorted by any of them: newest notes, orphans, notes with a property. total counts all matches.',
  input: listNotesInput,
  output: listNotesOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  run: async (input, { engine }) => fitPage(await engine.listNotes(input), 'notes', input.offset),
});
