import type { App, TextFileView, TFile } from 'obsidian';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import type { Schedule } from '../../shared/protocol/schedule.ts';
import { foldPath } from '../../shared/vault/paths.ts';
import { openTextViews } from './note-views.ts';

export interface SavePace {
  /** Replaces `setTimeout`, which is throttled while the app's window is hidden. */
  schedule: Schedule;
  /** Longest time for one editor, in milliseconds. */
  longestMs?: number;
}

const LONGEST_MS = 3_000;
/** How long the app may take to notice what others wrote into a file. */
const NOTICE_MS = 1_500;
const NOTICE_POLL_MS = 25;

/**
 * Saves what the person has typed into these files and the app has not written yet, so that whoever writes next does so
 * on top of it. Editors without such text are left alone.
 *
 * @throws VaultLoomError `file_changed` where an editor cannot be saved, `timeout` where that takes too long
 */
export async function saveOpenEditors(app: App, paths: readonly string[], { schedule, longestMs = LONGEST_MS }: SavePace): Promise<void> {
  const asked = new Set(paths.map(foldPath));
  const unsaved = openTextViews(app).filter((view) => view.file !== null && asked.has(foldPath(view.file.path)) && hasUnsavedText(view));
  await Promise.all(unsaved.map((view) => saveInTime(app, view, schedule, longestMs)));
}

/**
 * The app marks a view with unsaved text; where a version of it does not, the text is compared with what was last read or
 * saved, regardless of line endings, which editors make one of.
 */
function hasUnsavedText(view: TextFileView): boolean {
  const { dirty } = view as TextFileView & { dirty?: unknown };
  if (typeof dirty === 'boolean') return dirty;
  return oneLineEnding(view.getViewData()) !== oneLineEnding(view.data);
}

async function saveInTime(app: App, view: TextFileView, schedule: Schedule, longestMs: number): Promise<void> {
  const path = view.file?.path ?? '';
  let callOff = (): void => undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    callOff = schedule(() => reject(unsavable('timeout', path, 'it takes too long')), longestMs);
  });
  try {
    await Promise.race([saveOnTop(app, view, schedule), tooLate]);
  } catch (error) {
    throw error instanceof VaultLoomError ? error : unsavable('file_changed', path, 'the app refused to', error);
  } finally {
    callOff();
  }
}

/**
 * A save writes the editor's text over whatever the file holds. What others wrote a moment ago the app merges into the
 * editor as soon as it notices, so that is waited for.
 */
async function saveOnTop(app: App, view: TextFileView, schedule: Schedule): Promise<void> {
  const end = performance.now() + NOTICE_MS;
  while (view.file !== null && performance.now() < end && !(await isNoticed(app, view.file))) {
    await new Promise<void>((resolve) => schedule(resolve, NOTICE_POLL_MS));
  }
  if (hasUnsavedText(view)) await view.save();
}

async function isNoticed(app: App, file: TFile): Promise<boolean> {
  const stat = await app.vault.adapter.stat(file.path).catch(() => null);
  return stat === null || (Math.abs(stat.mtime - file.stat.mtime) <= 1 && stat.size === file.stat.size);
}

function oneLineEnding(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function unsavable(code: 'file_changed' | 'timeout', path: string, why: string, cause?: unknown): VaultLoomError {
  return new VaultLoomError(code, `"${path}" is open in the app with unsaved text, which could not be saved: ${why}.`, {
    hint: 'Ask the person to save or close the note, and try again.',
    cause,
  });
}
