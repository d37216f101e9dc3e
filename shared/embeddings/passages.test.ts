import { describe, expect, it } from 'vitest';
import { beginningOf, type Passage } from './passages.ts';

const passage = (text: string, chunks: number[]): Passage => ({ text, key: `key of ${text}`, chunks });
const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

describe('the beginning of a note', () => {
  it('is the first twenty words of its first passage, for its first chunk', () => {
    const [beginning] = beginningOf([passage(`Title > Heading\n${words(60)}`, [2, 3]), passage('more', [4])]);
    expect(beginning?.text).toBe(`Title > Heading\n${words(17)}`);
    expect(beginning?.chunks).toEqual([2]);
  });

  it('is all of a short passage, and is known by its content', () => {
    const [short] = beginningOf([passage('Title\nA line.', [0])]);
    const [same] = beginningOf([passage('Title\nA line.', [7])]);
    expect(short?.text).toBe('Title\nA line.');
    expect(short?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(same?.key).toBe(short?.key);
  });

  it('is nothing of nothing', () => {
    expect(beginningOf([])).toEqual([]);
  });
});
