import { describe, expect, it } from 'vitest';
import { directionOf, nextInDirection } from './next-shape.ts';

const PLACES = [
  { key: 'middle', x: 0, y: 0 },
  { key: 'right', x: 50, y: 5 },
  { key: 'further', x: 90, y: 0 },
  { key: 'above', x: 10, y: -60 },
  { key: 'aside', x: 20, y: 100 },
];
const from = (key: string, arrow: string): string | undefined => {
  const [start, direction] = [PLACES.find((place) => place.key === key), directionOf(arrow)];
  if (start === undefined || direction === null) throw new Error('There is no such step.');
  return nextInDirection(start, PLACES, direction)?.key;
};

describe('the next one in a direction', () => {
  it('is the nearest one there', () => {
    expect(from('middle', 'ArrowRight')).toBe('right');
    expect(from('right', 'ArrowRight')).toBe('further');
    expect(from('middle', 'ArrowUp')).toBe('above');
    expect(from('middle', 'ArrowDown')).toBe('aside');
  });

  it('is none at the edge', () => {
    expect(from('further', 'ArrowRight')).toBeUndefined();
    expect(from('middle', 'ArrowLeft')).toBeUndefined();
  });

  it('is for arrows alone', () => expect(directionOf('Enter')).toBeNull());
});
