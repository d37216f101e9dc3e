import { isUtf8 } from 'node:buffer';
import type { Engine } from '../../../engine/engine.ts';
import { spellingsOf } from '../../../notes/note-names.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import type { Steps } from '../../../kit/concurrency/slices.ts';
import { basename, foldPath, withoutMd } from '../../../vault/paths.ts';
import { pathsOf, type AppliedChange, type Change, type FileChange } from '../../../writing/change/file-change.ts';
import type { VaultWriter } from '../../../writing/vault-writer.ts';
import type { WriteSession } from '../../../writing/write-session.ts';
import { hiddenPlace, noSuchFile } from '../../../writing/places/hidden-places.ts';
import { checkWritePath, type PathUse } from '../../../writing/places/path-guard.ts';
import { guard } from '../../../writing/change/guard-files.ts';
import { clientName, type ToolContext } from '../../tool.ts';
import { takeIn, tellEditors, tellEngine, type TakenIn } from './tell-engine.ts';

/** The result of editing one note. */
export interface RewrittenNote<T> {
  result: T;
  before: Uint8Array;
  after: Uint8Array;
  changed: boolean;
  /** What another program did to the note meanwhile, or that the index is behind, if either. */
  warning?: string;
}

export interface RewriteOptions {
  /** Whether the edit needs the text before the app saved unsaved typing. */
  wantsStored?: boolean;
  /** A note that must exist when this one is written; held in place meanwhile if it is writable. */
  target?: { path: string; went: (cause: unknown) => VaultLoomError };
}

const MOST_TRIES = 5;
/** How long a call waits for earlier ones that may make the note it names. */
const MOST_WAIT_MS = 2_000;

/**
 * Reads a note, edits it and writes it back, with no other call in between. If another program changed the file
 * meanwhile, edits the new text.
 * @throws VaultLoomError `file_changed` if the edit does not apply to the new text; what the writer and `edit` throw
 */
export async function rewriteNote<T>(
  context: ToolContext,
  tool: string,
  path: string,
  edit: NoteEditing<T>,
  { wantsStored = false, target }: RewriteOptions = {},
): Promise<RewrittenNote<T>> {
  const { writer, slicer, read, rules } = await context.writing();
  const isOurs = target !== undefined && checkWritePath(target.path, rules, 'edit').error === undefined;
  for (let tries = 1; ; tries++) {
    let isWriting = false;
    try {
      const rewritten = await writer.withPaths(isOurs ? [path, target.path] : [path], async (session) => {
        await refuseHidden(context, path);
        if (target !== undefined)
          await read(target.path).catch((error: unknown) =>
            Promise.reject(isMissing(error) ? target.went(error) : error),
          );
        const note = await readPrepared(context, path, session, wantsStored);
        const { after, result } = await slicer.run(edit(note));
        isWriting = true;
        const before = note.bytes;
        const applied = await session.apply(changeOf(context, tool, [{ kind: 'edit', path, before, after }]));
        return { result, before, after, changed: applied.id !== undefined, ...warningOf(applied) };
      });
      const [taken] = await Promise.all([
        rewritten.changed ? takeIn(context.engine, { paths: [path] }) : null,
        tellEditors(context.engine, { paths: [path] }),
      ]);
      return { ...(taken?.warning === undefined ? {} : { warning: taken.warning }), ...rewritten };
    } catch (error) {
      const mayTryAgain = isWriting && isFileChanged(error) && !isOpenInApp(error);
      if (mayTryAgain && tries < MOST_TRIES) continue;
      await context.engine.afterWrite({ paths: [path] });
      throw tries === 1 || isFileChanged(error) ? error : noLongerApplies(path, error);
    }
  }
}

/** A note's bytes once the app has saved unsaved typing, and, if asked for, its text before that. */
export interface PreparedNote {
  bytes: Uint8Array;
  hash: string;
  stored: string | null;
}

/** Edits a note's bytes. */
export type NoteEditing<T> = (note: PreparedNote) => Steps<{ after: Uint8Array; result: T }>;

