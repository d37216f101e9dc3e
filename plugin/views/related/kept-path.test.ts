import { describe, expect, it } from 'vitest';
import { MISSING_MS } from '../notes/moved-later.ts';
import { KeptPath } from './kept-path.ts';

function bench(): { kept: KeptPath; notes: Set<string>; after: (ms: number) => void } {
  const notes = new Set(['A.md']);
  let now = 0;
  const kept = new KeptPath(
    (path) => notes.has(path),
    () => now,
  );
  kept.set('A.md');
  return { kept, notes, after: (ms) => (now += ms) };
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
