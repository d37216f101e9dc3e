import { describe, expect, it } from 'vitest';
import { circle, dot, mapOf, themeOf } from '../map-test-kit.ts';
import { levelsOf, type MapLevel } from '../map-levels.ts';
import { COLORS, colorsOf, dotColors } from './colors.ts';
import { MOST_SHAPES, sceneOf, tiePath, tiesOf, type Marks } from './scene.ts';

const NONE: Marks = { active: new Set(), found: null };

const CIRCLES = [
  circle('a', 4, 0, 0, ['b', 'c', 'd']),
  circle('unsorted', 9, 200, 200),
  circle('b', 25, 100, 0, ['a']),
  circle('c', 1, 0, 100, ['a', 'gone']),
  circle('d', 2, 0, 200, ['a']),
];

function whole(): MapLevel {
  const [level] = levelsOf({ whole: mapOf({ circles: CIRCLES }), inside: [] });
  if (level === undefined) throw new Error('There is no level.');
  return level;
}

describe('the picture of a level', () => {
  it('has a circle for each theme, the largest first and the unsorted last, in colours but for that', () => {
    const { shapes, key } = sceneOf(whole(), NONE, null);
    expect(key).toBe('');
    expect(shapes.map((shape) => [shape.key, shape.count])).toEqual([
      ['b', 25],
      ['a', 4],
      ['d', 2],
      ['c', 1],
      ['unsorted', 9],
    ]);
    expect(shapes.at(-1)).toMatchObject({ label: 'Unsorted', color: null });
    expect(new Set(shapes.slice(0, 4).map(({ color }) => color)).size).toBe(4);
    for (const { key: id, radius, count } of shapes)
      expect([id, radius ** 2]).toEqual([id, expect.closeTo(100 * count)]);
  });

  it('shows the two strongest ties of each theme, each tie once', () => {
    const { ties } = sceneOf(whole(), NONE, null);
    expect(ties.map(({ from, to }) => from + to).sort()).toEqual(['ab', 'ac', 'ad']);
    const many = [
      circle('x', 4, 0, 0, ['a', 'b', 'c']),
      circle('a', 1, 9, 9),
      circle('b', 1, 9, 9),
      circle('c', 1, 9, 9),
    ];
    expect(sceneOf({ ...whole(), circles: many }, NONE, null).ties).toHaveLength(2);
  });

  it('has all ties of one shape with those that are shown', () => {
    const shown = new Map(CIRCLES.map((each) => [each.id, each]));
    expect(tiesOf({ key: 'c', ties: ['a', 'gone', 'c'] }, shown)).toEqual([{ key: 'a\nc', from: 'a', to: 'c' }]);
  });

  it('marks the active note and what is not found, and says so', () => {
    const { shapes, ties } = sceneOf(whole(), { active: new Set(['a']), found: new Set(['a', 'b']) }, null);
    const strong = ties.filter(({ isDim }) => isDim !== true).map(({ from, to }) => from + to);
    expect(strong).toEqual(['ab']);
    expect(shapes.filter(({ isActive }) => isActive).map(({ key }) => key)).toEqual(['a']);
    expect(shapes.filter(({ isDim }) => isDim).map(({ key }) => key)).toEqual(['d', 'c', 'unsorted']);
    expect(shapes.find(({ key }) => key === 'a')?.name).toBe(
      'Label of a, 4 notes, tied to Label of b and Label of c, holds the active note',
    );
  });

  it('has the notes of a theme in its colour, with ties only if they are few', () => {
    const notes = [dot('A.md', 0, 0, ['B.md']), dot('B.md', 9, 9, ['A.md'])];
    const level = levelsOf({ whole: mapOf({ circles: CIRCLES }), inside: [themeOf('a', { notes })] })[1] as MapLevel;
    const few = sceneOf(level, NONE, 'cyan');
    expect(few.shapes.map(({ color }) => color)).toEqual(['cyan', 'cyan']);
    expect(few.shapes[0]?.name).toBe('A, tied to 1 note here');
    expect(few.ties).toHaveLength(1);
    const many = Array.from({ length: 2_000 }, (_, i) => dot(`N${i}.md`, i, i, [`N${(i + 1) % 2_000}.md`]));
    const crowd = sceneOf({ ...level, notes: many }, NONE, 'cyan');
    expect([crowd.ties.length, crowd.shapes.length]).toEqual([0, MOST_SHAPES]);
  });

  it('draws ties from edge to edge, and none between circles that touch', () => {
    const path = tiePath({ x: 0, y: 0, radius: 10 }, { x: 100, y: 0, radius: 20 });
    expect(path).toMatch(/^M12\.00 0\.00 Q\S+ \S+ 78\.00 0\.00$/u);
    expect(tiePath({ x: 0, y: 0, radius: 10 }, { x: 20, y: 0, radius: 10 })).toBe('');
  });
});

describe('colours', () => {
  const grid = Array.from({ length: 30 }, (_, i) => ({
    key: `t${i}`,
    x: (i % 6) * 50,
    y: Math.floor(i / 6) * 50,
    radius: 20,
  }));

  it('are the same each time, all used, and seldom those of a neighbour', () => {
    const colors = colorsOf(grid);
    expect(colorsOf([...grid].reverse())).toEqual(colors);
    expect(new Set(colors.values()).size).toBe(COLORS.length);
    const pairs = grid.flatMap((a) => grid.filter((b) => Math.hypot(a.x - b.x, a.y - b.y) === 50).map((b) => [a, b]));
    const same = pairs.filter(([a, b]) => colors.get(a?.key ?? '') === colors.get(b?.key ?? ''));
    expect(same.length / pairs.length).toBeLessThan(0.05);
  });

  it('tell the folders of notes apart', () => {
    const colors = dotColors(['A/x.md', 'A/B/y.md', 'C/z.md', 'top.md']);
    expect(colors.get('A/x.md')).toBe(colors.get('A/B/y.md'));
    expect(new Set(colors.values()).size).toBe(3);
  });
});
