import { describe, expect, it } from 'vitest';
import { beginningsOf, type Passage } from './passages.ts';

const passage = (text: string, chunks: number[]): Passage => ({ text, key: `key of ${text}`, chunks });
const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

describe('the beginnings of the passages of a note', () => {
  it('are the first twenty words of the first one and the first fifteen of the others, for the same chunks', () => {
    const beginnings = beginningsOf([
      passage(`Title > Heading\n${words(60)}`, [2, 3]),
      passage(`Title > Other\n${words(60)}`, [5]),
    ]);
    expect(beginnings.map(({ text }) => text)).toEqual([
      `Title > Heading\n${words(17)}`,
      `Title > Other\n${words(12)}`,
    ]);
    expect(beginnings.map(({ chunks }) => chunks)).toEqual([[2, 3], [5]]);
  });

  it('are all of short passages, and known by their content', () => {
    const [short] = beginningsOf([passage('Title\nA line.', [0])]);
    const [same] = beginningsOf([passage('Title\nA line.', [7])]);
    expect(short?.text).toBe('Title\nA line.');
    expect(short?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(same?.key).toBe(short?.key);
  });

  it('are none of none', () => {
    expect(beginningsOf([])).toEqual([]);
  });
});
