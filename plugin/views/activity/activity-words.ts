/** Every word of the pane of what assistants do. */
export const WORDS = {
  title: 'Assistant activity',
  openCommand: 'Show assistant activity',
  tabs: 'What to show',
  changes: 'Changes',
  reading: 'Reading',
  byNote: 'By note',
  byClient: 'By assistant',
  readingOrder: 'Order',
  forget: 'Forget what was read',
  changeList: 'Changes, newest first',
  readingList: 'Notes that assistants saw',

  starting: 'Starting.',
  looking: 'Looking for what assistants did.',
  failed: (why: string): string => `What assistants did could not be read: ${sentence(why)}`,
  noChanges: 'No assistant has changed a note in the last 30 days. What they change shows here, and can be undone.',
  noReading: 'No assistant has seen a note in the last 30 days. Notes whose text they get show here.',
  readingOff: 'What assistants see is not kept: the reading log is off.',
  tryAgain: 'Try again',
  switchOn: 'Switch on',
  fresh: 'Show what is new',
  earlier: 'Show earlier',

  today: 'Today',
  yesterday: 'Yesterday',
  saysItIs: 'says it is',
  you: 'You',
  youInTerminal: 'You, on the command line',
  unnamed: 'An assistant without a name',
  changeCount: (count: number): string => (count === 1 ? '1 change' : `${count} changes`),
  noteCount: (count: number): string => (count === 1 ? '1 note' : `${count} notes`),
  undoneCount: (count: number): string => `${count} undone`,
  allUndone: 'all undone',
  between: (from: string, to: string): string => (from === to ? from : `${from} – ${to}`),
  list: (parts: readonly string[]): string => parts.join(' · '),

  created: (name: string): string => `Created ${name}`,
  edited: (name: string): string => `Edited ${name}`,
  deleted: (name: string): string => `Deleted ${name}`,
  moved: (name: string, to: string): string => `Moved ${name} to ${to}`,
  andMore: (what: string, more: number): string =>
    more === 1 ? `${what} and 1 more note` : `${what} and ${more} more notes`,
  nothing: 'Changed no file',
  undid: (what: string): string => `Undone: ${what}`,
  redid: (what: string): string => `Redone: ${what}`,
  undone: 'undone',
  interrupted: 'interrupted',
  topFolder: 'the top folder',

  undoChange: 'Undo this change',
  undoRun: 'Undo this run',
  redo: 'Redo this change',
  undoSince: 'Undo everything since then',
  openNote: (name: string): string => `Open ${name}`,
  more: 'More',
  loading: 'Comparing.',
  notShown: (why: string): string => `This change cannot be shown: ${sentence(why)}`,
  fileCreated: (path: string): string => `New: ${path}`,
  fileDeleted: (path: string): string => `Deleted: ${path}`,
  fileMoved: (path: string, to: string): string => `Moved: ${path} → ${to}`,
  notText: 'This file is not a text.',
  moreFiles: (count: number): string => (count === 1 ? '1 more file' : `${count} more files`),

  wouldLose: (count: number): string =>
    count === 1
      ? 'One note was changed since. Undoing takes that change back as well:'
      : `${count} notes were changed since. Undoing takes those changes back as well:`,
  keptInHistory: 'What is replaced stays in the history, so that this can be redone.',
  undoAnyway: 'Undo anyway',
  cancel: 'Leave as it is',
  undoDone: (count: number): string => (count === 1 ? '1 change undone.' : `${count} changes undone.`),
  undoNothing: 'Nothing was left to undo.',
  undoStopped: (count: number, why: string): string =>
    `${count === 0 ? 'Nothing was undone' : `Only ${count} undone`}: ${sentence(why)}`,
  redoAll: 'Redo',

  keepFrom: 'Keep from assistants',
  keptFrom: (name: string): string => `Assistants no longer see “${name}”.`,
  undo: 'Undo',
  notKept: (why: string): string => `This could not be done: ${sentence(why)}`,
  timesSeen: (count: number): string => (count === 1 ? 'seen once' : `seen ${count} times`),
  lastSeen: (when: string): string => `last ${when}`,
  andOthers: (count: number): string => `and ${count} more`,
  gone: 'This note is no longer there.',
} as const;

/** Names that well-known clients give themselves, as people know them. */
const KNOWN: Readonly<Record<string, string>> = {
  'claude-ai': 'Claude',
  'claude-code': 'Claude Code',
  'codex-mcp-client': 'Codex',
  'cursor-vscode': 'Cursor',
  'gemini-cli-mcp-client': 'Gemini CLI',
};

/** A client's own name for itself, as people know it. */
export function clientWords(client: string): string {
  return client.trim() === '' ? WORDS.unnamed : (KNOWN[client] ?? client);
}

function sentence(text: string): string {
  return `${text.replace(/[.\s]*$/u, '')}.`;
}
