import type { Engine } from '../../engine/engine.ts';
import { ENGINE_METHODS, type EngineMethod } from '../../engine/engine-routes.ts';
import type { AppliedChange, Course } from '../../writing/change/file-change.ts';
import type { ToolContext } from '../tool.ts';
import type { NoteWriter } from '../write/parts/writing-parts.ts';

/** What a change needs before and after it: never given up. */
const ALWAYS_ANSWERED: ReadonlySet<EngineMethod> = new Set<EngineMethod>(['prepareWrite', 'afterWrite', 'refresh']);

/**
 * The context of a call that ends when it is cancelled. Until it has changed anything, its questions are given up, its
 * planning stops at the next pause, and files that are half written are taken back. Afterwards it goes on to its end,
 * as a change that stands needs what follows from it.
 */
export function stoppable(context: ToolContext): ToolContext {
  const { signal, progress } = context;
  const stop = new AbortController();
  let hasWritten = false;
  const cancel = (): void => {
    if (!hasWritten) stop.abort(signal.reason);
  };
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  const course: Course = {
    signal: stop.signal,
    onWritten: (done, total) => {
      progress?.({ part: 'writing', done, total });
    },
  };
  const noting = async (applying: Promise<AppliedChange>): Promise<AppliedChange> => {
    const applied = await applying;
    hasWritten ||= applied.id !== undefined;
    return applied;
  };
  return {
    ...context,
    engine: askedUntil(context.engine, stop.signal),
    writing: async () => {
      const writing = await context.writing();
      const { writer, slicer } = writing;
      return { ...writing, slicer: slicer.stoppedBy(stop.signal), writer: coursing(writer, course, noting) };
    },
  };
}

function askedUntil(engine: Engine, signal: AbortSignal): Engine {
  const methods = ENGINE_METHODS.map((method) => {
    const ask = (input: unknown): Promise<unknown> => {
      // The table pairs each method with its own input.
      const asked = engine[method] as (input: unknown, signal?: AbortSignal) => Promise<unknown>;
      return ALWAYS_ANSWERED.has(method) ? asked.call(engine, input) : asked.call(engine, input, signal);
    };
    return [method, ask] as const;
  });
  return Object.fromEntries(methods) as unknown as Engine;
}

function coursing(
  writer: NoteWriter,
  course: Course,
  noting: (applying: Promise<AppliedChange>) => Promise<AppliedChange>,
): NoteWriter {
  return {
    history: writer.history,
    warnings: () => writer.warnings(),
    read: (path) => writer.read(path),
    plan: (change) => writer.plan(change),
    planUndo: (ids, options) => writer.planUndo(ids, options),
    apply: (change) => noting(writer.apply({ ...change, course })),
    withPaths: (paths, work) =>
      writer.withPaths(paths, (session) =>
        work({ read: (path) => session.read(path), apply: (change) => noting(session.apply({ ...change, course })) }),
      ),
    undo: (ids, options = {}) => noting(writer.undo(ids, { ...options, course })),
  };
}
