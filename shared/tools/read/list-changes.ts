import { readPast } from '../../kit/time/day-spans.ts';
import { shorten } from '../../kit/text/shorten.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { listChangesInput, listChangesOutput, type ListChangesInput } from '../../protocol/schemas/changes.ts';
import { basename, foldPath, isWithin, withoutMd } from '../../vault/paths.ts';
import { changedFiles } from '../../writing/change/changed-files.ts';
import { runsOf } from '../../writing/journal/history-runs.ts';
import type { HistoryEntry } from '../../writing/journal/history.ts';
import { READ_ONLY, defineTool } from '../tool.ts';
import { diffsOf, noSuchChange, pathsOfEntry, visibleChanges } from '../write/parts/visible-changes.ts';

const MOST_PATHS = 20;
const MOST_CLIENTS = 10;
const LONGEST = 80;
const MOST_DIFF_BYTES = 40_000;

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'Changes of notes by tools in the last 30 days, newest first, in runs of one client. With id: its diffs.',
  input: listChangesInput,
  output: listChangesOutput,
  annotations: READ_ONLY,
  needsIndex: false,
  async run(input, context) {
    const writing = await context.writing();
    const entries = await visibleChanges(writing);
    const isWanted = filterOf(input, entries);
    const runs = runsOf(entries).flatMap((run) => {
      const changes = run.changes.filter(isWanted);
      return changes.length === 0 ? [] : [{ ...run, changes }];
    });
    if (runs.length === 0) {
      if (input.id !== undefined) throw noSuchChange(input.id);
      return { runs: [], total: 0, ...whyNone(input, entries) };
    }
    const rows = runs.slice(0, input.limit).map((run) => ({ ...run, changes: run.changes.map(rowOf) }));
    const [only] = rows;
    const [change] = only?.changes ?? [];
    if (input.id === undefined || only === undefined || change === undefined) return { runs: rows, total: runs.length };
    const files = changedFiles(await writing.writer.history.record(input.id));
    const shown = { ...change, files: await diffsOf(files, writing, MOST_DIFF_BYTES) };
    return { runs: [{ ...only, changes: [shown] }], total: 1 };
  },
});

function filterOf(
  { id, since, path, client }: ListChangesInput,
  entries: readonly HistoryEntry[],
): (entry: HistoryEntry) => boolean {
  if (id !== undefined) return (entry) => entry.id === id;
  const from = since === undefined ? -Infinity : readPast(since);
  if (from === null)
    throw new VaultLoomError('invalid_arguments', `\`since\` is not a time: "${String(since)}".`, {
      hint: 'Give a date such as 2026-01-31, a time such as 2026-01-31T14:00, today, yesterday, or 2h, 7d, 2w, 3m.',
    });
  const touches = path === undefined ? () => true : changedAt(path, entries);
  return (entry) => Date.parse(entry.time) >= from && (client === undefined || isBy(entry, client)) && touches(entry);
}

function isBy(entry: HistoryEntry, client: string): boolean {
  return entry.client.toLowerCase() === client.trim().toLowerCase();
}

/** Whether a change is of the note or folder at a path or, if none is, of notes with it as their file name. */
function changedAt(path: string, entries: readonly HistoryEntry[]): (entry: HistoryEntry) => boolean {
  const place = foldPath(path.trim().replace(/^\/+|\/+$/g, ''));
  const isAt = (entry: HistoryEntry): boolean =>
    pathsOfEntry(entry).some((one) => isWithin(foldPath(one), place) || foldPath(one) === `${place}.md`);
  if (entries.some(isAt)) return isAt;
  const name = withoutMd(place);
  return (entry) => pathsOfEntry(entry).some((one) => foldPath(withoutMd(basename(one))) === name);
}

/** What in the filters fits no change at all, so that an empty list is not taken for the whole truth. */
function whyNone({ path, client }: ListChangesInput, entries: readonly HistoryEntry[]): { hint?: string } {
  const told: string[] = [];
  if (path !== undefined && !entries.some(changedAt(path, entries)))
    told.push(`No change by tools is of "${shorten(path, LONGEST)}", as the path of a note or folder.`);
  const clients = [...new Set(entries.map((entry) => entry.client))];
  if (client !== undefined && clients.length > 0 && !entries.some((entry) => isBy(entry, client)))
    told.push(
      `None is by "${shorten(client, LONGEST)}"; clients: ${clients
        .slice(0, MOST_CLIENTS)
        .map((one) => `"${shorten(one, LONGEST)}"`)
        .join(', ')}.`,
    );
  return told.length === 0 ? {} : { hint: told.join(' ') };
}

function rowOf(entry: HistoryEntry): {
  id: string;
  tool: string;
  paths: string[];
  pathsTotal?: number;
  at: string;
  undoes?: string;
  undoneBy?: string;
  interrupted?: true;
} {
  const { id, tool, time, undoes, undoneBy, interrupted } = entry;
  const paths = pathsOfEntry(entry);
  return {
    id,
    tool,
    paths: paths.slice(0, MOST_PATHS),
    ...(paths.length <= MOST_PATHS ? {} : { pathsTotal: paths.length }),
    at: time,
    ...(undoes === undefined ? {} : { undoes }),
    ...(undoneBy === undefined ? {} : { undoneBy }),
    ...(interrupted === undefined ? {} : { interrupted }),
  };
}
