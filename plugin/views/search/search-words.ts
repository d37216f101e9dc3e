import { sentence } from '../words/sentence.ts';
import { counted } from '../words/counted.ts';
import { plain, said, type Phrase } from '../words/said.ts';

/** All words of the search screen. */
export const WORDS = {
  command: 'Search notes by words and meaning',
  placeholder: 'Search notes…',
  inputLabel: 'Search notes',
  resultsLabel: 'Notes found',
  previewLabel: 'Preview',
  modes: { both: 'Both', words: 'Words', meaning: 'Meaning' },
  modesLabel: 'Search by',
  byMeaning: 'Found by meaning',
  line: (line: number) => `Line ${line}`,
  properties: 'Properties',
  top: 'Top of the note',
  fileName: 'File name: ',
  afterHeading: (line: number) => ` › line ${line}`,
  passages: (count: number) => counted(count, 'passage'),
  onePassage: 'This note has no other passage.',
  earlierSearch: 'Earlier search',
  recentNote: 'Recent note',

  starting: 'Vault Loom is starting.',
  reading: 'Reading your notes.',
  readingSome: (done: number, total: number) =>
    `Reading your notes: ${done} of ${total}. What has been read can already be searched.`,
  indexFailed: (problem: string) => `The index could not be opened: ${problem}`,
  searchFailed: (problem: string) => `The search failed: ${problem}`,
  tryAgain: 'Try again',
  typeSomething: 'Type a word, or the beginning of one.',
  searching: 'Searching…',
  notes: (count: number) => counted(count, 'note'),
  firstNotes: (count: number) => (count === 1 ? 'The first note' : `The first ${count} notes`),
  noWords: 'No note found. Try fewer words, or search by meaning.',
  noWordsAlone: 'No note found. Try fewer words, or different ones.',
  nothing: 'Nothing found. Try fewer or other words.',
  readSoFar: (done: number, total: number) => `${done} of ${total === 1 ? '1 note is' : `${total} notes are`} read`,
  noMeaning: (problem: string) =>
    `Nothing can be found by meaning: ${sentence(problem)} “Words” finds notes without it.`,
  wordsAlone: (problem: string) => `found by words alone: ${problem}`,
  meaningSoFar: (percent: number) =>
    percent === 0 ? 'the model has just begun to read your notes' : `${percent} % can be found by meaning so far`,
  modelFailed: (problem: string) =>
    `the model does not work: ${problem.replace(/[.\s]*$/u, '')}. Until it does, notes are found without it.`,
  noName: 'To create a note, type a name for it.',
  create: (name: string): Phrase => said('Create “{}”', name),

  instructions: [
    ['↑↓', 'to choose'],
    ['↵', 'to open at the match'],
    ['mod ↵', 'in a new tab'],
    ['tab', 'its passages'],
    ['shift tab', 'words or meaning'],
    ['shift ↵', 'to create'],
    ['alt ↵', 'to insert a link'],
    ['alt ↑↓', 'earlier searches'],
    ['esc', 'to close'],
  ],

  notCreated: (name: string, problem: string) => `“${plain(name)}” could not be created: ${problem}`,
  noEditor: 'A link goes where the cursor is: open a note for editing first.',
} as const;
