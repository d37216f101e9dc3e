import { describe, expect, it } from 'vitest';
import { lineOfLink } from './line-of-link.ts';

const LINKS = [
  { link: 'Other', line: 1 },
  { link: 'Deep/Café#Menu', line: 4 },
  { link: 'cafe\u0301', line: 7 },
  { link: '../Up/New note.md', line: 9 },
];

describe('the line of a link to a missing note', () => {
  it('is found by the name that links give it, in any spelling', () => {
    expect(lineOfLink(LINKS, 'Café')).toBe(7);
    expect(lineOfLink(LINKS, 'Deep/Café')).toBe(4);
    expect(lineOfLink(LINKS, 'Up/New note')).toBe(9);
    expect(lineOfLink(LINKS, 'New note')).toBe(9);
  });

  it('is not known if there is no such link', () => expect(lineOfLink(LINKS, 'Gone')).toBeNull());
});
