import type { NoteMove } from '../../edit/link/link-rewrite.ts';
import { applyTextEdits } from '../../edit/link/text-edit.ts';
import { noteMove, planMoveSteps, type CandidateNote, type FileRewrite } from '../../edit/link/move-plan.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { moveNoteInput, moveNoteOutput, moveNoteResult, type MoveNoteOutput } from '../../protocol/schemas/write.ts';
import { isCanvasPath } from '../../notes/canvas.ts';
import { basename, foldPath, isNotePath, toNfc } from '../../vault/paths.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import type { FileChange } from '../../writing/change/file-change.ts';
import { rewriteLateLinks } from './late-links.ts';
import { WRITES, defineTool, type ToolContext } from '../tool.ts';
import { applyChange, decodeNote, encodeNote, findWritable, isFileChanged, refuseForbidden } from './rewrite-note.ts';

const TOOL = 'move_note';
const MOST_TRIES = 8;
const MOST_WAIT_MS = 2_000;

export const moveNote = defineTool({
  name: TOOL,
  title: 'Move or rename a note',
  description: 'Move a note; every link to it is rewritten. Never replaces one.',
  input: moveNoteInput,
  output: moveNoteOutput,
  strictOutput: moveNoteResult,
  annotations: { ...WRITES, destructiveHint: false },
  needsIndex: true,
  async run({ source, destination, dryRun }, context): Promise<MoveNoteOutput> {
    const { path: from } = await findWritable(context, source);
    const to = destinationPath(from, destination);
    if (to === from)
      throw new VaultLoomError('invalid_arguments', `"${from}" is already the note's path.`, {
        hint: 'Give another destination.',
      });
    await refuseForbidden(context, from, 'remove');
    await refuseForbidden(context, to, 'make');
    if (dryRun) {
      const { plan, prepared } = await planMove(context, from, to);
      await context.engine.afterWrite({ paths: prepared });
      return { dryRun: true, from, to, linksRewritten: countLinks(plan), files: shownFiles(plan) };
    }
    const { moves } = await context.writing();
    return moves.run(() => move(context, from, to));
  },
});

async function move(context: ToolContext, from: string, to: string): Promise<MoveNoteOutput> {
  const { inFlight } = await context.writing();
  // Lets calls sent before the move write first.
  await inFlight.settled(MOST_WAIT_MS);
  const startedMs = Date.now();
  for (let tries = 1; ; tries++) {
    const { move: planned, plan, changes, prepared } = await planMove(context, from, to);
    try {
      const { refreshed, warning } = await applyChange(context, TOOL, changes, prepared);
      const late = await rewriteLateLinks(context, TOOL, { move: planned, startedMs, written: writtenBy(changes) });
      const { files, occurrences } = countLinks(plan);
      const more = late.paths.filter((path) => !plan.some((file) => file.path === path));
      const linksRewritten = { files: files + new Set(more).size, occurrences: occurrences + late.occurrences };
      return {
        from,
        to,
        linksRewritten,
        stubsPruned: refreshed.stubsPruned,
        ...(warning === undefined ? {} : { warning }),
      };
    } catch (error) {
      if (!isChangedMeanwhile(error, from) || tries >= MOST_TRIES) throw error;
      await context.engine.refresh({ paths: plan.map(({ path }) => path) });
    }
  }
}

/** Whether a note to rewrite was edited or deleted after planning. */
function isChangedMeanwhile(error: unknown, from: string): boolean {
  return (
    isFileChanged(error) ||
    (error instanceof VaultLoomError && error.code === 'note_not_found' && error.details?.['path'] !== from)
  );
}

/** A rewrite, and the bytes it was planned for. */
interface PlannedFile extends FileRewrite {
  before: Uint8Array;
  isHidden: boolean;
}

