import { describe, expect, it } from 'vitest';
import { EditBuffer } from './edit-buffer.ts';

describe('the buffer of unmatched edits', () => {
  it('keeps the last one of each note', () => {
    const buffer = new EditBuffer(() => 0);
    buffer.keep('a.md', { search: '1', content: 'x' });
    buffer.keep('b.md', { search: '2', content: 'y' });
    buffer.keep('a.md', { search: '3', content: 'z' });
    expect(buffer.find('a.md')).toEqual({ search: '3', content: 'z' });
    expect(buffer.find('b.md')).toEqual({ search: '2', content: 'y' });
    expect(buffer.find('c.md')).toBeNull();
  });

  it('keeps it for ten minutes', () => {
    let now = 0;
    const buffer = new EditBuffer(() => now);
    buffer.keep('a.md', { search: '1', content: 'x' });
    now = 10 * 60_000 - 1;
    expect(buffer.find('a.md')).not.toBeNull();
    now = 10 * 60_000;
    expect(buffer.find('a.md')).toBeNull();
  });

  it('keeps it until it is forgotten', () => {
    const buffer = new EditBuffer(() => 0);
    buffer.keep('a.md', { search: '1', content: 'x' });
    buffer.forget('a.md');
    expect(buffer.find('a.md')).toBeNull();
  });

  it('keeps those of the last hundred notes', () => {
    const buffer = new EditBuffer(() => 0);
    for (let count = 0; count <= 100; count++) buffer.keep(`${String(count)}.md`, { search: '1', content: 'x' });
    expect(buffer.find('0.md')).toBeNull();
    expect(buffer.find('1.md')).not.toBeNull();
  });
});
