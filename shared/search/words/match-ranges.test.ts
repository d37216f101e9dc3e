import { describe, expect, it } from 'vitest';
import { rangesFor } from './match-ranges.ts';

/** The marked stretches in brackets. */
function marked(query: string, text: string): string {
  let shown = '';
  let at = 0;
  for (const [start, end] of rangesFor(query)(text)) {
    shown += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return shown + text.slice(at);
}

describe('what is marked in a text', () => {
  it.each([
    ['keyb*', 'Keyboard and keyboards', '[Keyb]oard and [keyb]oards'],
    ['garden', 'Gardens, gardening', '[Gardens], [gardening]'],
    ['cafe*', 'Une cafétéria', 'Une [café]téria'],
    ['drag-and-drop', 'Use drag-and-drop.', 'Use [drag-and-drop].'],
    ['日本', '日本語のメモ', '[日本]語のメモ'],
    ['emoji', '👍 emoji', '👍 [emoji]'],
    ['nothing', 'at all', 'at all'],
  ])('%s in %s', (query, text, expected) => {
    expect(marked(query, text)).toBe(expected);
  });
});
