import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { progressBar } from './progress-bar.ts';
import type { Screen } from './terminal.ts';
import { fit, flow, pad, screenOf, textWidth, wrap } from './terminal.ts';

describe('text on a screen', () => {
  it.each([
    ['tea', 3],
    ['茶道', 4],
    ['e\u0301', 1],
    ['日本語 x', 8],
    ['', 0],
  ])('%j takes %d columns', (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });

  it('is cut with an ellipsis, and padded by columns', () => {
    expect(fit('a long line of words', 10)).toBe('a long li…');
    expect(fit('日本語日本語', 7)).toBe('日本語…');
    expect(fit('short\n line', 20)).toBe('short line');
    expect(pad('茶', 4)).toBe('茶  ');
  });

  it('is wrapped at spaces, and anywhere if it has none', () => {
    expect(wrap('one two three four', 9, 5)).toEqual(['one two', 'three', 'four']);
    expect(wrap('日本語日本語日本', 8, 5)).toEqual(['日本語日', '本語日本']);
    expect(wrap('one two three four', 9, 2)).toEqual(['one two', 'three fo…']);
  });

  it('lists items whole, and says how many are left out', () => {
    expect(flow(['Spoke 1', 'Spoke 2', 'Spoke 3'], 20, 2)).toEqual(['Spoke 1 · Spoke 2 ·', 'Spoke 3']);
    expect(flow(['Spoke 1', 'Spoke 2', 'Spoke 3', 'Spoke 4'], 20, 1)).toEqual(['Spoke 1 · +3']);
    expect(flow(['a very long title indeed', 'b'], 12, 1)).toEqual(['a very… · +1']);
    expect(flow([], 10, 2)).toEqual([]);
  });

  it('never takes more columns than there are', () => {
    const text = fc.string({ maxLength: 80, unit: 'grapheme' });
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 12 }), fc.integer({ min: 12, max: 40 }), (line, items, columns) => {
        for (const shown of [fit(line, columns), ...wrap(line, columns, 3), ...flow(items, columns, 2)]) {
          expect(textWidth(shown)).toBeLessThanOrEqual(columns);
        }
      }),
      { numRuns: 200, seed: 11 },
    );
  });
});

describe('colour', () => {
  const terminal = { isTTY: true, columns: 80, write: () => true } as unknown as NodeJS.WriteStream;
  it.each([
    [{}, '\u001b[1mx\u001b[0m'],
    [{ NO_COLOR: '1' }, 'x'],
    [{ TERM: 'dumb' }, 'x'],
  ])('with %j: %j', (env, bold) => {
    expect(screenOf(terminal, env).style.bold('x')).toBe(bold);
  });

  it('is absent if nobody reads', () => {
    const pipe = { isTTY: false, write: () => true } as unknown as NodeJS.WriteStream;
    expect(screenOf(pipe, {})).toMatchObject({ live: false, width: 90 });
    expect(screenOf(pipe, {}).style.accent('x')).toBe('x');
  });
});

describe('the progress bar', () => {
  it('is drawn over itself in a terminal, and leaves nothing behind', () => {
    const { screen, written } = recorder(true);
    const bar = progressBar(screen, 'Indexing');
    bar.update(0, 1200);
    bar.update(600, 1200);
    bar.clear();
    expect(written[1]).toBe(`\r\u001b[2K  Indexing  ${'█'.repeat(16)}${'░'.repeat(16)}  600 of 1,200 notes`);
    expect(written.at(-1)).toBe('\r\u001b[2K');
  });

  it('is not drawn elsewhere', () => {
    const { screen, written } = recorder(false);
    const bar = progressBar(screen, 'Indexing');
    for (let done = 0; done <= 100; done++) bar.update(done, 100);
    bar.clear();
    expect(written).toEqual([]);
  });

  it('does not stumble over a vault without notes', () => {
    const { screen, written } = recorder(true);
    progressBar(screen, 'Indexing').update(0, 0);
    expect(written).toEqual([`\r\u001b[2K  Indexing  ${'█'.repeat(32)}  0 of 0 notes`]);
  });
});

function recorder(live: boolean): { screen: Screen; written: string[] } {
  const written: string[] = [];
  const same = (text: string) => text;
  return {
    written,
    screen: {
      live,
      width: 80,
      write: (text) => void written.push(text),
      style: { bold: same, dim: same, accent: same, good: same, bad: same },
    },
  };
}
