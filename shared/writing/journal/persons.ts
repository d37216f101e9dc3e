/** Whom the history names for what a person undoes in the app. */
export const THE_APP = 'the app';
/** Whom the history names for what a person undoes on the command line. */
export const COMMAND_LINE = 'command line';

/** Whether a name is kept for the person. */
export function isPersonsName(name: string): boolean {
  const plain = name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
  return plain === THE_APP || plain === COMMAND_LINE;
}
