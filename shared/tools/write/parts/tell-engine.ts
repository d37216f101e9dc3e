import type { Engine } from '../../../engine/engine.ts';
import { inTime } from '../../../kit/time/deadline.ts';
import type { MovedFile, RefreshInput, RefreshResult } from '../../../protocol/engine-messages.ts';
import type { FileChange } from '../../../writing/change/file-change.ts';

/** From this many rewritten notes on, a tool answers before they are indexed; the next call waits for that. */
const MANY_EDITS = 16;
/** How long an answer waits until the index has read what was written: much less than clients wait for an answer. */
const TAKE_IN_MS = 20_000;

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

/** What the index made of written files; nothing, and a warning, if it has not read them yet. */
export interface TakenIn extends RefreshResult {
  warning?: string;
}

const NOT_TAKEN_IN: TakenIn = {
  refreshed: 0,
  stubsCreated: 0,
  stubsPruned: 0,
  warning: 'This is written. The index has not read it yet, so other tools may answer as before for a while.',
};

/**
 * Has the index read written files. Never rejects: the write stands, and a client that is told otherwise repeats it.
 */
export async function takeIn(engine: Pick<Engine, 'refresh'>, input: RefreshInput): Promise<TakenIn> {
  const taken = engine.refresh(input).catch(() => NOT_TAKEN_IN);
  return inTime(TAKE_IN_MS, taken, () => NOT_TAKEN_IN);
}

/** Updates the index and the app's editors after a change. Never rejects, as {@link takeIn} does not. */
export async function tellEngine(
  engine: Pick<Engine, 'afterWrite' | 'refresh'>,
  { files, touched, written, moved }: WrittenFiles,
): Promise<TakenIn> {
  const edited = new Set(files.flatMap((file) => (file.kind === 'edit' ? [file.path] : [])));
  const later = edited.size < MANY_EDITS ? [] : written.filter((path) => edited.has(path));
  const now = later.length === 0 ? [...written] : written.filter((path) => !edited.has(path));
  const [taken] = await Promise.all([
    takeIn(engine, { paths: now, ...(later.length === 0 ? {} : { later }) }),
    tellEditors(engine, { paths: [...touched], ...(moved.length === 0 ? {} : { moved: [...moved] }) }),
  ]);
  return taken;
}

/** Tells the app that a write is over. Never rejects: the app reads its notes again by itself. */
export async function tellEditors(
  engine: Pick<Engine, 'afterWrite'>,
  input: Parameters<Engine['afterWrite']>[0],
): Promise<void> {
  await engine.afterWrite(input).catch(() => undefined);
}
