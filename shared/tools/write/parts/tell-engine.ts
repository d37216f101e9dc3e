import type { Engine } from '../../../engine/engine.ts';
import type { MovedFile, RefreshResult } from '../../../protocol/engine-messages.ts';
import type { FileChange } from '../../../writing/change/file-change.ts';

/** From this many rewritten notes on, a tool answers before they are indexed; the next call waits for that. */
const MANY_EDITS = 16;

/** What was written. */
export interface WrittenFiles {
  /** As they were asked for. */
  files: readonly FileChange[];
  /** Every path that open editors were prepared for. */
  touched: readonly string[];
  /** Every path that was written, created or removed. */
  written: readonly string[];
  moved: readonly MovedFile[];
}

/** Updates the index and the app's editors after a change. */
export async function tellEngine(
  engine: Pick<Engine, 'afterWrite' | 'refresh'>,
  { files, touched, written, moved }: WrittenFiles,
): Promise<RefreshResult> {
  const edited = new Set(files.flatMap((file) => (file.kind === 'edit' ? [file.path] : [])));
  const later = edited.size < MANY_EDITS ? [] : written.filter((path) => edited.has(path));
  const now = later.length === 0 ? [...written] : written.filter((path) => !edited.has(path));
  const [refreshed] = await Promise.all([
    engine.refresh({ paths: now, ...(later.length === 0 ? {} : { later }) }),
    engine.afterWrite({ paths: [...touched], ...(moved.length === 0 ? {} : { moved: [...moved] }) }),
  ]);
  return refreshed;
}
