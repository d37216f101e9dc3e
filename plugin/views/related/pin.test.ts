import { describe, expect, it } from 'vitest';
import { MISSING_MS, Pin } from './pin.ts';

function bench(): { pin: Pin; notes: Set<string>; after: (ms: number) => void } {
  const notes = new Set(['A.md']);
  let now = 0;
  const pin = new Pin(
    (path) => notes.has(path),
    () => now,
  );
  pin.set('A.md');
  return { pin, notes, after: (ms) => (now += ms) };
}

describe('the pin of a pane', () => {
  it('lets go of a note that is deleted, a moment later', () => {
    const { pin, notes, after } = bench();
    notes.delete('A.md');
    pin.check();
    expect(pin.path).toBe('A.md');
    after(MISSING_MS - 1);
    pin.check();
    expect(pin.path).toBe('A.md');
    after(1);
    pin.check();
    expect(pin.path).toBeNull();
  });

  it('stays with a note that is moved, whether the app sees that before or after it is told', () => {
    for (const isToldFirst of [true, false]) {
      const { pin, notes, after } = bench();
      const tell = (): void => pin.set('B.md');
      if (isToldFirst) tell();
      notes.delete('A.md');
      pin.check();
      after(MISSING_MS - 1);
      if (!isToldFirst) tell();
      notes.add('B.md');
      pin.check();
      after(MISSING_MS);
      pin.check();
      expect(pin.path).toBe('B.md');
    }
  });

  it('counts again when the note was back', () => {
    const { pin, notes, after } = bench();
    notes.delete('A.md');
    pin.check();
    notes.add('A.md');
    after(MISSING_MS);
    pin.check();
    notes.delete('A.md');
    pin.check();
    expect(pin.path).toBe('A.md');
  });
});
