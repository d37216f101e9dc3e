import { expect, it } from 'vitest';
import { circle, mapOf } from './map-test-kit.ts';
import { levelsOf } from './map-levels.ts';

it('has the largest theme first, those of one size by name, and notes in no theme last', () => {
  const named = (label: string, size: number): ReturnType<typeof circle> => ({ ...circle(label, size, 0, 0), label });
  const circles = [
    circle('unsorted', 9, 0, 0),
    named('Week 10', 3),
    named('Week 9', 3),
    named('Zoo', 4),
    named('Élan', 3),
  ];
  const [level] = levelsOf({ whole: mapOf({ circles }), inside: [] });
  expect(level?.circles.map(({ id }) => id)).toEqual(['Zoo', 'Élan', 'Week 9', 'Week 10', 'unsorted']);
});
