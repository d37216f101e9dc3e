import { VaultLoomError } from '../../../protocol/errors.ts';
import type { Steps } from '../../../kit/concurrency/slices.ts';
import type { VaultWriter } from '../../../writing/vault-writer.ts';
import type { WriteSession } from '../../../writing/write-session.ts';
import type { FileChange } from '../../../writing/change/file-change.ts';
import { checkWritePath } from '../../../writing/places/path-guard.ts';
import { clientName, type ToolContext } from '../../tool.ts';
import { takeIn, tellEditors } from './tell-engine.ts';
import { isFileChanged, warningOf } from './apply-change.ts';
import { refuseHidden } from './find-writable.ts';
import { decodeNote, encodeNote } from './note-text.ts';

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
      await tellEditors(context.engine, { paths: [path] });
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
