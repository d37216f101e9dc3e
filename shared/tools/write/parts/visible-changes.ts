import { isSameBytes } from '../../../kit/bytes/common-bytes.ts';
import { unifiedDiff } from '../../../edit/unified-diff.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import type { FileDiff } from '../../../protocol/schemas/changes.ts';
import type { ChangedFile } from '../../../writing/change/changed-files.ts';
import type { HistoryEntry } from '../../../writing/journal/history.ts';
import type { IsHidden } from '../../../writing/places/hidden-places.ts';
import type { Writing } from './writing-parts.ts';

/** The history without what is hidden from assistants: neither its files, nor changes of nothing else. */
export async function visibleChanges({ writer, hiding }: Pick<Writing, 'writer' | 'hiding'>): Promise<HistoryEntry[]> {
  const isHidden = await hiding();
  return (await writer.history.list()).flatMap((entry) => {
    const files = entry.files.filter((file) => isSeen(file, isHidden));
    return files.length === 0 ? [] : [{ ...entry, files }];
  });
}

/** Whether a file may be named. */
export function isSeen({ path, to }: { path: string; to?: string }, isHidden: IsHidden): boolean {
  return !isHidden(path) && (to === undefined || !isHidden(to));
}

/** Every path of a change, each once. */
export function pathsOfEntry({ files }: Pick<HistoryEntry, 'files'>): string[] {
  return [...new Set(files.flatMap(({ path, to }) => (to === undefined ? [path] : [path, to])))];
}

const WHERE_CHANGES_ARE = 'List the changes with list_changes; they are kept for 30 days.';

/** The error for an id that no change has, or none that may be named. */
export function noSuchChange(id: string): VaultLoomError {
  return new VaultLoomError('invalid_arguments', `There is no change "${id}".`, {
    hint: WHERE_CHANGES_ARE,
    details: { id },
  });
}

/** The same for a run. */
export function noSuchRun(run: string): VaultLoomError {
  return new VaultLoomError('invalid_arguments', `There is no run "${run}".`, {
    hint: WHERE_CHANGES_ARE,
    details: { run },
  });
}

/**
 * The files of a change with their diffs, hidden ones left out, until the diffs take `most` bytes; later files have an
 * empty one.
 */
export async function diffsOf(
  files: readonly ChangedFile[],
  { hiding, slicer }: Pick<Writing, 'hiding' | 'slicer'>,
  most: number,
): Promise<FileDiff[]> {
  const isHidden = await hiding();
  const diffs: FileDiff[] = [];
  let used = 0;
  for (const { path, to, before, after } of files) {
    if (!isSeen({ path, ...(to === undefined ? {} : { to }) }, isHidden)) continue;
    await slicer.pause();
    const moved = to === undefined ? {} : { to };
    const shown =
      used < most
        ? unifiedDiff(path, before ?? NOTHING, after ?? NOTHING, to === undefined ? {} : { newPath: to })
        : { diff: '', ...(isSameBytes(before ?? NOTHING, after ?? NOTHING) ? {} : { diffTruncated: true as const }) };
    used += shown.diff.length;
    diffs.push({ path, ...moved, ...shown });
  }
  return diffs;
}

const NOTHING = new Uint8Array();
