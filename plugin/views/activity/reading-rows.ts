import { shorten } from '../../../shared/kit/text/shorten.ts';
import { READING_LIMITS, type Reading } from '../../../shared/reading/reading-log.ts';
import { nameOf } from '../notes/name-of.ts';
import { clientWords } from '../words/client-words.ts';
import { plain, said } from '../words/said.ts';
import { roomFor, row, type ActivityRow } from './activity-rows.ts';
import { dayOf, dayWords, timeWords } from './activity-times.ts';
import { WORDS } from './activity-words.ts';
import { placesOf, type Place } from '../notes/places.ts';
import { answeredPathAfterRename } from '../notes/ref-after-rename.ts';

/** How often a note was seen, when last, and by whom. */
interface Seen {
  path: string;
  times: number;
  last: string;
  clients: Set<string>;
}

const MOST_CLIENTS = 2;
/** A longer name of a client would take the place of when it saw the note. */
const LONGEST_NAME = 20;

/** What rows of readings are made from. */
export interface ShownReadings {
  readings: readonly Reading[];
  /** Whether a note is kept from assistants by now. */
  isHidden: (path: string) => boolean;
  now: Date;
}

/** A row for each note that was seen, the last seen first. */
export function readingsByNote(shown: ShownReadings, most: number): { rows: ActivityRow[]; hasMore: boolean } {
  const seen = [...seenNotes(shown.readings).values()];
  const placeOf = placesIn(shown.readings);
  return {
    rows: seen.slice(0, most).map((note) => noteRow(note, `note ${note.path}`, { ...shown, placeOf }, true)),
    hasMore: seen.length > most,
  };
}

/** The days, for each its clients, for each the notes that it saw; newest first. A client's long list is cut. */
export function readingsByClient(shown: ShownReadings, most: number): { rows: ActivityRow[]; hasMore: boolean } {
  const { readings, now } = shown;
  const placed = { ...shown, placeOf: placesIn(readings) };
  const groups = new Map<string, { day: string; client: string; readings: Reading[] }>();
  for (const reading of readings) {
    const day = dayOf(reading.time);
    const key = `${day} ${reading.client}`;
    const group = groups.get(key) ?? { day, client: reading.client, readings: [] };
    group.readings.push(reading);
    groups.set(key, group);
  }
  const rows: ActivityRow[] = [];
  let last = '';
  for (const [key, { day, client, readings: own }] of [...groups].sort(([, a], [, b]) =>
    a.day < b.day ? 1 : a.day > b.day ? -1 : 0,
  )) {
    if (rows.length >= most) return { rows, hasMore: true };
    if (day !== last) rows.push(row({ kind: 'day', key: `day ${day}`, title: dayWords(day, now) }));
    last = day;
    const notes = [...seenNotes(own).values()];
    rows.push(
      row({
        kind: 'run',
        key: `client ${key}`,
        claim: client.trim() === '' ? '' : WORDS.saysItIs,
        title: said('{}', clientWords(client)),
        detail: WORDS.noteCount(notes.length),
      }),
    );
    const fitting = notes.slice(0, roomFor(rows, most));
    rows.push(...fitting.map((note) => noteRow(note, `seen ${key} ${note.path}`, placed, false)));
    if (fitting.length < notes.length) return { rows, hasMore: true };
  }
  return { rows, hasMore: false };
}

/** A row of a note that was renamed, or of a folder above it, as the rows above will name it. */
export function rowAfterRename(row: ActivityRow, from: string, to: string): ActivityRow {
  const paths = row.paths.map((path) => answeredPathAfterRename(path, from, to));
  const [before, after] = [row.paths[0] ?? '', paths[0] ?? ''];
  if (paths.every((path, place) => path === row.paths[place])) return row;
  return { ...row, paths, key: row.kind === 'note' ? row.key.slice(0, -before.length) + after : row.key };
}

function seenNotes(readings: readonly Reading[]): Map<string, Seen> {
  const notes = new Map<string, Seen>();
  for (const { time, client, paths } of readings) {
    for (const path of new Set(paths)) {
      const note = notes.get(path) ?? { path, times: 0, last: time, clients: new Set() };
      note.times++;
      note.clients.add(client);
      notes.set(path, note);
    }
  }
  return notes;
}

function placesIn(readings: readonly Reading[]): Place {
  return placesOf(
    readings.flatMap(({ paths }) => paths),
    WORDS.inTopFolder,
  );
}

function noteRow(
  { path, times, last, clients }: Seen,
  key: string,
  { now, isHidden, placeOf }: ShownReadings & { placeOf: Place },
  namesClients: boolean,
): ActivityRow {
  const isKept = isHidden(path);
  const place = placeOf(path);
  const names = [...clients].map((client) =>
    client.trim() === ''
      ? clientWords(client)
      : `${WORDS.saysItIs} ${plain(shorten(clientWords(client), LONGEST_NAME))}`,
  );
  const more = names.length - MOST_CLIENTS;
  const day = dayOf(last) === dayOf(now.toISOString()) ? '' : `${dayWords(dayOf(last), now)} `;
  return row({
    kind: 'note',
    key,
    title: said('{}', nameOf(path)),
    detail: WORDS.list([
      ...(place === '' ? [] : [place]),
      ...(namesClients ? [...names.slice(0, MOST_CLIENTS), ...(more > 0 ? [WORDS.andOthers(more)] : [])] : []),
      WORDS.timesSeen(times),
      WORDS.lastSeen(`${day}${timeWords(last)}`),
      ...(isKept ? [WORDS.isKept] : []),
    ]),
    isKept,
    paths: [path],
  });
}

/** What to say where no reading is listed. @param clearedAt when the log was cleared, in ISO 8601; null if never */
export function nothingRead(clearedAt: string | null, now: Date): string {
  if (clearedAt === null || now.getTime() - Date.parse(clearedAt) > READING_LIMITS.maxAgeMs) return WORDS.noReading;
  const [day, time] = [dayOf(clearedAt), timeWords(clearedAt)];
  return WORDS.noReadingSince(day === dayOf(now.toISOString()) ? time : `${dayWords(day, now)} ${time}`);
}
