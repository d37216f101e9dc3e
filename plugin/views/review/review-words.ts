import type { ReviewMode } from '../../../shared/protocol/review.ts';

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

  create: (name: string): string => `New note “${name}”`,
  edit: (name: string): string => `Change “${name}”`,
  move: (name: string, to: string): string => `Move “${name}” to ${to}`,
  remove: (name: string): string => `Delete “${name}”`,
  others: (count: number): string => (count === 1 ? 'and 1 more note' : `and ${count} more notes`),
  unplanned: 'Change',
  claims: (client: string): string => `says it is ${client}`,
  justNow: 'just now',
  minutesAgo: (minutes: number): string => (minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`),
  hoursAgo: (hours: number): string => (hours === 1 ? '1 hour ago' : `${hours} hours ago`),

  deletes: 'Deletes a note',
  moves: 'Moves a note',
  rewrites: (lines: number, total: number): string => `Changes ${lines} lines of a note of ${total}`,
  removes: (properties: string): string => `Removes ${properties}`,
  manyFiles: (files: number): string => `Touches ${files} files`,
  marked: (folder: string): string => `In “${folder}”, which you marked`,

  planning: 'Working out what would change.',
  comparing: 'Comparing.',
  claimed: 'What the assistant says it would change',
  changedSince: 'Your notes have changed since this was asked for. Shown is what would be written now.',
  problem: (why: string): string => `This cannot be written: ${why}`,
  tryAgain: 'Try again',
  writing: 'Writing.',
  open: (path: string): string => `Open ${path}`,
  created: 'New',
  deleted: 'Deleted',
  edited: 'Changed',
  moved: (to: string): string => `Moved to ${to}`,
  moreFiles: (count: number): string => `${count} more notes are changed in the same way:`,

  newClient: 'This is its first change. How do you want to treat it from now on?',
  newChoices: {
    write: 'As in the settings',
    'ask-always': 'Ask me each time',
    'read-only': 'It may only read',
  } satisfies Partial<Record<ReviewMode, string>>,
  trusted: (minutes: number): string =>
    `Everything it asks for is accepted for ${minutes === 1 ? '1 more minute' : `${minutes} more minutes`}.`,
  stopTrusting: 'Ask me again',

  part: (index: number, of: number): string => `Write part ${index} of ${of}`,
  accept: 'Accept',
  acceptParts: (kept: number, of: number): string => `Accept ${kept} of ${of} parts`,
  acceptKeys: 'Accept this change (Ctrl or Cmd+Enter)',
  decline: 'Decline',
  declineKeys: 'Decline this change (Ctrl or Cmd+Backspace)',
  reason: 'Why not? The assistant is told.',
  acceptAll: (client: string): string => `Accept everything of ${client} for 15 minutes`,
  notSaved: (why: string): string => `This could not be saved: ${why}`,
} as const;
