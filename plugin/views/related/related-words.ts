import { sentence } from '../words/sentence.ts';
import { counted } from '../words/counted.ts';
import { plain } from '../words/said.ts';

/** Every word of the pane of related notes. */
export const WORDS = {
  title: 'Related notes',
  list: 'Related notes',
  openCommand: 'Show related notes',
  selectionCommand: 'Show notes related to the selection',

  hideLinked: 'Hide notes that are linked already',
  pin: 'Stay with this note',
  folder: 'Folder',
  allFolders: 'All folders',
  relatedTo: 'Related to',
  relatedToSelection: 'Related to the selection',
  leaveSelection: 'Back to the whole note',

  starting: 'Starting.',
  reading: (done: number, total: number): string =>
    `Reading your notes: ${done} of ${total}. What has been read can already be searched.`,
  readingAll: 'Reading your notes. What has been read can already be searched.',
  looking: 'Looking for related notes.',
  failed: (why: string): string => `Your notes could not be read: ${sentence(why)}`,
  notAnswered: (why: string): string => `Related notes could not be found: ${sentence(why)}`,
  modelFailed: (why: string): string =>
    `The model does not work: ${sentence(why)} Until it does, notes are found without it.`,
  byMeaning: (percent: number): string =>
    percent === 0
      ? 'The model has just begun to read your notes.'
      : `${percent} % of your notes can be found by meaning so far.`,
  noNote: 'Open a note to see what is related to it.',
  keptFromAssistants: 'Vault Loom does not read this note: “.vaultloomignore” keeps it from assistants.',
  notRead: 'Vault Loom has not read this note.',
  gone: 'This note is no longer there.',
  nothing: 'Nothing is related yet. Write a few more lines, or link this note to another.',
  nothingForSelection: 'Nothing is related to the selection. Select a longer passage.',
  nothingUnlinked: (folder: string | null): string =>
    `Nothing else ${folder === null ? 'is' : `in “${plain(folder)}” is`} related: all that was found is linked already.`,
  allMarked: (count: number): string =>
    count === 1
      ? 'The one note that was found is marked “Not related”.'
      : `All ${count} notes that were found are marked “Not related”.`,
  nothingInFolder: (folder: string): string => `Nothing in “${plain(folder)}” is related.`,

  tryAgain: 'Try again',
  showLinked: 'Show linked notes',
  showAllFolders: 'Look in all folders',
  showMarked: 'Show again',

  similar: 'similar',
  similarAt: (place: string): string => `similar: ${place}`,
  sameWords: 'same words',
  sameWordsAt: (place: string): string => `same words: ${place}`,
  bothLinkTo: (names: string): string => `both link to ${names}`,
  linkedFrom: (names: string): string => `both linked from ${names}`,
  connectedThrough: (names: string): string => `connected through ${names}`,
  andMore: (name: string, more: number): string => (more === 0 ? name : `${name} and ${more} more`),
  linked: 'linked already',
  copyOfNote: 'nearly the same text',
  copies: (count: number): string => counted(count, 'near copy', 'near copies'),
  topFolder: 'Top folder',

  open: 'Open',
  openBeside: 'Open to the right',
  openCopy: (title: string): string => `Open the near copy “${plain(title)}”`,
  insertLink: 'Insert link',
  notRelated: 'Not related',
  nowNotRelated: (title: string): string => `“${plain(title)}” is no longer shown as related to this note.`,
  undo: 'Undo',
  noEditor: 'Open a note for editing first.',
  notSaved: (why: string): string => `This could not be saved: ${sentence(why)}`,
} as const;
