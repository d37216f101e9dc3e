import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { contentWindowSteps } from './content-window.ts';
import { partSteps } from './note-part.ts';

describe('a text that is longer than asked for', () => {
  const NOTE = '---\nk: "😀 value"\n---\n😀 body 😀\n';
  const bodyStart = NOTE.indexOf('😀 body');

  it.each([1, 2, 3, 7, bodyStart, 1_000])('is read to its end, %d characters at a time', (most) => {
    const lines = runSteps(partSteps(NOTE, { lines: [1, 4] }));
    let read = '';
    let offset: number | undefined;
    do {
      const window = runSteps(contentWindowSteps(NOTE, lines, { bodyStart, offset, most }));
      expect(window.content).not.toBe('');
      read += window.content;
      offset = window.nextOffset;
      expect(window.truncated).toBe(offset !== undefined);
    } while (offset !== undefined && read.length <= NOTE.length);
    expect(read).toBe(NOTE.trimEnd());
  });
});

describe('the lines of a window', () => {
  it('count each line end once, wherever the window begins and ends', () => {
    const text = 'one\r\ntwo\rthree\n\nfive\r\n';
    const range = { start: 0, end: text.length };
    const lineEnds = [...text.matchAll(/\r\n|\r|\n/g)];
    const lineOf = (at: number): number =>
      1 + lineEnds.filter(({ index, 0: lineEnd }) => index + lineEnd.length <= at).length;
    for (let start = 0; start < text.length; start++)
      for (let most = 1; most <= text.length - start; most++) {
        const window = runSteps(contentWindowSteps(text, range, { bodyStart: 0, offset: start, most }));
        const end = start + window.content.length;
        // An empty line before a line end is shown as well.
        const last = lineEnds.some(({ index }) => index === end) ? end : end - 1;
        expect(window).toMatchObject({ startLine: lineOf(start), endLine: lineOf(last) });
      }
  });

  it('are counted in steps, as the note may be as long as a book', () => {
    const long = 'A line of a very long note.\n'.repeat(200_000);
    const options = { bodyStart: 0, offset: long.length - 10, most: 100 };
    const steps = contentWindowSteps(long, { start: 0, end: long.length }, options);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(step.value).toMatchObject({ startLine: 200_000, endLine: 200_000 });
    expect(count).toBeGreaterThan(4);
  });
});