/** Edits a note's text. */
export type TextEditing<T> = (text: string, note: PreparedNote) => Steps<T>;

/** An edit of the text as one of the bytes. Throws `file_not_utf8`. */
export function editingText<T extends { text: string }>(
  path: string,
  edit: TextEditing<T>,
): NoteEditing<Omit<T, 'text'>> {
  return function* (note) {
    const { text, ...result } = yield* edit(decodeNote(path, note.bytes), note);
    return { after: encodeNote(text), result };
  };
}

/** Reads a note after the app has saved unsaved typing. */
export async function readPrepared(
  context: ToolContext,
  path: string,
  session: Pick<WriteSession, 'read'>,
  wantsStored: boolean,
): Promise<PreparedNote> {
  const stored = wantsStored ? decodeNote(path, (await session.read(path)).bytes) : null;
  await context.engine.prepareWrite({ paths: [path] });
  return { ...(await session.read(path)), stored };
}

/** Applies a change, then updates the index and the app's editors, also of files only `prepared`. */
export function applyChange(
  context: ToolContext,
  tool: string,
  files: FileChange[],
  prepared: readonly string[] = [],
  emptied: readonly string[] = [],
): Promise<ChangeMade> {
  return applyAs(context, { tool, client: clientName(context), files, emptied: [...emptied] }, prepared);
}

/** Throws what {@link applyChange} would, as far as it can be foreseen. Writes nothing, for a dry run. */
export async function foresee(
  context: ToolContext,
  tool: string,
  files: FileChange[],
  emptied: readonly string[] = [],
): Promise<void> {
  const { writer } = await context.writing();
  await writer.plan({ tool, client: clientName(context), files, emptied: [...emptied] });
}

/** What became of a change. */
export interface ChangeMade {
  trashed: AppliedChange['trashed'];
  taken: TakenIn;
  warning?: string;
}

/** Like {@link applyChange}, for the client that the change names. */
export async function applyAs(
  context: Pick<ToolContext, 'engine' | 'writing'>,
  change: Pick<Change, 'tool' | 'client' | 'files' | 'emptied'>,
  prepared: readonly string[],
): Promise<ChangeMade> {
  const { writer } = await context.writing();
  const { files } = change;
  const touched = [...new Set([...prepared, ...pathsOf(files)])];
  const applied = await writer
    .apply({ ...change, prepare: (paths) => context.engine.prepareWrite({ paths, writing: true }) })
    .catch(async (error: unknown) => {
      await context.engine.afterWrite({ paths: touched });
      throw error;
    });
  const moved = files.flatMap((file) => (file.kind === 'move' ? [{ from: file.from, to: file.to }] : []));
  const taken = await tellEngine(context.engine, { files, touched, written: applied.paths, moved });
  const behind = taken.warning === undefined ? {} : { warning: taken.warning };
  return { trashed: applied.trashed, taken, ...behind, ...warningOf(applied) };
}

/** The note a tool may write to. Throws `note_not_found` (also for a stub, which has no file) and `ambiguous_note`. */
export async function findWritable(
  context: ToolContext,
  name: string,
  tolerance: 'write' | 'delete' = 'write',
): Promise<{ path: string; title: string }> {
  const { path, title, stub } = await resolveInOrder(context, name, tolerance);
  if (stub !== true) {
    await refuseHidden(context, path);
    return { path, title };
  }
  throw new VaultLoomError('note_not_found', `"${path}" is only linked to; there is no such note yet.`, {
    hint:
      tolerance === 'delete'
        ? 'There is no file to delete: it goes away with the links to it, which read_note of this path lists.'
        : 'Write it with create_note first.',
  });
}

/** Waits for earlier calls if the name alone decides: one of them may still be creating another note with that name. */
async function resolveInOrder(
  { engine, arrival }: ToolContext,
  name: string,
  tolerance: 'write' | 'delete',
): ReturnType<Engine['resolve']> {
  const found = engine.resolve({ name, tolerance });
  if (arrival === undefined) return found;
  const isCertain = await found.then(
    ({ path, stub }) => stub !== true && isOwnName(name, path),
    () => false,
  );
  return isCertain || !(await arrival.earlierEnded(MOST_WAIT_MS)) ? found : engine.resolve({ name, tolerance });
}

