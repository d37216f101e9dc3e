import { sentence } from '../words/sentence.ts';
import { counted, grouped } from '../words/counted.ts';
import { countedFiles } from '../words/counted-files.ts';
import { plain, said, type Phrase, type Said } from '../words/said.ts';

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
  failed: (why: string): string => `What assistants did could not be read: ${sentence(plain(why))}`,
  noChanges: 'No assistant has changed a note in the last 30 days. Their changes appear here, and can be undone.',
  noReading: 'No assistant has seen a note in the last 30 days. Notes whose text they get appear here.',
  noReadingSince: (when: string): string =>
    `Nothing since ${when}, when you cleared the log. Notes whose text assistants get appear here.`,
  readingOff: 'What assistants see is not recorded: the reading log is off.',
  tryAgain: 'Try again',
  switchOn: 'Switch on',
  fresh: 'Show what is new',
  earlier: 'Show earlier',

  today: 'Today',
  yesterday: 'Yesterday',
  saysItIs: 'says it is',
  you: 'You',
  youInTerminal: 'You, on the command line',
  changeCount: (count: number): string => counted(count, 'change'),
  noteCount: (count: number): string => counted(count, 'note'),
  undoneCount: (count: number): string => `${grouped(count)} undone`,
  allUndone: 'all undone',
  between: (from: string, to: string): string => (from === to ? from : `${from} – ${to}`),
  list: (parts: readonly string[]): string => parts.join(' · '),

  created: (name: string): Phrase => said('Created {}', name),
  edited: (name: string): Phrase => said('Edited {}', name),
  deleted: (name: string): Phrase => said('Deleted {}', name),
  moved: (name: string, to: string): Phrase => said('Moved {} to {}', name, to),
  andMore: (paths: readonly string[]): string => ` and ${countedFiles(paths, 'more ')}`,
  andEdited: (paths: readonly string[]): string => `, edited ${countedFiles(paths)}`,
  andLinks: (paths: readonly string[]): string => `, links in ${countedFiles(paths)}`,
  relinked: (name: string): Phrase => said('Renamed a missing note, in {}', name),
  nothing: said('Changed no file'),
  undid: (what: Phrase): Phrase => said('Undone: {}', what),
  redid: (what: Phrase): Phrase => said('Redone: {}', what),
  undone: 'undone',
  interrupted: 'interrupted',
  topFolder: 'the top folder',
  movedFrom: (folder: string): string => `from ${folder}`,

  undoChange: 'Undo this change',
  undoRun: 'Undo this run',
  redo: 'Redo this change',
  undoSince: 'Undo everything since then',
  openNote: (name: string): string => `Open ${plain(name)}`,
  more: 'More',
  loading: 'Comparing.',
  notShown: (why: string): string => `This change cannot be shown: ${sentence(plain(why))}`,
  file: (path: string): Said => said('{}', path),
  fileCreated: (path: string): Said => said('New: {}', path),
  fileDeleted: (path: string): Said => said('Deleted: {}', path),
  fileMoved: (path: string, to: string): Said => said('Moved: {} → {}', path, to),
  notText: 'This file is not text.',
  moreFiles: (count: number): string => counted(count, 'more file'),

  progress: 'How far it is',
  cancel: 'Leave as it is',
  undoing: undoWords({ doing: 'Undoing', done: 'undone', again: 'redone', verb: 'Undo', back: 'Redo' }),
  redoing: undoWords({ doing: 'Redoing', done: 'redone', again: 'undone', verb: 'Redo', back: 'Undo' }),

  keepFrom: 'Keep from assistants',
  keptFrom: (name: string): string =>
    `Assistants no longer see “${plain(name)}”. Vault Loom’s own search, map and related notes leave it out, too.`,
  inTopFolder: 'Top folder',
  isKept: 'kept from assistants',
  showAgain: 'Show to assistants again',
  stillKept: (name: string): string => `Another line of .vaultloomignore still keeps “${plain(name)}” from assistants.`,
  shownAgain: (name: string): string => `Assistants can see “${plain(name)}” again.`,
  undo: 'Undo',
  notKept: (why: string): string => `This could not be done: ${sentence(plain(why))}`,
  timesSeen: (count: number): string => (count === 1 ? 'seen once' : `seen ${grouped(count)} times`),
  lastSeen: (when: string): string => `last ${when}`,
  andOthers: (count: number): string => `and ${grouped(count)} more`,
} as const;

interface UndoVerbs {
  doing: string;
  done: string;
  /** What may have become of it since. */
  again: string;
  verb: string;
  /** The way back. */
  back: string;
}

function undoWords({ doing, done, again, verb, back }: UndoVerbs) {
  return {
    taken: (path: string): string =>
      `Nothing was ${done}: there is another note at “${plain(path)}” now. Rename or move that one first.`,
    gone: (path: string): string =>
      `Nothing was ${done}: “${plain(path)}” is no longer there. It was renamed, moved or deleted since.`,
    wouldMake: (paths: readonly string[]): string =>
      paths.length === 1
        ? `“${plain(paths[0] ?? '')}” is no longer there: it was renamed, moved or deleted since. ${doing} makes a new note there. If you renamed the note, you then have both:`
        : `${grouped(paths.length)} notes are no longer there: they were renamed, moved or deleted since. ${doing} makes new notes there. If you renamed them, you then have both:`,
    wouldSkip: (paths: readonly string[]): string =>
      paths.length === 1
        ? `“${plain(paths[0] ?? '')}” is no longer there, and is left out.`
        : `${grouped(paths.length)} notes are no longer there, and are left out.`,
    make: (count: number): string => (count === 1 ? 'Make a new note' : 'Make new notes'),
    wouldLose: (count: number): string =>
      count === 1
        ? `One note was changed since. ${doing} takes that change back as well:`
        : `${grouped(count)} notes were changed since. ${doing} takes those changes back as well:`,
    kept: `What is replaced stays in the history, so that this can be ${again}.`,
    anyway: `${verb} anyway`,
    preparing: (count: number): string => `Looking at ${counted(count, 'change')}…`,
    going: (nth: number, total: number): string => `${doing} ${grouped(nth)} of ${grouped(total)}…`,
    done: (count: number): string => `${counted(count, 'change')} ${done}.`,
    nothing: `Nothing was left to ${verb.toLowerCase()}.`,
    stopped: (count: number, why: string): string =>
      `${count === 0 ? `Nothing was ${done}` : `Only ${grouped(count)} ${done}`}: ${sentence(plain(why))}`,
    back,
  } as const;
}

/** The words for an undo, or for a redo, which is the undo of an undo. */
export type UndoWords = ReturnType<typeof undoWords>;
