import { runsOf, undoOrder, type HistoryRun } from '../../../shared/writing/journal/history-runs.ts';
import type { HistoryEntry } from '../../../shared/writing/journal/history.ts';
import { standing, undoneBy } from '../../../shared/writing/journal/undone-by.ts';
import { RENAMES_MISSING } from '../../../shared/writing/journal/persons.ts';
import { nameOf } from '../notes/name-of.ts';
import { clientWords } from '../words/client-words.ts';
import { said, type Phrase, type Said } from '../words/said.ts';
import { dayOf, dayWords, timeWords } from './activity-times.ts';
import { WORDS } from './activity-words.ts';
import { placesOf, type Place } from '../notes/places.ts';

/** What can be done with a row: undo these changes, or redo what they undid. */
export interface RowUndo {
  label: string;
  isRedo: boolean;
  ids: readonly string[];
}

/** A row of the pane, as it is shown. `key` stays the same while the row does. */
export interface ActivityRow {
  kind: 'day' | 'run' | 'change' | 'note';
  key: string;
  title: Said;
  /** Before the title, when the title is only a claim. */
  claim: string;
  /** Below or after the title. */
  detail: string;
  /** It has been undone. */
  isUndone: boolean;
  /** Its note is kept from assistants. */
  isKept: boolean;
  /** Null: nothing can be undone. */
  undo: RowUndo | null;
  /** Everything since this row's first change, itself included. */
  since: readonly string[];
  /** The history's id of a change; null for other rows. */
  change: string | null;
  /** Notes that it names, as they are called now. */
  paths: readonly string[];
}

/** At least this many rows of a run, or of what a client saw, are shown: a heading alone says little. */
const LEAST_OF_RUN = 20;

/** Whom a person's own changes are recorded as. */
const PERSONS: Readonly<Record<string, string>> = { 'the app': WORDS.you, 'command line': WORDS.youInTerminal };
/** What a person does as themselves. */
const PERSONS_TOOLS: ReadonlySet<string> = new Set(['undo', RENAMES_MISSING]);

/**
 * Days, runs and changes as rows, newest first.
 *
 * @param entries the whole history, newest first
 * @param most about how many rows there may be; a long run is cut
 * @param nameNow tells what a note that had a name at a time is called now
 */
export function activityRows(
  entries: readonly HistoryEntry[],
  now: Date,
  most: number,
  nameNow: (path: string, time: string) => string = (path) => path,
): { rows: ActivityRow[]; hasMore: boolean } {
  const stand = standing(entries);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const known = { stand, entries, byId, placeOf: placesOf(pathsIn(entries), WORDS.inTopFolder) };
  const rows: ActivityRow[] = [];
  let day = '';
  for (const run of runsOf(entries)) {
    if (rows.length >= most) return { rows, hasMore: true };
    const runDay = dayOf(run.to);
    if (runDay !== day) rows.push(row({ kind: 'day', key: `day ${runDay}`, title: dayWords(runDay, now) }));
    day = runDay;
    rows.push(runRow(run, known));
    const shown = run.changes.slice(0, roomFor(rows, most));
    for (const change of shown) rows.push({ ...changeRow(change, known), paths: pathsNow(change, nameNow) });
    if (shown.length < run.changes.length) return { rows, hasMore: true };
  }
  return { rows, hasMore: false };
}

/** How many of the rows that belong to the last one fit. */
export function roomFor(rows: readonly ActivityRow[], most: number): number {
  return Math.max(LEAST_OF_RUN, most - rows.length);
}

/** Whether there is anything in the row's menu. */
export function hasMenu({ kind, undo, since, paths }: ActivityRow): boolean {
  return kind === 'note' || undo !== null || since.length > 0 || paths.length > 0;
}

/** A row with nothing but the given parts. */
export function row(parts: Partial<ActivityRow> & Pick<ActivityRow, 'kind' | 'key' | 'title'>): ActivityRow {
  return {
    claim: '',
    detail: '',
    isUndone: false,
    isKept: false,
    undo: null,
    since: [],
    change: null,
    paths: [],
    ...parts,
  };
}

function runRow(run: HistoryRun, { stand, entries }: KnownChanges): ActivityRow {
  const { changes, client } = run;
  const left = changes.filter(({ id }) => stand.has(id)).length;
  const ids = undoOrder(entries, new Set(changes.map(({ id }) => id)));
  const person = changes.every(({ tool }) => PERSONS_TOOLS.has(tool)) ? PERSONS[client] : undefined;
  const gone = changes.length - left;
  return row({
    kind: 'run',
    key: `run ${run.run}`,
    claim: person === undefined && client.trim() !== '' ? WORDS.saysItIs : '',
    title: person ?? said('{}', clientWords(client)),
    detail: WORDS.list([
      WORDS.between(timeWords(run.from), timeWords(run.to)),
      WORDS.changeCount(changes.length),
      ...(gone === 0 ? [] : [left === 0 ? WORDS.allUndone : WORDS.undoneCount(gone)]),
    ]),
    isUndone: left === 0,
    undo: ids.length === 0 ? null : { label: WORDS.undoRun, isRedo: false, ids },
    since: sinceOf(changes.at(-1)?.id, entries),
  });
}