/** Whether a name is the note's path, or that of its file. */
function isOwnName(name: string, path: string): boolean {
  const own = foldPath(withoutMd(path));
  return spellingsOf(name).some((spelling) => [own, basename(own)].includes(foldPath(withoutMd(spelling))));
}

/**
 * Refuses a path as the write would, before a dry run shows the impossible or a move reads other notes.
 * @throws VaultLoomError `read_only`, `path_outside_vault`, `path_not_allowed`
 */
export async function refuseForbidden(
  context: Pick<ToolContext, 'writing'>,
  path: string,
  use: PathUse,
): Promise<void> {
  const { rules, hiding } = await context.writing();
  const guarded = guard(path, rules, use);
  if (use === 'make' && (await hiding())(guarded)) throw hiddenPlace(guarded);
}

/** Goes by the rules on disk, since an engine or a preview may be older. Throws `note_not_found`. */
async function refuseHidden(context: ToolContext, path: string): Promise<void> {
  const { hiding } = await context.writing();
  if ((await hiding())(path)) throw noSuchFile(path);
}

/** A note's text, with BOM and line ends. Throws `file_not_utf8` if writing it back would change bytes. */
export function decodeNote(path: string, bytes: Uint8Array): string {
  refuseOtherEncodings(path, bytes);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Throws `file_not_utf8` for bytes that are not UTF-8. */
export function refuseOtherEncodings(path: string, bytes: Uint8Array): void {
  if (isUtf8(bytes)) return;
  throw new VaultLoomError(
    'file_not_utf8',
    `"${path}" is not valid UTF-8, so it cannot be edited without losing bytes.`,
    { hint: 'Ask the person to save it as UTF-8 first.' },
  );
}

export function encodeNote(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Whether nothing was written, so the change can be redone on the new text. */
export function isFileChanged(error: unknown): boolean {
  return error instanceof VaultLoomError && error.code === 'file_changed' && error.details?.['clash'] !== true;
}

/** A warning if another program saved notes while they were being written. */
function warningOf({ id, overtaken = [] }: AppliedChange): { warning?: string } {
  const [first] = overtaken;
  if (first === undefined) return {};
  const notes = overtaken.length === 1 ? `"${first}"` : `"${first}" and ${overtaken.length - 1} more notes`;
  return {
    warning: `Another program saved ${notes} while this was being written. Read the current text again; what was written is in the history as ${id ?? ''}.`,
  };
}

/** The app cannot merge an editor's text in time; an immediate retry does not help. */
function isOpenInApp(error: unknown): boolean {
  return error instanceof VaultLoomError && error.details?.['isOpenInApp'] === true;
}

/**
 * An edit calls `prepareWrite` twice, and needs both. First before the note is read ({@link readPrepared}), because
 * edits look for unsaved typing too. Again right before writing, because the app holds its views only for seconds, and
 * a view may have opened meanwhile. The second call saves nothing typed since, unless the app has let go of its views;
 * then the file differs from what was read, and the edit is redone.
 */
function changeOf(context: ToolContext, tool: string, files: FileChange[]): Parameters<VaultWriter['apply']>[0] {
  return {
    tool,
    client: clientName(context),
    files,
    prepare: (paths) => context.engine.prepareWrite({ paths, writing: true }),
  };
}

function noLongerApplies(path: string, cause: unknown): unknown {
  if (!(cause instanceof VaultLoomError) || cause.code === 'file_changed' || cause.code === 'disk_full') return cause;
  return new VaultLoomError(
    'file_changed',
    `"${path}" was changed by another program, and the edit no longer applies: ${cause.message}`,
    {
      hint: 'Read the note again, then repeat the edit on its new text.',
      cause,
    },
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof VaultLoomError && error.code === 'note_not_found';
}
