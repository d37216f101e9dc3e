import { counted, grouped } from '../views/words/counted.ts';
import { plain, said, type Phrase } from '../views/words/said.ts';

/** Every word of the settings, except those about a state (`views/describe-state.ts`, `views/describe-index.ts`). */
export const WORDS = {
  notSaved: (why: string): string => `The settings could not be saved: ${plain(why)}`,

  index: 'Index',
  notes: 'Notes',
  aboutNotes: 'How much of your vault can be searched.',
  reading: 'Notes read',
  rebuild: 'Rebuild index',
  notOpen: 'The index is not open yet.',
  rebuilt: (changed: number, same: number): string =>
    `The index is complete. Notes read again: ${grouped(changed + same)}. New or changed: ${grouped(changed)}.`,
  notRebuilt: (why: string): string => `The index could not be rebuilt: ${plain(why)}`,
  notSearchable: 'Not fully searchable',
  aboutNotSearchable: 'Notes that cannot be found, or only in part, and why.',
  allSearchable: 'None, except what is excluded, or left out by .vaultloomignore.',
  someNotSearchable: (count: number): string =>
    count === 1 ? 'One note cannot be found in every way.' : `${grouped(count)} notes cannot be found in every way.`,
  show: 'Show',
  hide: 'Hide',
  more: (count: number): string => `And ${grouped(count)} more.`,
  gaps: {
    'too-long': 'Part of it is longer than the model takes; that part is found by its words alone.',
    'note-too-long': 'It is longer than the model takes, and is found by its words alone.',
    'embed-error': 'The model failed on part of it; that part is found by its words alone.',
    'note-embed-error': 'The model failed on it; it is found by its words alone.',
    'no-embeddable-content': 'It has no text. It is found by its name and its properties.',
  },

  meaning: 'Meaning',
  byMeaning: 'By meaning',
  aboutMeaning: 'How much of your vault can be found by its meaning.',
  textRead: 'Text read for its meaning',
  model: 'Model',
  aboutModel: 'Finds notes by meaning, in addition to their words.',
  models: {
    use: 'Built in (English)',
    lsa: 'From your notes (any language)',
    ollama: 'Local server (Ollama)',
    none: 'Off (words only)',
  },
  getModel: (size: string): string => `Get the built-in model (${size})`,
  notChosenHere: (model: string): string =>
    `The settings of this vault name the model “${plain(model)}”, which has not been chosen on this computer. The built-in model is used instead.`,
  useHere: 'Use on this computer',
  notChosen: (why: string): string => `The choice could not be saved: ${plain(why)}`,
  localModel: 'Model of the local server',
  aboutLocalModel: (host: string): string =>
    `The name of an embedding model that Ollama has at ${host}. The test has it read one sentence.`,
  modelName: 'Name of the model',
  test: 'Test',
  use: 'Use',
  inUse: 'In use',
  testing: 'Testing …',
  works: (milliseconds: number, dimensions: number): string =>
    `It works: ${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms for one sentence, ${counted(dimensions, 'dimension')}.`,
  failed: (why: string): string => `It does not work: ${plain(why)}`,
  badName: (model: string): string =>
    `Ollama has no models with names like “${plain(model)}”. “ollama list” in a terminal shows those that it has.`,
  noName: 'Give the name of a model first.',
  notStarted: 'Vault Loom has not started yet.',

  assistants: 'Assistants',
  server: 'Server',
  aboutServer: 'Where assistants on this computer reach the plugin.',
  port: 'Port',
  aboutPort: 'If it is taken, the next free one of the following ten is used.',
  badPort: (least: number, most: number, now: number | null): string =>
    `Give a whole number from ${least} to ${most}${now === null ? '' : `; ${now} stays in use`}.`,
  connected: 'Connected',
  aboutConnected: 'Assistants that have connected since the app was started, under the names they give themselves.',
  eachClient: 'Individual assistants',
  aboutEachClient: 'For an assistant that gives this name. The choice can only be stricter than the one above.',
  noClients: 'Each assistant is listed here once it has connected.',
  beforeClient: (client: string): Phrase => said('Before {} writes', client),
  asAbove: 'As above',
  forgetClient: (client: string): string => `Forget ${plain(client)}`,
  foldersMissing: (folders: readonly string[]): string => `Not in this vault now: ${quotedList(folders)}.`,
  foldersInBoth: (folders: readonly string[]): string =>
    `In both lists: ${quotedList(folders)}. Assistants may read what is in both, but not write.`,
  unread:
    'The file with these settings is damaged; a sync may not have finished. Until it can be read, you are asked each time. To change a setting replaces the file.',
  readingLog: 'Reading log',
  aboutReadingLog:
    'Keeps which notes assistants saw, on this computer alone and for 30 days. “Assistant activity” shows it.',
  noneConnected: 'No assistant has connected yet. “Connect” below has what yours needs.',

  excluded: 'Excluded folders',
  exclude: 'Exclude a folder',
  aboutExclude:
    'Its notes stay out of search, related notes and the map, like the app’s own excluded files. Assistants can still open them by name; “Keep from assistants” in the assistant activity hides a note from them.',
  folder: 'Folder',
  add: 'Add',
  noFolder: (folder: string): string => `There is no folder “${plain(folder)}” in this vault.`,
  wholeVault: 'The whole vault cannot be excluded, since nothing could be found then. Choose a folder in it.',
  alreadyExcluded: (folder: string): string => `“${plain(folder)}” is excluded already.`,
  remove: (folder: string): string => `Search “${plain(folder)}” again`,
  excludedNow: 'Excluded now',
  noneExcluded: 'None.',
  gone: 'not in this vault now',

  connect: 'Connect',
  whatFor: 'What this is for',
  aboutConnecting:
    'An assistant is a program such as Claude or Cursor. Once it is connected (by MCP, a standard for this), it can search and read the notes of this vault, and change them as “Before an assistant writes” allows. What it reads goes to the company that runs it, unless its model runs on this computer.',
  node: 'Node.js',
  aboutNode: 'The program that runs the server, which is the part of Vault Loom that an assistant starts.',
  nodeFound: (program: string, version: string | null): string =>
    version === null ? `Found: ${plain(program)}` : `Found, version ${version}: ${plain(program)}`,
  nodeTooOld: (program: string, version: string | null, oldest: string): string =>
    `Version ${version ?? ''} at ${plain(program)} is too old. The server needs ${oldest} or newer, from nodejs.org.`,
  nodeMissing: (oldest: string): string =>
    `Not found on this computer. The server, which an assistant starts, needs it: install version ${oldest} or newer from nodejs.org.`,
  looking: 'Looking …',
  serverFile: 'Server file',
  aboutServerFile: 'The server: the program that an assistant starts to reach this vault.',
  serverFound: (script: string, version: string): string => `Found, version ${version}: ${plain(script)}`,
  serverGiven: (script: string): string => `As you said: ${plain(script)}`,
  serverMissing:
    'The server, which an assistant starts to reach this vault, is not on this computer yet. Copy this command into a terminal (Terminal on a Mac, PowerShell on Windows): it gets the server from the npm registry and checks that all is well. Or give the path of its file, cli.mjs, if you have it. With neither, what is shown below gets it when the assistant starts.',
  serverPath: 'Path of cli.mjs',
  badServerFile: (path: string): string => `There is no cli.mjs at ${plain(path)}.`,
  yourAssistant: 'Your assistant',
  aboutYourAssistant: 'What it needs to reach this vault, to be copied as it is.',
  clients: 'Assistants',
  byLink: 'In one click',
  open: (client: string): string => `Open ${client}`,
  byCommand: 'In one paste, into a terminal',
  byCommandPowerShell: 'In one paste, into PowerShell',
  orInto: (file: string): string => `Or into ${plain(file)}`,
  into: (file: string): string => `Into ${plain(file)}`,
  intoAny: 'Into its configuration',
  merge: {
    toml: 'If the file has other entries, add this below them.',
    yaml: 'If the file has “extensions:” already, add the lines below it here to those below it there.',
    json: (keys: readonly string[], name: string): string => {
      const list = `“${keys.join('” › “')}”`;
      return `If the file is empty or not there, this is all of it. If it has ${list} already, copy only “${name}”, up to the brace that closes it, into the braces after ${list}, with a comma between it and the next. If not, copy ${list} in the same way into the outermost braces.`;
    },
  },
  again: (name: string): string => `If it has an entry “${name}” already, put this one in its place.`,
  copy: 'Copy',
  copied: 'Copied',
  notCopied: (why: string): string => `It could not be copied: ${plain(why)}`,
  openFolder: 'Open folder',
  modelUnderWay: (size: string): string => `Getting the built-in model (${size}) …`,
  modelHere: 'The built-in model is here. Your notes are now being read for their meaning.',
  modelNotGot: (why: string): string => `The built-in model could not be downloaded: ${plain(why)}`,
  folderNotOpened: (folder: string, why: string): string => `${plain(folder)} could not be opened: ${plain(why)}`,
  linkNotOpened: (client: string, why: string): string => `${client} could not be opened: ${plain(why)}`,
  folderMissing: (folder: string): string => `There is no folder ${plain(folder)}: is it installed?`,
  then: 'Then',
  heard: 'Connected',
  heardFrom: (ago: string): string => ` ${ago}.`,
  notHeard: 'Not connected since the app was started.',
};

const MOST_NAMED = 5;

function quotedList(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names
    .slice(0, MOST_NAMED)
    .map((name) => `“${plain(name)}”`)
    .join(', ')}${more}`;
}
