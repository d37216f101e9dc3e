import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelsOf, linesInside, widthOf } from './labels.ts';
import type { Shape } from './scene.ts';

function shape(key: string, x: number, y: number, radius: number, part: Partial<Shape> = {}): Shape {
  const plain = { count: 3, color: null, ties: [], isActive: false, isDim: false, name: '' };
  return { key, kind: 'theme', x, y, radius, label: key, ...plain, ...part };
}

describe('labels', () => {
  it('go into a circle that has room, on several lines, else below', () => {
    expect(linesInside('Garden', 60)).toEqual(['Garden']);
    expect(linesInside('Projects for the summer', 60)).toEqual(['Projects for', 'the summer']);
    expect(linesInside('Garden', 15)).toBeNull();
    expect(linesInside('Donaudampfschifffahrtsgesellschaft', 60)).toBeNull();
    expect(labelsOf([shape('Garden', 0, 0, 60)], 1).get('Garden')).toMatchObject({ place: 'inside', hasCount: true });
    expect(labelsOf([shape('Garden', 0, 0, 60)], 0.2).get('Garden')).toMatchObject({ place: 'below', hasCount: true });
    expect(labelsOf([shape('Garden', 0, 0, 60)], 0.1).get('Garden')).toMatchObject({ hasCount: false });
  });

  it('never stick out of their circle', () => {
    const words = fc.array(fc.string({ minLength: 1, maxLength: 14 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(words, fc.double({ min: 1, max: 300, noNaN: true }), (parts, radius) => {
        for (const line of linesInside(parts.join(' '), radius) ?? [])
          expect(widthOf(line)).toBeLessThanOrEqual(2 * radius);
      }),
    );
  });

  it('give way to those of larger circles, and to that of the active note', () => {
    const crowd = [shape('small', 0, 0, 5), shape('large', 4, 0, 6), shape('far', 500, 0, 4)];
    const shown = (shapes: Shape[]): string[] =>
      [...labelsOf(shapes, 1)].filter(([, { isShown }]) => isShown).map(([key]) => key);
    expect(shown(crowd)).toEqual(['large', 'far']);
    expect(shown([...crowd, shape('active', 1, 1, 1, { isActive: true })])).toEqual(['active', 'far']);
    expect([...labelsOf(crowd, 40).values()].every(({ isShown }) => isShown)).toBe(true);
  });

  it('of a theme are put on several lines, or cut, before they are left out', () => {
    const name = 'Obsidian Web Clipper';
    const label = (radius: number, others: Shape[]): string[] | null => {
      const shown = labelsOf([shape(name, 0, 0, radius), ...others], 1).get(name);
      return shown?.isShown === true ? [...shown.lines] : null;
    };
    expect(label(20, [])).toEqual([name]);
    const beside = [shape('A theme to the right', 118, 0, 80, { isActive: true })];
    expect(label(20, [shape('Right', 85, 0, 36)])).toEqual([name]);
    for (const radius of [26, 33, 40])
      expect(
        label(radius, [shape('Wide and long name of another theme', 0, radius - 8, 9, { isActive: true }), ...beside]),
      ).not.toBeNull();
    const crowd = [shape('Another with a long name here', 160, 10, 10, { isActive: true })];
    expect(label(20, crowd)).toEqual(['Obsidian Web', 'Clipper']);
  });

  it('are cut if they are long, by letters and not by halves of one', () => {
    const [line] = labelsOf([shape('😀'.repeat(40), 0, 0, 5)], 1).get('😀'.repeat(40))?.lines ?? [];
    expect(line).toBe(`${'😀'.repeat(29)}…`);
  });

  it('are wider in scripts whose letters are', () => {
    expect(widthOf('中村')).toBeGreaterThan(widthOf('ab'));
  });
});
