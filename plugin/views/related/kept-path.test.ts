import { describe, expect, it } from 'vitest';
import { MISSING_MS } from '../notes/moved-later.ts';
import { KeptPath } from './kept-path.ts';

interface Bench {
  kept: KeptPath;
  notes: Set<string>;
  /** Lets time pass in which nothing happens. */
  after: (ms: number) => void;
  /** The same, until the check that is due. */
  untilDue: () => void;
  dropped: () => number;
}

function bench(): Bench {
  const notes = new Set(['A.md']);
  let now = 0;
  let drops = 0;
  const due: { at: number; task: () => void }[] = [];
  const kept: KeptPath = new KeptPath({
    exists: (path) => notes.has(path),
    again: () => kept.check(),
    dropped: () => drops++,
    now: () => now,
    schedule: (task, ms) => {
      const entry = { at: now + ms, task };
      due.push(entry);
      return () => due.splice(due.indexOf(entry), due.includes(entry) ? 1 : 0);
    },
  });
  kept.set('A.md');
  const untilDue = (): void => {
    const [first] = due.splice(0);
    now = first?.at ?? now;
    first?.task();
  };
  return { kept, notes, after: (ms) => (now += ms), untilDue, dropped: () => drops };
}

describe('what a pane keeps to', () => {
  it('lets go of a note that is deleted, a moment later', () => {
    const { kept, notes, after } = bench();
    notes.delete('A.md');
    kept.check();
    expect(kept.path).toBe('A.md');
    after(MISSING_MS - 1);
    kept.check();
    expect(kept.path).toBe('A.md');
    after(1);
    kept.check();
    expect(kept.path).toBeNull();
  });

  it('stays with a note that is moved, whether the app sees that before or after it is told', () => {
    for (const isToldFirst of [true, false]) {
      const { kept, notes, after } = bench();
      const tell = (): void => kept.set('B.md');
      if (isToldFirst) tell();
      notes.delete('A.md');
      kept.check();
      after(MISSING_MS - 1);
      if (!isToldFirst) tell();
      notes.add('B.md');
      kept.check();
      after(MISSING_MS);
      kept.check();
      expect(kept.path).toBe('B.md');
    }
  });

  it('lets go of a note that was deleted while the app was closed, with nothing else happening', () => {
    const { kept, notes, untilDue, dropped } = bench();
    notes.delete('A.md');
    kept.check();
    kept.check();
    expect(dropped()).toBe(0);
    untilDue();
    expect(kept.path).toBeNull();
    expect(dropped()).toBe(1);
    untilDue();
    expect(dropped()).toBe(1);
  });

  it('counts again when the note was back', () => {
    const { kept, notes, after } = bench();
    notes.delete('A.md');
    kept.check();
    notes.add('A.md');
    after(MISSING_MS);
    kept.check();
    notes.delete('A.md');
    kept.check();
    expect(kept.path).toBe('A.md');
  });
});