/** What all rows of changes are made from. */
interface KnownChanges {
  /** The ids of those that have not been undone. */
  stand: ReadonlySet<string>;
  entries: readonly HistoryEntry[];
  byId: ReadonlyMap<string, HistoryEntry>;
  placeOf: Place;
}

function changeRow(change: HistoryEntry, { stand, entries, byId, placeOf }: KnownChanges): ActivityRow {
  const stands = stand.has(change.id);
  // An undo of several changes is taken back on its own row.
  const undoer = stands
    ? undefined
    : entries.find((entry) => entry.undoes === change.id && undoneBy(entry).length === 1 && stand.has(entry.id));
  const { title, place } = describe(change, byId, placeOf);
  return row({
    kind: 'change',
    key: `change ${change.id}`,
    title,
    detail: WORDS.list([
      ...(place === '' ? [] : [place]),
      timeWords(change.time),
      ...(stands ? [] : [WORDS.undone]),
      ...(change.interrupted === true ? [WORDS.interrupted] : []),
    ]),
    isUndone: !stands,
    undo: undoOf(change, stands, undoer?.id),
    since: sinceOf(change.id, entries),
    change: change.id,
  });
}

function pathsNow({ files, time }: HistoryEntry, nameNow: (path: string, time: string) => string): string[] {
  return files.flatMap(({ kind, path, to }) => (kind === 'delete' ? [] : [nameNow(to ?? path, time)]));
}

/** Where the notes were that the titles of changes name. */
function* pathsIn(entries: readonly HistoryEntry[]): Iterable<string> {
  for (const { files } of entries) for (const { path } of files) yield path;
}

/** Of an undo, what it undid; of the undo of an undo, what it redid. And where the note is that this names. */
function describe(
  change: HistoryEntry,
  byId: ReadonlyMap<string, HistoryEntry>,
  placeOf: Place,
): { title: Phrase; place: string } {
  let first = change;
  let undos = 0;
  let several = 0;
  for (let { undoes } = change; undoes !== undefined; undoes = first.undoes) {
    const undone = byId.get(undoes);
    undos++;
    if (undone === undefined) break;
    several = undoneBy(first).length;
    first = undone;
    if (several > 1) break;
  }
  const what = several > 1 ? [WORDS.changeCount(several)] : changeWords(first);
  const main = several > 1 ? undefined : mainOf(first.files);
  const folder = main === undefined ? '' : placeOf(main.path);
  return {
    title: undos === 0 ? what : undos % 2 === 1 ? WORDS.undid(what) : WORDS.redid(what),
    place: folder !== '' && main?.kind === 'move' ? WORDS.movedFrom(folder) : folder,
  };
}

function undoOf(change: HistoryEntry, stands: boolean, undoer: string | undefined): RowUndo | null {
  if (change.files.length === 0) return null;
  if (undoer !== undefined) return { label: WORDS.redo, isRedo: true, ids: [undoer] };
  return stands ? { label: WORDS.undoChange, isRedo: false, ids: [change.id] } : null;
}

/** What to undo so that all is as it was before a change. */
function sinceOf(id: string | undefined, entries: readonly HistoryEntry[]): string[] {
  const since = entries.slice(0, entries.findIndex((entry) => entry.id === id) + 1);
  return undoOrder(since, new Set(since.map((entry) => entry.id)));
}

/** The most telling file. */
function mainOf(files: HistoryEntry['files']): HistoryEntry['files'][number] | undefined {
  return files.find(({ kind }) => kind !== 'edit') ?? files[0];
}

/** What a change did, by its most telling file. */
export function changeWords({ files, tool = '' }: Pick<HistoryEntry, 'files'> & Partial<HistoryEntry>): Phrase {
  const main = mainOf(files);
  if (main === undefined) return WORDS.nothing;
  const name = nameOf(main.path);
  const what = {
    create: () => WORDS.created(name),
    edit: () => (tool === RENAMES_MISSING ? WORDS.relinked(name) : WORDS.edited(name)),
    delete: () => WORDS.deleted(name),
    move: () => WORDS.moved(name, targetWords(main.path, main.to ?? '')),
  }[main.kind]();
  const others = files.filter((file) => file !== main);
  const isOnlyEdited = ({ kind }: HistoryEntry['files'][number]): boolean => main.kind !== 'edit' && kind === 'edit';
  const [edited, more] = [others.filter(isOnlyEdited), others.filter((file) => !isOnlyEdited(file))].map((files) =>
    files.map(({ path }) => path),
  ) as [string[], string[]];
  // With a move, other notes are edited because they link to what was moved.
  const andEdited = main.kind === 'move' ? WORDS.andLinks : WORDS.andEdited;
  return [
    ...what,
    ...(more.length > 0 ? [WORDS.andMore(more)] : []),
    ...(edited.length > 0 ? [andEdited(edited)] : []),
  ];
}

/** Of a move within a folder the new name, else the new folder, or both. */
function targetWords(from: string, to: string): string {
  const [fromFolder, toFolder] = [from, to].map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  if (fromFolder === toFolder) return nameOf(to);
  if (nameOf(from) !== nameOf(to)) return to.replace(/\.md$/iu, '');
  return toFolder === undefined || toFolder === '' ? WORDS.topFolder : toFolder;
}