/** What to write. Throws the errors of the write itself as far as they can be foreseen. */
async function planMove(
  context: ToolContext,
  from: string,
  to: string,
): Promise<{ move: NoteMove; plan: PlannedFile[]; changes: FileChange[]; prepared: string[] }> {
  const { read, rules } = await context.writing();
  const { files, sources, hidden } = await context.engine.linkSources({ paths: [from, to] });
  if (files.includes(to) || (await isTaken(to, from, read)))
    throw new VaultLoomError('note_exists', `There is a file "${to}" already.`, {
      hint: 'Choose another destination; nothing is ever replaced.',
    });
  const paths = [...new Set([from, ...sources])];
  // Do not make the app save editors for a move that will be refused.
  if (rules.folders !== null) await planRewrites(context, from, to, { paths, files, hidden });
  await context.engine.prepareWrite({ paths });
  const { move, plan } = await planRewrites(context, from, to, { paths, files, hidden });
  return { move, plan, changes: changesOf(from, to, plan), prepared: paths };
}

async function planRewrites(
  context: ToolContext,
  from: string,
  to: string,
  { paths, files, hidden }: { paths: string[]; files: string[]; hidden: string[] },
): Promise<{ move: NoteMove; plan: PlannedFile[] }> {
  const { read, settings, slicer } = await context.writing();
  const bytesOf = new Map<string, Uint8Array>();
  const candidates: CandidateNote[] = [];
  const canvases: { path: string; text: string }[] = [];
  for (const path of paths) {
    const text = await readText(path, read, bytesOf);
    if (text === null) continue;
    if (isCanvasPath(path)) canvases.push({ path, text });
    else candidates.push({ path, text, parsed: await slicer.run(parseNoteSteps(text)) });
  }
  const move = noteMove(from, to, files, (await settings()).newLinkFormat);
  const rewrites = await slicer.run(planMoveSteps(move, candidates, canvases));
  const unseen = new Set(hidden);
  const plan = rewrites.map((rewrite) => ({
    ...rewrite,
    before: bytesOf.get(rewrite.path) ?? new Uint8Array(),
    isHidden: unseen.has(rewrite.path),
  }));
  for (const { path } of plan) await refuseForbidden(context, path, 'edit');
  return { move, plan };
}

function writtenBy(changes: readonly FileChange[]): Map<string, Uint8Array> {
  return new Map(changes.flatMap((change) => (change.kind === 'edit' ? [[change.path, change.after] as const] : [])));
}

function countLinks(plan: readonly PlannedFile[]): { files: number; occurrences: number } {
  return { files: plan.length, occurrences: plan.reduce((sum, file) => sum + file.occurrences, 0) };
}

/**
 * Whether a file is there that the index does not know, or, on a disk that ignores letter case, one spelled
 * differently.
 */
async function isTaken(to: string, from: string, read: (path: string) => Promise<Uint8Array>): Promise<boolean> {
  if (foldPath(to) === foldPath(from)) return false;
  return read(to).then(
    () => true,
    () => false,
  );
}

/** Leaves out hidden notes and canvases, which are rewritten and counted but never named. */
function shownFiles(plan: readonly PlannedFile[]): { path: string; occurrences: number }[] {
  return plan.flatMap(({ path, occurrences, isHidden }) => (isHidden ? [] : [{ path, occurrences }]));
}

/** Null for a file deleted meanwhile. Bytes that are not UTF-8 matter only once the file must be written. */
async function readText(
  path: string,
  read: (path: string) => Promise<Uint8Array>,
  bytesOf: Map<string, Uint8Array>,
): Promise<string | null> {
  try {
    const bytes = await read(path);
    bytesOf.set(path, bytes);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof VaultLoomError && error.code === 'note_not_found') return null;
    throw error;
  }
}

function changesOf(from: string, to: string, plan: readonly PlannedFile[]): FileChange[] {
  const edited = new Map(
    plan.map((file) => [
      file.path,
      { before: file.before, after: encodeNote(applyTextEdits(decodeNote(file.path, file.before), file.edits)) },
    ]),
  );
  const own = edited.get(from);
  edited.delete(from);
  return [
    { kind: 'move', from, to, ...(own === undefined ? {} : { edit: own }) },
    ...[...edited].map(([path, edit]): FileChange => ({ kind: 'edit', path, ...edit })),
  ];
}

/** Adds `.md` if missing (a dot in a name is no extension). A destination that ends in `/` is a folder. */
function destinationPath(from: string, destination: string): string {
  const path = toNfc(destination.trim().replace(/^\/(?!\/)/, ''));
  if (path.endsWith('/')) return `${path}${basename(from)}`;
  return isNotePath(path) ? path : `${path}.md`;
}
