import { VaultLoomError } from '../../protocol/errors.ts';
import {
  undoChangeInput,
  undoChangeOutput,
  type UndoChangeInput,
  type UndoChangeOutput,
} from '../../protocol/schemas/changes.ts';
import { changedFiles } from '../../writing/change/changed-files.ts';
import { runsOf, undoOrder } from '../../writing/journal/history-runs.ts';
import type { HistoryEntry } from '../../writing/journal/history.ts';
import { movesOf, namesAfter } from '../../writing/journal/renames.ts';
import { standing, undoneBy } from '../../writing/journal/undone-by.ts';
import { WRITES, clientName, defineTool, type ToolContext } from '../tool.ts';
import { undoBesideEditors } from './parts/undo-beside-editors.ts';
import { diffsOf, isSeen, noSuchChange, noSuchRun, pathsOfEntry, visibleChanges } from './parts/visible-changes.ts';

const TOOL = 'undo_change';
const MOST_PATHS = 100;
const MOST_DIFF_BYTES = 40_000;

export const undoChange = defineTool({
  name: TOOL,
  title: 'Undo a change',
  description: 'Take back a change that a tool made to notes, or a whole run, unless later changes would be lost.',
  input: undoChangeInput,
  output: undoChangeOutput,
  annotations: WRITES,
  writesLinks: true,
  needsIndex: true,
  async portable(input, context) {
    const { id } = input;
    return { tool: TOOL, args: id === 'last' ? { ...input, id: (await chosen(input, context)).ids[0] } : input };
  },
  async run(input, context): Promise<UndoChangeOutput> {
    const { entries, ids } = await chosen(input, context);
    try {
      return input.dryRun ? await preview(ids, context) : await undo(ids, context);
    } catch (error) {
      throw await explained(error, entries, ids, context);
    }
  },
});

/** The changes to undo, the newest first. */
async function chosen(
  { id, run }: Pick<UndoChangeInput, 'id' | 'run'>,
  context: ToolContext,
): Promise<{ entries: HistoryEntry[]; ids: string[] }> {
  if ((id === undefined) === (run === undefined))
    throw new VaultLoomError(
      'invalid_arguments',
      id === undefined ? 'Either `id` or `run` is needed.' : '`id` and `run` cannot both be given.',
      { hint: 'Give the id of a change, "last" for your newest one, or a run from list_changes.' },
    );
  const entries = await visibleChanges(await context.writing());
  const wanted =
    run !== undefined ? changesOfRun(entries, run) : id === 'last' ? ownNewest(entries, context) : [id ?? ''];
  const missing = wanted.find((one) => !entries.some((entry) => entry.id === one));
  if (missing !== undefined) throw noSuchChange(missing);
  const ids = undoOrder(entries, new Set(wanted));
  if (ids.length > 0) return { entries, ids };
  // The newest of a run may be the very undo, which nothing has undone.
  const undoer = entries.find((entry) => wanted.includes(entry.id) && entry.undoneBy !== undefined)?.undoneBy;
  throw new VaultLoomError('invalid_arguments', 'This is undone already.', {
    hint: 'To make it again, undo the change that undid it (`undoneBy` in list_changes).',
    ...(undoer === undefined ? {} : { details: { undoneBy: undoer } }),
  });
}

function changesOfRun(entries: readonly HistoryEntry[], run: string): string[] {
  const found = runsOf(entries).find((one) => one.run === run);
  if (found === undefined) throw noSuchRun(run);
  return found.changes.map((change) => change.id);
}

/** The caller's newest change that still stands, undos aside. */
function ownNewest(entries: readonly HistoryEntry[], context: ToolContext): string[] {
  const own = clientName(context);
  const stand = standing(entries);
  const newest = entries.find((entry) => entry.client === own && entry.undoes === undefined && stand.has(entry.id));
  if (newest !== undefined) return [newest.id];
  throw new VaultLoomError('invalid_arguments', 'You have made no change that still stands.', {
    hint: 'See all changes with list_changes.',
  });
}

async function undo(ids: string[], context: ToolContext): Promise<UndoChangeOutput> {
  const { writer, hiding } = await context.writing();
  const client = clientName(context);
  const applied = await undoBesideEditors(context.engine, writer, ids, { client, tool: TOOL, isPersons: false });
  const isHidden = await hiding();
  const paths = [...new Set(applied.paths)].filter((path) => !isHidden(path));
  return {
    undone: ids,
    ...(applied.id === undefined ? {} : { id: applied.id }),
    paths: paths.slice(0, MOST_PATHS),
    ...(paths.length <= MOST_PATHS ? {} : { pathsTotal: paths.length }),
  };
}

async function preview(ids: string[], context: ToolContext): Promise<UndoChangeOutput> {
  const writing = await context.writing();
  const steps = await writing.writer.planUndo(ids, { isPersons: false });
  const files = await diffsOf(changedFiles({ steps }), writing, MOST_DIFF_BYTES);
  return { dryRun: true, undone: ids, files, total: files.length };
}

/** Names the later changes that stand in the way, and nothing hidden. */
async function explained(
  error: unknown,
  entries: readonly HistoryEntry[],
  ids: readonly string[],
  context: ToolContext,
): Promise<unknown> {
  if (!(error instanceof VaultLoomError) || error.code !== 'undo_conflict') return error;
  const isHidden = await (await context.writing()).hiding();
  const lost = ((error.details?.['paths'] ?? []) as string[]).filter((path) => isSeen({ path }, isHidden));
  const stand = standing(entries);
  const oldest = Math.max(...ids.map((id) => entries.findIndex((entry) => entry.id === id)));
  const since = entries.slice(0, oldest);
  // A note may have had another name when it was changed.
  const nameNow = namesAfter(movesOf(since));
  const isLost = (path: string, time: string): boolean => lost.includes(path) || lost.includes(nameNow(path, time));
  const later = since
    .filter((entry) => stand.has(entry.id) && !ids.includes(entry.id) && !isOfPair(entry, since))
    .filter((entry) => pathsOfEntry(entry).some((path) => isLost(path, entry.time)));
  const where = lost.length === 1 ? `"${lost[0] ?? ''}"` : `${lost.length === 0 ? 'some' : lost.length} files`;
  return new VaultLoomError(
    'undo_conflict',
    `Undoing this would lose later changes in ${where}. Nothing was written.`,
    {
      hint:
        later.length === 0
          ? 'A person or another program has changed them since. Edit the notes instead, or ask the person.'
          : 'Undo the later changes first (`details.changes`), or edit the notes instead.',
      details: { ...error.details, paths: lost, changes: later.map(({ id }) => id) },
    },
  );
}

/** An undo of changes made since: together they left nothing that could be lost. */
function isOfPair(entry: HistoryEntry, since: readonly HistoryEntry[]): boolean {
  const undone = undoneBy(entry);
  return undone.length > 0 && undone.every((id) => since.some((one) => one.id === id));
}
