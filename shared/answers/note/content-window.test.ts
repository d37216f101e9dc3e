import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { contentWindow } from './content-window.ts';
import { partSteps } from './note-part.ts';

describe('a text that is longer than asked for', () => {
  const NOTE = '---\nk: "😀 value"\n---\n😀 body 😀\n';
  const bodyStart = NOTE.indexOf('😀 body');

  it.each([1, 2, 3, 7, bodyStart, 1_000])('is read to its end, %d characters at a time', (most) => {
    const lines = runSteps(partSteps(NOTE, { lines: [1, 4] }));
    let read = '';
    let offset: number | undefined;
    do {
      const window = contentWindow(NOTE, lines, { bodyStart, offset, most });
      expect(window.content).not.toBe('');
      read += window.content;
      offset = window.nextOffset;
      expect(window.truncated).toBe(offset !== undefined);
    } while (offset !== undefined && read.length <= NOTE.length);
    expect(read).toBe(NOTE.trimEnd());
  });
});
