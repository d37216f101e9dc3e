import { describe, expect, it } from 'vitest';
import { circle, dot, mapOf, themeOf } from '../map-test-kit.ts';
import { levelsOf, type MapShown } from '../map-levels.ts';
import { Found } from '../map-found.ts';
import { sceneOf, type Marks } from '../picture/scene.ts';
import { ROWS_AT_ONCE } from './list-nodes.ts';
import { themeNodes, type ThemeNodesInput } from './theme-nodes.ts';
import { rowsOf, type TreeRow } from './tree-rows.ts';

const CIRCLES = [circle('a', 4, 0, 0, ['b']), circle('b', 25, 100, 0, ['a']), circle('unsorted', 2, 200, 0)];
const NOTES = [dot('In/A.md', 0, 0, ['In/B.md', 'gone.md']), dot('In/B.md', 9, 9, ['In/A.md']), dot('C.md', 1, 1)];

function inputOf(shown: Pick<MapShown, 'whole' | 'inside'>, parts: Partial<ThemeNodesInput> = {}): ThemeNodesInput {
  const levels = levelsOf(shown);
  const marks: Marks = { active: new Set(['a', 'In/A.md']), found: null };
  const scenes = levels.map((level) => sceneOf(level, marks, 'red'));
  return { levels, scenes, marks, open: new Set(), limits: new Map(), ...parts };
}
const rowsOfShown = (shown: Pick<MapShown, 'whole' | 'inside'>, parts: Partial<ThemeNodesInput> = {}): TreeRow[] =>
  rowsOf(themeNodes(inputOf(shown, parts)));

const WHOLE = mapOf({ circles: CIRCLES });

describe('the tree of themes', () => {
  it('has the themes of the picture in its order, with their ties in words', () => {
    const input = inputOf({ whole: WHOLE, inside: [] });
    const rows = rowsOf(themeNodes(input));
    expect(rows.map(({ key }) => key)).toEqual(input.scenes[0]?.shapes.map(({ key }) => key));
    expect(rows[0]).toMatchObject({
      title: 'Label of b',
      aside: '25 notes',
      detail: 'tied to Label of a',
      isOpen: false,
    });
    expect(rows.map(({ isActive }) => isActive)).toEqual([false, true, false]);
    expect(rows.map(({ color }) => color)).toEqual(input.scenes[0]?.shapes.map(({ color }) => color));
  });

  it('is open where the picture has gone in, with the notes there and, on request, their ties', () => {
    const inside = [themeOf('a', { notes: NOTES, more: [{ path: 'D.md', title: 'D' }] })];
    const rows = rowsOfShown({ whole: WHOLE, inside }, { open: new Set(['a\nIn/A.md']) });
    expect(rows.map(({ title, level, isOpen }) => [title, level, isOpen])).toEqual([
      ['Label of b', 1, false],
      ['Label of a', 1, true],
      ['A', 2, true],
      ['B', 3, null],
      ['B', 2, false],
      ['C', 2, null],
      ['D', 2, null],
      ['Unsorted', 1, false],
    ]);
    expect(rows[2]).toMatchObject({ isActive: true, color: 'red' });
  });

  it('goes as deep as the picture', () => {
    const inner = [circle('a/x', 3, 0, 0), circle('a/y', 2, 9, 9)];
    const inside = [themeOf('a', { circles: inner }), themeOf('a/x', { notes: NOTES })];
    expect(rowsOfShown({ whole: WHOLE, inside }).map(({ title, level }) => `${level} ${title}`)).toEqual([
      '1 Label of b',
      '1 Label of a',
      '2 Label of a/x',
      '3 A',
      '3 B',
      '3 C',
      '2 Label of a/y',
      '1 Unsorted',
    ]);
  });

  it('lists as many notes as the picture shows, and the others when asked to', () => {
    const notes = Array.from({ length: 3 }, (_, i) => dot(`${i}.md`, i, i));
    const more = Array.from({ length: 900 }, (_, i) => ({ path: `m${i}.md`, title: `m${i}` }));
    const shown = { whole: WHOLE, inside: [themeOf('a', { notes, more })] };
    const below = (limits = new Map<string, number>()): TreeRow[] =>
      rowsOfShown(shown, { limits }).filter(({ level }) => level === 2);
    expect(below()).toHaveLength(ROWS_AT_ONCE + 1);
    expect(below().at(-1)).toMatchObject({ title: 'Show 400 more', target: { kind: 'more', of: 'a' } });
    expect(below(new Map([['a', 800]])).at(-1)?.title).toBe('Show 103 more');
    expect(below(new Map([['a', 1_200]]))).toHaveLength(903);
  });

  it('dims what is not found', () => {
    const found = new Found('x', { places: [{ path: 'In/A.md', circles: ['a'] }] }).keys([]);
    const marks: Marks = { active: new Set(), found };
    const rows = rowsOfShown({ whole: WHOLE, inside: [themeOf('a', { notes: NOTES })] }, { marks });
    expect(rows.filter(({ isDim }) => !isDim).map(({ title }) => title)).toEqual(['Label of a', 'A']);
  });

  it('has the notes themselves in a small vault, and nothing before there is an answer', () => {
    expect(rowsOfShown({ whole: mapOf({ notes: NOTES }), inside: [] }).map(({ key }) => key)).toEqual([
      'In/A.md',
      'In/B.md',
      'C.md',
    ]);
    expect(rowsOfShown({ whole: null, inside: [] })).toEqual([]);
  });
});
