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

  it.each([
    ['緑茶', '私は緑茶が好き'],
    ['北京', '我爱北京天安门'],
    ['กรุงเทพ', 'ไปกรุงเทพแล้ว'],
    ['서울', '서울에 갔다'],
  ])('may stand between letters in scripts without blanks: %s in %s', (name, text) => {
    expect(found([name], text)).toEqual([[1, name]]);
  });

  it('are found across Unicode forms, and not in the middle of a letter', () => {
    expect(found(['Fe\u0302te'], 'the f\u00eate')).toEqual([[1, 'f\u00eate']]);
    expect(found(['F\u00eate'], 'the fe\u0302te')).toEqual([[1, 'fe\u0302te']]);
    expect(found(['cafe'], 'a cafe\u0301')).toEqual([]);
    expect(found(['서울'], '옛서울')).toEqual([]);
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
