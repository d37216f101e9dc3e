import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { placesOfNames } from './name-places.ts';

function found(names: string[], text: string, except: { start: number; end: number }[] = [], most = 50): unknown[] {
  return runSteps(placesOfNames(names)(text, 0, except, most)).map(({ start, length, line }) => [
    line,
    text.slice(start, start + length),
  ]);
}

describe('places of names', () => {
  it('are whole words, in any letter case, the first of each line', () => {
    const text = 'boats\r\nBoat, boat\nboathouse\rrow-boat_s 2boat\n\nthe boat';
    expect(found(['Boat'], text)).toEqual([
      [2, 'Boat'],
      [6, 'boat'],
    ]);
  });

  it('leave out ranges, also nested ones', () => {
    const text = 'ab ab ab ab\nab';
    const except = [
      { start: 4, end: 5 },
      { start: 0, end: 10 },
    ];
    expect(found(['ab'], text, except)).toEqual([[2, 'ab']]);
  });

  it('are found in short steps, up to as many as are wanted', () => {
    const text = 'AI is good.\n'.repeat(20_000);
    const steps = placesOfNames(['AI'])(text, 0, [{ start: 0, end: text.length - 12 }], 50);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(count).toBeGreaterThan(300);
    expect(step.value).toEqual([{ start: text.length - 12, length: 2, line: 20_000 }]);
    expect(found(['AI'], text)).toHaveLength(50);
  });
});
