import type { Screen } from '../../terminal.ts';
import { connectionsText, pathText } from './connections-text.ts';
import { listedNotesText } from './listed-notes-text.ts';
import { notesText } from './notes-text.ts';
import { plainText } from './plain-text.ts';
import { searchText } from './search-text.ts';
import { tasksText } from './tasks-text.ts';

type ResultText = (result: Record<string, unknown>, screen: Screen, waiting: string) => string;

/** Tools whose results read better in a form of their own; those of all others are printed field by field. */
const OWN_TEXTS: Readonly<Record<string, ResultText>> = {
  search: searchText,
  list_notes: listedNotesText,
  list_tasks: tasksText,
  read_note: notesText,
  find_connections: connectionsText,
  find_path_between: pathText,
};

/**
 * A tool's result for a person to read; ends with a line break.
 * @param waiting the command that waits until all is embedded, as typed here
 */
export function resultText(
  tool: string,
  result: Record<string, unknown>,
  screen: Screen,
  waiting = 'vault-loom status --wait',
): string {
  const isDry = result['dryRun'] === true;
  const shown = isDry ? { ...result, ...OF_A_SERVER } : result;
  const text = (OWN_TEXTS[tool] ?? plainText)(shown, screen, waiting);
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return isDry ? `${ended}Nothing was written. ${TO_DO_IT[tool] ?? 'The same without --dry-run writes it.'}\n` : ended;
}

/** What does what a dry run has shown, where leaving out the flag is not enough. */
const TO_DO_IT: Readonly<Record<string, string>> = {
  delete_note: 'With --confirm in place of --dry-run it is deleted.',
};

/** What only the server that was asked remembers: it has ended by the time that this is read. */
const OF_A_SERVER = { previewId: undefined, expiresAt: undefined, dryRun: undefined };
