import type { MapOutput } from '../../../shared/protocol/schemas/map.ts';
import { sentence } from '../words/sentence.ts';
import { counted } from '../words/counted.ts';
import { plain } from '../words/said.ts';

/** Every word of the vault map. */
export const WORDS = {
  title: 'Vault map',
  openCommand: 'Show the vault map',

  allThemes: 'All notes',
  unsorted: 'Unsorted',
  nameless: 'Theme',
  back: 'Back',
  path: 'Where you are',
  search: 'Find on the map…',
  searchLabel: 'Find on the map',
  shows: 'What to show',
  showsWhat: { both: 'Picture and list', picture: 'Picture alone', list: 'List alone' },
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomAll: 'Show all of it',

  picture: (of: string): string => `Picture of ${of}. Arrow keys go from one to the next.`,
  themeName: ({ label, count, tied, isActive }: ThemeNameInput): string =>
    [
      `${plain(label)}, ${counted(count, 'note')}`,
      tied.length > 0 ? `tied to ${tied.map(plain).join(' and ')}` : null,
      isActive ? 'holds the active note' : null,
    ]
      .filter((part) => part !== null)
      .join(', '),
  noteName: ({ title, ties, isActive }: NoteNameInput): string =>
    [title, ties > 0 ? `tied to ${counted(ties, 'note')} here` : null, isActive ? 'the active note' : null]
      .filter((part) => part !== null)
      .join(', '),

  lists: 'Lists',
  listName: {
    themes: 'Themes',
    unresolved: 'Missing notes',
    unlinked: 'Without links',
    hubs: 'Hubs',
    bridges: 'Bridges',
    copies: 'Near copies',
  },
  /** Shown instead of themes, since a vault of few notes has none. */
  notesAlone: 'Notes',
  listMeaning: {
    themes: '',
    unresolved: 'Notes that are linked to, but not written yet',
    unlinked: 'Notes that link to nothing, and that nothing links to. The arrow of a row shows what is related to it',
    hubs: 'Notes that many others lead to, the most important first',
    bridges: 'Notes that connect parts of the vault which have little else in common',
    copies: 'Notes with nearly the same text',
  },
  listEmpty: {
    themes: '',
    unresolved: 'Every link leads to a note.',
    unlinked: 'No note is without links.',
    hubs: 'No note has two links from others yet.',
    bridges: 'No note connects others yet.',
    copies: 'No two notes are nearly the same, as far as they have been compared.',
  },

  notes: (count: number): string => counted(count, 'note'),
  links: (count: number): string => counted(count, 'link'),
  tiedTo: (labels: readonly string[]): string => `tied to ${labels.map(plain).join(', ')}`,
  linkedHere: 'Linked with it here',
  andMore: (count: number): string => `And ${count} more`,
  moreLines: (count: number, title: string): string => `And ${counted(count, 'more line')} of “${plain(title)}”`,
  showMore: (count: number): string => `Show ${count} more`,
  create: (name: string): string => `Create “${plain(name)}”`,
  createShort: 'Create',
  rename: (name: string): string => `Rename “${plain(name)}”…`,
  renameTitle: (name: string): string => `Rename “${plain(name)}”`,
  renameShort: 'Rename',
  newName: 'New name',
  leaveName: 'Cancel',
  leadThere: 'Lead them there',
  renameAll: 'Every link to it will be rewritten, in all notes.',
  renameThere: (path: string): string => `“${plain(path)}” is there: every link will lead to it.`,
  renameJoins: (name: string): string =>
    `Other links lead to “${plain(name)}” already, which is missing too: the two will be one.`,
  renamed: (from: string, to: string, count: number): string =>
    `The links to “${plain(from)}” lead to “${plain(to)}” now, in ${counted(count, 'note')}. The assistant activity can undo it.`,
  notReady: 'Your notes are still being read. Try again in a moment.',
  notRenamed: (name: string, why: string): string => `“${plain(name)}” could not be renamed: ${sentence(why)}`,
  loading: 'Looking.',
  nothingRelated: 'Nothing is related to it yet.',
  noSource: 'The link is in no note that can be opened.',
  rowFailed: (why: string): string => `This could not be found: ${sentence(why)}`,

  open: 'Open to the right',
  showOnMap: 'Show on the map',
  notCreated: (name: string, why: string): string => `“${plain(name)}” could not be created: ${sentence(why)}`,
  notOnMap: (title: string): string => `“${plain(title)}” is not on the map.`,

  starting: 'Starting.',
  reading: (done: number, total: number): string =>
    `Reading your notes: ${done} of ${total}. The map comes after that.`,
  readingAgain: (done: number, total: number): string =>
    `Reading your notes: ${done} of ${total}. Until then this is the map from before.`,
  readingAll: 'Reading your notes. The map comes after that.',
  findingThemes: 'Finding the themes of your notes.',
  failed: (why: string): string => `Your notes could not be read: ${sentence(why)}`,
  notAnswered: (why: string): string => `The map could not be drawn: ${sentence(why)}`,
  nothing: 'There are no notes to show yet. Write two or three and link them, and they appear here.',
  stale: 'Notes have changed. The themes are being worked out again.',
  heldBack: 'A newer map is ready. It is shown once the pointer and the focus have left the list.',
  comparing: 'Notes are being compared by meaning. Those without links find their place after that.',
  notEmbedded: 'Your notes are still being read for their meaning. They are compared after that.',
  notCompared: {
    off: 'Notes are not compared by meaning: the model is off in the settings.',
    waiting: 'Some notes are not compared by meaning yet: they are still to be read for it.',
    words: 'Notes are not compared by meaning: they have too few words to learn from.',
    model: (why: string): string => `Notes are not compared by meaning: ${sentence(why)}`,
  },
  nothingFound: (query: string): string => `Nothing here is about “${query}”.`,
  /** @param isPart there may be more */
  found: (count: number, places: number, isPart: boolean): string => {
    const found = `${isPart ? 'At least ' : ''}${counted(count, 'note')} found`;
    return places === 0 ? found : `${found} in ${counted(places, 'theme')}`;
  },
  foundThemes: (count: number): string => `${counted(count, 'theme')} found`,
  foundMissing: (count: number): string => `${counted(count, 'missing note')} found`,
  tryAgain: 'Try again',
  newNote: 'Create a note',
  untitled: 'Untitled',
} as const;

interface ThemeNameInput {
  label: string;
  count: number;
  tied: readonly string[];
  isActive: boolean;
}

interface NoteNameInput {
  title: string;
  ties: number;
  isActive: boolean;
}

/** Why notes are not compared by meaning. */
export function notComparedWords({ reason, problem }: NonNullable<MapOutput['uncompared']>): string {
  return reason === 'model' ? WORDS.notCompared.model(problem ?? 'unknown error') : WORDS.notCompared[reason];
}
