import type { NoteMove } from '../../../edit/link/link-rewrite.ts';
import { movesOf } from '../../../edit/link/move-plan.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import { moveNoteInput, moveNoteOutput, moveNoteResult, type MoveNoteOutput } from '../../../protocol/schemas/write.ts';
import { isCanvasPath } from '../../../notes/canvas.ts';
import { fileInBase, folderInBase } from '../../../notes/named-in-base.ts';
import { foldPath, isNotePath } from '../../../vault/paths.ts';
import { keptBy, usesOf } from '../../../writing/change/guard-files.ts';
import type { FileChange } from '../../../writing/change/file-change.ts';
import { rewriteLateLinks } from './late-links.ts';
import { WRITES, defineTool, type ToolContext } from '../../tool.ts';
import { mergeChanges, moveChanges } from './move-changes.ts';
import { wishOf, type MoveWish } from './move-wish.ts';
import { countLinks, isChangedMeanwhile, planRewrites, type PlannedFile } from './plan-rewrites.ts';
import { applyChange, foresee } from '../parts/apply-change.ts';
import { warnOfBases } from '../parts/bases-naming.ts';
import { refuseForbidden } from '../parts/find-writable.ts';
import { namingNothingHidden } from '../parts/naming-nothing-hidden.ts';
import { tellEditors } from '../parts/tell-engine.ts';
import { withWarnings } from '../warnings/with-warnings.ts';

const TOOL = 'move_note';
const MOST_TRIES = 8;
const MOST_WAIT_MS = 2_000;

export const moveNote = defineTool({
  name: TOOL,
  title: 'Move or rename a note',
  description: 'Move a note, attachment or folder; every link to it is rewritten. Can merge two notes.',
  input: moveNoteInput,
  output: moveNoteOutput,
  strictOutput: moveNoteResult,
  annotations: WRITES,
  inOrder: true,
  needsIndex: true,
  async portable({ source, destination, ...rest }, context) {
    const { kind, from } = await wishOf({ source, destination }, context);
    return { tool: TOOL, args: { ...rest, source: kind === 'folder' ? `${from}/` : from, destination } };
  },
  async run({ source, destination, dryRun, keepAlias, onExists }, context): Promise<MoveNoteOutput> {
    const wish = await wishOf({ source, destination }, context);
    for (const [from, to] of wish.moves) {
      const uses = usesOf({ from, to });
      await refuseForbidden(context, from, uses.from);
      await refuseForbidden(context, to, uses.to, keptBy({ from, there: wish.there }));
    }
    const how = { keepAlias, mayMerge: onExists === 'merge' };
    return namingNothingHidden(context, [wish.from, wish.to], () =>
      dryRun ? foreseen(context, wish, how) : carriedOut(context, wish, how),
    );
  },
});

async function foreseen(context: ToolContext, wish: MoveWish, how: HowToMove): Promise<MoveNoteOutput> {
  const ofBases = await basesLeftBehind(context, wish, true);
  const ofLinks = await symlinksLeftBehind(context, wish);
  const { plan, changes, prepared, merged, warning } = await planMove(context, wish, how);
  await foresee(context, TOOL, changes, wish.folders).finally(() => tellEditors(context.engine, { paths: prepared }));
  const { from, to } = wish;
  return {
    dryRun: true,
    from,
    to,
    linksRewritten: countLinks(plan),
    files: shownFiles(plan),
    ...countOf(wish, merged),
    ...withWarnings(wish.warning, warning, ofBases, ofLinks),
  };
}

async function carriedOut(context: ToolContext, wish: MoveWish, how: HowToMove): Promise<MoveNoteOutput> {
  const ofBases = await basesLeftBehind(context, wish, false);
  const ofLinks = await symlinksLeftBehind(context, wish);
  const { moves } = await context.writing();
  await context.arrival?.turn([wish.from]);
  // A move waits for others and plans for long; an edit made meanwhile moves with its note.
  context.arrival?.leave();
  const moved = await moves.run(() => move(context, wish, how));
  return { ...moved, ...withWarnings(moved.warning, ofBases, ofLinks) };
}

/** A warning if bases name what is moved. */
function basesLeftBehind(
  context: ToolContext,
  { kind, from, to, moves }: MoveWish,
  dryRun: boolean,
): Promise<string | undefined> {
  const name = kind === 'folder' ? folderInBase(from) : fileInBase(from, to);
  return warnOfBases(context, name, `"${from}"`, (path) => (dryRun ? path : (moves.get(path) ?? path)));
}

