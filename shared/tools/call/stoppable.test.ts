import { describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import { eventLoopYield, Slicer, type Steps } from '../../kit/concurrency/slices.ts';
import type { Change } from '../../writing/change/file-change.ts';
import type { ToolContext } from '../tool.ts';
import type { NoteWriter, Writing } from '../write/parts/writing-parts.ts';
import { stoppable } from './stoppable.ts';

const CHANGE = { tool: 'edit_note', client: 'a test', files: [] };

describe('a call that is cancelled', () => {
  it('gives up its questions, but not what goes with a change', async () => {
    const { context, engine, cancel } = makeContext();
    await context.engine.listNotes({} as never);
    await context.engine.afterWrite({ paths: ['a.md'] });
    const [, signal] = engine.listNotes.mock.calls[0] ?? [];
    expect(engine.afterWrite.mock.calls[0]).toEqual([{ paths: ['a.md'] }]);
    expect(signal?.aborted).toBe(false);
    cancel.abort(new Error('cancelled'));
    expect(signal?.reason).toEqual(new Error('cancelled'));
  });

  it('stops planning, and the change that is being written', async () => {
    const { context, apply, cancel } = makeContext();
    const { slicer, writer } = await context.writing();
    const planning = slicer.run(endless());
    cancel.abort(new Error('cancelled'));
    await expect(planning).rejects.toThrow('cancelled');
    await writer.apply(CHANGE);
    const [change] = apply.mock.calls[0] ?? [];
    expect(change?.course?.signal?.aborted).toBe(true);
  });

  it('runs to its end if its change is already complete', async () => {
    const { context, cancel } = makeContext();
    const { slicer, writer } = await context.writing();
    await writer.apply(CHANGE);
    cancel.abort(new Error('cancelled'));
    await slicer.pause();
    await expect(slicer.run(three())).resolves.toBe(3);
  });

  it('tells how far its change is', async () => {
    const { context, apply, told } = makeContext();
    const { writer } = await context.writing();
    await writer.apply(CHANGE);
    const [change] = apply.mock.calls[0] ?? [];
    change?.course?.onWritten?.(2, 5);
    expect(told).toEqual([{ part: 'writing', done: 2, total: 5 }]);
  });
});

function makeContext() {
  const cancel = new AbortController();
  const engine = {
    listNotes: vi.fn((_input: unknown, _signal?: AbortSignal) => Promise.resolve({})),
    afterWrite: vi.fn((_input: unknown) => Promise.resolve({})),
  };
  const apply = vi.fn((_change: Change) => Promise.resolve({ id: 'an id', paths: [], trashed: [] }));
  const writing = { writer: { apply } as unknown as NoteWriter, slicer: new Slicer(5, eventLoopYield()) };
  const told: unknown[] = [];
  const context = stoppable({
    engine: engine as unknown as Engine,
    signal: cancel.signal,
    progress: (progress: unknown) => told.push(progress),
    writing: () => Promise.resolve(writing as unknown as Writing),
  } as unknown as ToolContext);
  return { context, engine, apply, cancel, told };
}

function* endless(): Steps<void> {
  for (;;) yield;
}

function* three(): Steps<number> {
  yield;
  return 3;
}
