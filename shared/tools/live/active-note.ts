import { activeNoteInput, activeNoteOutput, activeNoteResult } from '../../protocol/schemas/live.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

const LONGEST_WAIT_MS = 10_000;

export const activeNote = defineTool({
  name: 'active_note',
  title: 'Active note',
  description: 'The note open in the app, with cursor and selection. Needs the app running with the companion plugin.',
  input: activeNoteInput,
  output: activeNoteOutput,
  strictOutput: activeNoteResult,
  annotations: READ_ONLY,
  needsIndex: false,
  run: (_input, context) => context.live.activeNote({ timeoutMs: LONGEST_WAIT_MS, signal: context.signal }),
});
