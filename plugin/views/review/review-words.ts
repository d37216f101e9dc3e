import type { ReviewMode } from '../../../shared/protocol/review.ts';
import { shorten } from '../../../shared/kit/text/shorten.ts';
import { counted } from '../words/counted.ts';
import { clientWords } from '../words/client-words.ts';
import { countedFiles, fileWord, type FileWord } from '../words/counted-files.ts';
import { plain, plainWords, said, type Phrase } from '../words/said.ts';

/** Every word of the review screen. */
export const WORDS = {
  title: 'Review',
  command: 'Review what assistants want to change',
  queue: 'Changes that wait for your yes',
  waiting: (count: number): string =>
    count === 1 ? '1 change waits for your yes' : `${count} changes wait for your yes`,
  badge: (count: number): string => `${count} to review`,
  show: 'Show',

  starting: 'Starting.',
  nothing: 'Nothing waits for your yes.',
  nothingMore:
    'What an assistant wants to change is shown here first, if you choose so under “Before an assistant writes” in the settings of Vault Loom.',

  create: (name: string): Phrase => said('New note “{}”', name),
  edit: (name: string): Phrase => said('Change “{}”', name),
  move: (name: string, to: string): Phrase => said('Move “{}” to {}', name, to),
  moveFolder: (name: string, to: string): Phrase => said('Move the folder “{}” to {}', name, to),
  remove: (name: string): Phrase => said('Delete “{}”', name),
  inFolder: (paths: readonly string[]): string => `with ${countedFiles(paths)}`,
  others: (paths: readonly string[]): string => `and ${countedFiles(paths, 'more ')}`,
  edits: (paths: readonly string[]): string => `and change ${countedFiles(paths)}`,
  links: (paths: readonly string[]): string => `and change links in ${countedFiles(paths)}`,
  unplanned: said('Change'),
  claims: (client: string, longest = Infinity): Phrase =>
    client.trim() === ''
      ? said('{}', clientWords(client))
      : said('says it is {}', shorten(clientWords(client), longest)),
  inTopFolder: 'Top folder',
  justNow: 'just now',
  minutesAgo: (minutes: number): string => `${counted(minutes, 'minute')} ago`,
  hoursAgo: (hours: number): string => `${counted(hours, 'hour')} ago`,

  deletes: 'Deletes a note',
  moves: (path: string): string => `Moves a ${fileWord(path)}`,
  movesFolder: 'Moves a folder',
  rewrites: (lines: number, total: number, file: FileWord = 'note'): string => {
    if (total > 1) return `Changes ${counted(lines, 'line')} of a ${file} of ${total}`;
    if (total === 0) return `Writes ${counted(lines, 'line')} into an empty ${file}`;
    return lines === 1 ? `Changes the only line of a ${file}` : `Writes ${lines} lines into a ${file} of one line`;
  },
  removes: (properties: readonly string[]): Phrase =>
    said(
      'Removes {}',
      properties.flatMap((name, index) => said('{}“{}”', index === 0 ? [] : [', '], name)),
    ),
  manyFiles: (files: number): string => `Touches ${counted(files, 'file')}`,
  marked: (folder: string): Phrase => said('In “{}”, which you marked', folder),

  planning: 'Working out what would change.',
  comparing: 'Comparing.',
  claimed: 'What the assistant says it would change',
  changedSince: 'Your notes have changed since this was asked for. Shown is what would be written now.',
  problem: (why: string): Phrase => said('This cannot be written: {}', why),
  interrupted:
    'The app was closed while this was being written. Before you accept it, check whether it is already there.',
  tryAgain: 'Try again',
  writing: 'Writing.',
  open: (path: string): string => `Open ${plain(path)}`,
  created: 'New',
  deleted: 'Deleted',
  edited: 'Changed',
  moved: 'Moved',
  movedFolder: 'Folder moved',
  filesOfFolder: (paths: readonly string[]): string => `${countedFiles(paths)} in it:`,
  namesLeft: (count: number): string => `and ${String(count)} more`,
  movedTo: (to: string): Phrase => said(' → {}', to),
  moreFiles: (paths: readonly string[]): string =>
    `${countedFiles(paths, 'more ')} ${paths.length === 1 ? 'is' : 'are'} changed in the same way:`,

  newClient: 'What may this assistant do from now on?',
  newChoices: {
    write: 'As in the settings',
    'ask-always': 'Ask me each time',
    'read-only': 'It may only read',
  } satisfies Partial<Record<ReviewMode, string>>,
  trustedClients: 'Accepted without asking you',
  trusted: (client: string, minutes: number): Phrase =>
    said(`Everything {} is accepted for ${counted(minutes, 'more minute')}.`, fromClient(client)),
  stopTrusting: 'Ask me again',
  stopTrustingOf: (client: string): string => `Ask me again about everything ${plainWords(fromClient(client))}`,

  part: (index: number, of: number): string => `Write part ${index} of ${of}`,
  accept: 'Accept',
  acceptParts: (kept: number, of: number): string => `Accept ${kept} of ${counted(of, 'part')}`,
  acceptKeys: 'Accept this change (Ctrl or Cmd+Enter)',
  decline: 'Decline',
  declineKeys: 'Decline this change (Ctrl or Cmd+Backspace)',
  reason: 'Why not? The assistant is told.',
  acceptAll: (client: string): Phrase => said('For 15 minutes, accept everything {}', fromClient(client)),
  notSaved: (why: string): string => `This could not be saved: ${plain(why)}`,
} as const;

/** A client's name is a claim. */
function fromClient(client: string): Phrase {
  return client.trim() === ''
    ? said('from assistants without a name')
    : said('that says it is from {}', clientWords(client));
}