/** A warning if there are symlinks in a folder that is moved: who made them has to say where they are to lead. */
async function symlinksLeftBehind(context: ToolContext, { folders }: MoveWish): Promise<string | undefined> {
  const { symlinksIn } = await context.writing();
  const links = await symlinksIn(folders);
  if (links.length === 0) return undefined;
  const more = links.length - MOST_NAMED;
  const named = links.slice(0, MOST_NAMED).map((path) => `"${path}"`);
  return `Symlinks are not moved. These stay where they are: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}

const MOST_NAMED = 5;

interface HowToMove {
  keepAlias: boolean;
  /** A note that is there already takes the other one in. */
  mayMerge: boolean;
}

function countOf({ kind, moves }: MoveWish, merged: boolean): { moved?: number; merged?: true } {
  return { ...(kind === 'folder' ? { moved: moves.size } : {}), ...(merged ? { merged: true as const } : {}) };
}

async function move(context: ToolContext, wish: MoveWish, how: HowToMove): Promise<MoveNoteOutput> {
  const { from, to } = wish;
  const { inFlight } = await context.writing();
  // Lets calls sent before the move write first.
  await inFlight.settled(MOST_WAIT_MS);
  const startedMs = Date.now();
  for (let tries = 1; ; tries++) {
    const planning = await planMove(context, wish, how, true);
    const { move: planned, plan, changes, prepared, merged } = planning;
    try {
      const { taken, warning: ofWrite } = await applyChange(context, TOOL, changes, prepared, wish.folders);
      const late = await rewriteLateLinks(context, TOOL, { move: planned, startedMs, written: writtenBy(changes) });
      const { files, occurrences } = countLinks(plan);
      const more = late.paths.filter((path) => !plan.some((file) => file.path === path));
      const linksRewritten = { files: files + new Set(more).size, occurrences: occurrences + late.occurrences };
      return {
        from,
        to,
        linksRewritten,
        stubsPruned: taken.stubsPruned,
        ...countOf(wish, merged),
        ...withWarnings(wish.warning, planning.warning, ofWrite),
      };
    } catch (error) {
      if (!isChangedMeanwhile(error, from) || tries >= MOST_TRIES) throw error;
      await context.engine.refresh({ paths: plan.map(({ path }) => path) });
    }
  }
}

interface PlannedMove {
  move: NoteMove;
  plan: PlannedFile[];
  changes: FileChange[];
  prepared: string[];
  merged: boolean;
  warning?: string;
}

/**
 * What to write. The app's editors of the `prepared` notes are held until `afterWrite`. Throws the errors of the write
 * itself as far as they can be foreseen. With `typed`, links that were only typed so far are on disk afterwards.
 */
async function planMove(
  context: ToolContext,
  { kind, from, to, there, moves }: MoveWish,
  { keepAlias, mayMerge }: HowToMove,
  typed = false,
): Promise<PlannedMove> {
  const { read, rules, settings, slicer } = await context.writing();
  const { files, sources, hidden } = await context.engine.linkSources({ paths: [...moves].flat() });
  const known = new Set(files);
  let merged = false;
  for (const [one, other] of moves) {
    if (!(known.has(other) && !moves.has(other)) && !(await isTaken(other, one, moves, read))) continue;
    if (!mayMerge || kind !== 'note') throw taken(kind, other, mayMerge);
    merged = true;
  }
  const paths = [...new Set([...[...moves.keys()].filter(isReadable), ...sources, ...(merged ? [to] : [])])];
  const found = { paths, hidden };
  // Do not make the app save editors for a move that will be refused.
  const move = await slicer.run(movesOf(moves, files, (await settings()).newLinkFormat));
  if (rules.folders !== null) await planRewrites(context, move, found);
  await context.engine.prepareWrite({ paths, ...(typed ? { typed } : {}) });
  try {
    const { plan, bytesOf } = await planRewrites(context, move, found);
    const alias = keepAlias ? from : null;
    const planned = { move, plan, prepared: paths, merged };
    if (merged)
      return { ...planned, ...(await slicer.run(mergeChanges({ from, to, move, bytesOf, hidden }, plan, alias))) };
    return { ...planned, changes: await slicer.run(moveChanges({ moves, there }, plan, bytesOf, alias)) };
  } catch (error) {
    await tellEditors(context.engine, { paths });
    throw error;
  }
}

/** The error for a place that is taken, with the way out for what is moved. */
function taken(kind: MoveWish['kind'], path: string, mayMerge: boolean): VaultLoomError {
  const ways = {
    note: 'Two notes can be merged with `onExists`.',
    attachment: 'Only notes can be merged: give it another name, or delete one of the two files in the app.',
    folder: 'Two notes of one name can be merged with `onExists`, if they are moved one by one.',
  };
  const isInVain = mayMerge && kind !== 'note';
  return new VaultLoomError(
    'note_exists',
    `There is a file "${path}" already${isInVain ? `, and \`onExists\` merge is not for ${kind === 'folder' ? 'folders' : 'attachments'}` : ''}.`,
    { hint: `Choose another destination; nothing is ever replaced. ${ways[kind]}` },
  );
}

function isReadable(path: string): boolean {
  return isNotePath(path) || isCanvasPath(path);
}

function writtenBy(changes: readonly FileChange[]): Map<string, Uint8Array> {
  return new Map(changes.flatMap((change) => (change.kind === 'edit' ? [[change.path, change.after] as const] : [])));
}

/**
 * Whether a file is there that the index does not know, or, on a disk that ignores letter case, one spelled
 * differently.
 */
async function isTaken(
  to: string,
  from: string,
  moves: ReadonlyMap<string, string>,
  read: (path: string) => Promise<Uint8Array>,
): Promise<boolean> {
  if (foldPath(to) === foldPath(from) || moves.has(to)) return false;
  return read(to).then(
    () => true,
    () => false,
  );
}

/** Leaves out hidden notes and canvases, which are rewritten and counted but never named. */
function shownFiles(plan: readonly PlannedFile[]): { path: string; occurrences: number }[] {
  return plan.flatMap(({ path, occurrences, isHidden }) => (isHidden ? [] : [{ path, occurrences }]));
}
