/** The client that the history names for what a person undoes in the app. */
export const THE_APP = 'the app';
/** The client that the history names for what a person undoes on the command line. */
export const COMMAND_LINE = 'command line';

/**
 * The tool that the history names for a person's rename of a missing note. No tool of this name is offered to clients.
 */
export const RENAMES_MISSING = 'rename_missing';

/** Whether a name is kept for the person. */
export function isPersonsName(name: string): boolean {
  const plain = name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
  return plain === THE_APP || plain === COMMAND_LINE;
}
