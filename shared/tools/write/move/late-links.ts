import type { NoteMove } from '../../../edit/link/link-rewrite.ts';
import { applyTextEdits } from '../../../edit/link/text-edit.ts';
import { planMoveSteps, type CandidateNote } from '../../../edit/link/move-plan.ts';
import { isSameBytes } from '../../../kit/bytes/common-bytes.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import { parseNoteSteps } from '../../../markdown/parse-note.ts';
import type { FileChange } from '../../../writing/change/file-change.ts';
import type { ToolContext } from '../../tool.ts';
import { applyChange, isFileChanged } from '../parts/apply-change.ts';
import { decodeNote, encodeNote } from '../parts/note-text.ts';

export interface DoneMove {
  move: NoteMove;
  /** When it began, milliseconds since 1970. */
  startedMs: number;
  /** The bytes it left in the notes it rewrote. */
  written: ReadonlyMap<string, Uint8Array>;
}

/** What was rewritten after a move. */
export interface LateLinks {
  paths: string[];
  occurrences: number;
}

/**
 * Rewrites links to a moved note that any process wrote after the move was planned. Looks for them on disk, since an
 * index may not know them yet. What fails is left as it is.
 */
export async function rewriteLateLinks(context: ToolContext, tool: string, done: DoneMove): Promise<LateLinks> {
  const late: LateLinks = { paths: [], occurrences: 0 };
  const { inFlight } = await context.writing();
  await inFlight.settled(MOST_WAIT_MS);
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    try {
      const { files, occurrences } = await planLate(context, done);
      if (files.length === 0) break;
      await applyChange(context, tool, files);
      late.paths.push(...files.map((file) => file.path));
      late.occurrences += occurrences;
    } catch (error) {
      // The move stands: a file we cannot read or may not write keeps its link, like a note written after the move.
      if (!isFileChanged(error)) break;
    }
  }
  return late;
}

async function planLate(
  context: ToolContext,
  { move, startedMs, written }: DoneMove,
): Promise<{ files: (FileChange & { kind: 'edit' })[]; occurrences: number }> {
  const { changedSince, read, slicer } = await context.writing();
  const candidates: CandidateNote[] = [];
  const bytesOf = new Map<string, Uint8Array>();
  const arrived = new Set(move.moves.values());
  for (const path of await changedSince(startedMs - CLOCK_SLACK_MS)) {
    if (arrived.has(path)) continue;
    const bytes = await read(path).catch(() => null);
    const known = written.get(path);
    if (bytes === null || (known !== undefined && isSameBytes(known, bytes))) continue;
    const text = textOf(path, bytes);
    if (text === null) continue;
    bytesOf.set(path, bytes);
    candidates.push({ path, text, parsed: await slicer.run(parseNoteSteps(text)) });
  }
  const rewrites = await slicer.run(planMoveSteps(move, candidates));
  const files = rewrites.map(({ path, edits }) => {
    const before = bytesOf.get(path) ?? new Uint8Array();
    return { kind: 'edit' as const, path, before, after: encodeNote(applyTextEdits(decodeNote(path, before), edits)) };
  });
  return { files, occurrences: rewrites.reduce((sum, rewrite) => sum + rewrite.occurrences, 0) };
}

/** Null if it cannot be written back byte for byte. */
function textOf(path: string, bytes: Uint8Array): string | null {
  try {
    return decodeNote(path, bytes);
  } catch (error) {
    if (error instanceof VaultLoomError) return null;
    throw error;
  }
}

const MOST_TRIES = 5;
const MOST_WAIT_MS = 2_000;
/** The disk's clock may differ, and some disks round times to two seconds. */
const CLOCK_SLACK_MS = 3_000;
