import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from './history.ts';
import { runsOf, undoOrder } from './history-runs.ts';
import { standing } from './undone-by.ts';

/** A history from its beginning: `a1@0` is change 1 of client a in second 0, `a2@5<a1` undoes a1. Newest first. */
const history = (text: string): HistoryEntry[] =>
  text
    .split(' ')
    .map((each): HistoryEntry => {
      const [, id = '', seconds = '', undoes] = /^(\w+)@(\d+)(?:<(\w+))?$/.exec(each) ?? [];
      const time = new Date(Number(seconds) * 1_000).toISOString();
      return { id, time, tool: 'edit_note', client: id.charAt(0), files: [], ...(undoes !== undefined && { undoes }) };
    })
    .reverse();
const shown = (text: string): string[] =>
  runsOf(history(text)).map(({ run, client, changes }) => `${run}/${client}: ${changes.map(({ id }) => id).join(' ')}`);

describe('runsOf', () => {
  it('ends a run after a pause of two minutes', () => {
    expect(shown('a1@0 a2@119 a3@239')).toEqual(['a3/a: a3', 'a1/a: a2 a1']);
  });

  it('keeps the run of a client together while others write', () => {
    expect(shown('a1@0 b1@10 a2@20 b2@30')).toEqual(['b1/b: b2 b1', 'a1/a: a2 a1']);
  });

  it('goes by the order of changes after the clock was set back', () => {
    expect(shown('a1@900 a2@10')).toEqual(['a1/a: a2 a1']);
    expect(shown('a1@900 b1@10')).toEqual(['b1/b: b1', 'a1/a: a1']);
  });

  it('says when a run began and ended, and has none without changes', () => {
    expect(runsOf(history('a1@0 a2@60'))[0]).toMatchObject({
      from: '1970-01-01T00:00:00.000Z',
      to: '1970-01-01T00:01:00.000Z',
    });
    expect(runsOf([])).toEqual([]);
  });
});

describe('standing', () => {
  it('follows undo and redo', () => {
    expect([...standing(history('a1@0 u1@1<a1'))]).toEqual(['u1']);
    expect([...standing(history('a1@0 u1@1<a1 u2@2<u1'))]).toEqual(['u2', 'a1']);
    expect([...standing(history('a1@0 u1@1<a1 u2@2<u1 u3@3<a1'))]).toEqual(['u3', 'u2']);
  });
});

describe('undoOrder', () => {
  it('takes the newest first and leaves out what is undone', () => {
    expect(undoOrder(history('a1@0 a2@1 u1@2<a1 a3@3'), new Set(['a1', 'a2', 'a3']))).toEqual(['a3', 'a2']);
  });

  it('leaves a change and its undo alone if both are chosen, and redoes if only the undo is', () => {
    const entries = history('a1@0 u1@1<a1 a2@2');
    expect(undoOrder(entries, new Set(['a1', 'u1', 'a2']))).toEqual(['a2']);
    expect(undoOrder(entries, new Set(['u1', 'a2']))).toEqual(['a2', 'u1']);
  });

  it('undoes what an undo of several brings back, as far as it is chosen', () => {
    const entries = history('a1@0 a2@1 u1@2<a2').map((one) => (one.id === 'u1' ? { ...one, undoesToo: ['a1'] } : one));
    expect(undoOrder(entries, new Set(['a2', 'u1']))).toEqual(['u1', 'a2']);
    expect(undoOrder(entries, new Set(['a1', 'a2', 'u1']))).toEqual([]);
    expect(undoOrder(entries, new Set(['u1']))).toEqual(['u1']);
  });
});
