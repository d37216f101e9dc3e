import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesInside } from './label-lines.ts';
import { labelsOf, wholeLabel, type Label } from './labels.ts';
import type { Shape } from './scene.ts';
import { widthOf } from '../../text/text-width.ts';

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
    const note = (key: string, x: number, radius: number): Shape => shape(key, x, 0, radius, { kind: 'note' });
    const crowd = [note('small', 0, 5), note('medium', 2, 5.5), note('large', 4, 6), note('far', 500, 4)];
    const shown = (shapes: Shape[]): string[] =>
      [...labelsOf(shapes, 1)].filter(([, { isShown }]) => isShown).map(([key]) => key);
    expect(shown(crowd)).toEqual(['large', 'medium', 'far']);
    expect(shown([...crowd, note('active', 1, 1)].map((one) => ({ ...one, isActive: one.key === 'active' })))).toEqual([
      'active',
      'large',
      'far',
    ]);
    expect([...labelsOf(crowd, 40).values()].every(({ isShown }) => isShown)).toBe(true);
  });

  it.each(['theme', 'note'] as const)('of a %s go above where another is below', (kind) => {
    const labels = labelsOf([shape('small one', 0, 0, 5, { kind }), shape('large one', 4, 0, 6, { kind })], 1);
    expect([labels.get('large one')?.place, labels.get('small one')?.place]).toEqual(['below', 'above']);
  });

  it('of a theme do not lie on another circle if there is room elsewhere', () => {
    const label = (others: Shape[]): Pick<Label, 'lines' | 'place'> | undefined =>
      labelsOf([shape('Obsidian Publish', 0, 0, 16), ...others], 1).get('Obsidian Publish');
    const under = [-70, 0, 70].map((x) => shape('Food', x, 62, 34));
    const over = [-70, 0, 70].map((x) => shape('Care', x, -62, 34));
    expect(label([])).toMatchObject({ lines: ['Obsidian Publish'], place: 'below' });
    expect(label(under)).toMatchObject({ lines: ['Obsidian Publish'], place: 'above' });
    const beside = [-1, 1].flatMap((side) => [-1, 1].map((end) => shape('Tea', side * 72, end * 40, 34)));
    expect(label(beside)).toMatchObject({ lines: ['Obsidian', 'Publish'], place: 'below' });
    expect(label([...under, ...over])).toMatchObject({ lines: ['Obsidian Publish'], place: 'below' });
  });

  it('of a note are cut before they are left out', () => {
    const dots = [0, 1, 2, 3].map((i) => shape(`Note ${i} of some longer name`, i * 75, 0, 9 - i, { kind: 'note' }));
    const labels = dots.map(({ key }) => labelsOf(dots, 1).get(key));
    expect(labels.map((label) => [label?.isShown, label?.place])).toEqual([
      [true, 'below'],
      [true, 'above'],
      [true, 'below'],
      [true, 'above'],
    ]);
    expect(labels[3]?.lines[0]).toMatch(/^Note 3.*$/u);
  });

  it('never cover each other, nor the count of another circle', () => {
    const circles = fc.array(
      fc.record({
        x: fc.integer({ min: -120, max: 120 }),
        y: fc.integer({ min: -120, max: 120 }),
        radius: fc.integer({ min: 3, max: 26 }),
        kind: fc.constantFrom('theme' as const, 'note' as const),
        words: fc.integer({ min: 1, max: 4 }),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(circles, (parts) => {
        const apart = parts.filter((a, i) =>
          parts.slice(0, i).every((b) => Math.hypot(a.x - b.x, a.y - b.y) > a.radius + b.radius),
        );
        const shapes = apart.map(({ x, y, radius, kind, words }, i) =>
          shape(`${i} ${'Garden '.repeat(words).trim()}`, x, y, radius, { kind, count: 100 + i }),
        );
        const labels = labelsOf(shapes, 1);
        const boxes = shapes.flatMap((one) => boxesOf(one, labels.get(one.key)));
        for (const [i, a] of boxes.entries())
          for (const b of boxes.slice(i + 1)) if (a.key !== b.key) expect([a, b, areApart(a, b)]).toEqual([a, b, true]);
      }),
    );
  });

  it('give way to what is found, and that of notes in no theme to all', () => {
    const pile = (part: Partial<Shape>): Shape[] => [
      shape('unsorted', 0, 0, 9),
      ...Array.from({ length: 9 }, (_, i) => shape(`theme ${i}`, i, 0, 5, i === 8 ? {} : part)),
    ];
    const shown = (shapes: Shape[]): string[] =>
      [...labelsOf(shapes, 1)].filter(([, { isShown }]) => isShown).map(([key]) => key);
    expect(shown(pile({}))).not.toContain('unsorted');
    expect(shown(pile({ isDim: true }))).toContain('theme 8');
  });

  it('show the whole name of what is pointed at, in lines', () => {
    const name = `Notes about ${'Donaudampfschifffahrtsgesellschaft'.repeat(2)} and the kettle of the captain`;
    const { lines, place } = wholeLabel(shape(name, 0, 0, 5), 1);
    expect(lines.join('').replaceAll(' ', '')).toBe(name.replaceAll(' ', ''));
    expect([place, lines.every((line) => widthOf(line) <= 240)]).toEqual(['below', true]);
    expect(wholeLabel(shape('Garden', 0, 0, 60), 1)).toMatchObject({ lines: ['Garden'], place: 'inside' });
  });

  it('show the whole name above a circle if it would not be seen below', () => {
    const frame = { left: -200, right: 200, top: -100, bottom: 100 };
    const placeAt = (y: number): string => wholeLabel(shape('Kettle', 0, y, 5), 1, frame).place;
    expect([0, 90, -110, 300].map(placeAt)).toEqual(['below', 'above', 'below', 'below']);
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
    const crowd = [10, -60].map((y) => shape(`Another with a long name at ${y}`, 160, y, 10, { isActive: true }));
    expect(label(20, crowd)).toEqual(['Obsidian Web', 'Clipper']);
  });

  it('stay within the edges of the picture', () => {
    const name = 'Notes about the kettle of the captain';
    const edges = { left: -150, right: 150, top: -100, bottom: 100 };
    const at = (x: number, part: Partial<Shape> = {}): Shape => shape(name, x, 0, 5, { kind: 'note', ...part });
    const label = (one: Shape, within: typeof edges | null = edges): string =>
      labelsOf([one], 1, within).get(name)?.lines.join('|') ?? '';
    expect(label(at(0))).toBe(label(at(0), null));
    for (const x of [-120, 120]) {
      expect(widthOf(label(at(x)))).toBeLessThanOrEqual(60);
      expect(label(at(x))).toMatch(/^Notes.*…$/u);
      expect(labelsOf([at(x)], 1, edges).get(name)?.isShown).toBe(true);
      const [theme] = labelsOf([at(x, { kind: 'theme' })], 1, edges).values();
      expect([theme?.isShown, Math.max(...(theme?.lines ?? []).map(widthOf)) <= 60]).toEqual([true, true]);
      const whole = wholeLabel(at(x), 1, edges).lines;
      expect(whole.join(' ')).toBe(name);
      expect(Math.max(...whole.map(widthOf))).toBeLessThanOrEqual(80);
    }
  });

  it('are cut if they are long, by letters and not by halves of one', () => {
    const [line] = labelsOf([shape('😀'.repeat(40), 0, 0, 5)], 1).get('😀'.repeat(40))?.lines ?? [];
    expect(line).toBe(`${'😀'.repeat(29)}…`);
    const marked = 'o\u0308'.repeat(40);
    expect(labelsOf([shape(marked, 0, 0, 5)], 1).get(marked)?.lines).toEqual([`${'o\u0308'.repeat(29)}…`]);
    for (const piece of wholeLabel(shape(marked, 0, 0, 5), 1).lines) expect(piece).toMatch(/^o/u);
  });

  it('are wider in scripts whose letters are', () => {
    expect(widthOf('中村')).toBeGreaterThan(widthOf('ab'));
  });
});

interface LabelBox {
  key: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const LINE = 16.25;

/** Where the words and the count of a shape are, the latter in the middle of its circle unless words are inside. */
function boxesOf({ key, x, y, radius, count }: Shape, label: Label | undefined): LabelBox[] {
  if (label === undefined) return [];
  const { lines, place, hasCount, isShown } = label;
  const boxes: LabelBox[] = [];
  const add = (width: number, top: number, height: number): void =>
    void boxes.push({ key, left: x - width / 2, right: x + width / 2, top, bottom: top + height });
  const height = lines.length * LINE;
  const top = { below: y + radius, above: y - radius - height, inside: y - height / 2 - 7 }[place];
  if (isShown)
    add(Math.max(...lines.map(widthOf)), top + 3 * Number(place === 'below') - 3 * Number(place === 'above'), height);
  if (hasCount && place !== 'inside') add(widthOf(String(count)), y - 7, 14);
  return boxes;
}

function areApart(a: LabelBox, b: LabelBox): boolean {
  const slack = 1;
  return (
    a.left >= b.right - slack || b.left >= a.right - slack || a.top >= b.bottom - slack || b.top >= a.bottom - slack
  );
}
