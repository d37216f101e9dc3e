import { describe, expect, it } from 'vitest';
import { directionOf, folderWords } from './folder-line.ts';

describe('the folder of a row', () => {
  it('has room between its parts, and is empty for the vault itself', () => {
    expect(folderWords('Work/Team A/Plan.md')).toBe('Work / Team A');
    expect(folderWords('Plan.md')).toBe('');
  });

  it('runs as its first letter does, even after signs and digits', () => {
    expect(directionOf('2024 / Work / عمل')).toBe('ltr');
    expect(directionOf('01 - عمل / Work')).toBe('rtl');
    expect(directionOf('2024 / 01')).toBe('ltr');
    expect(directionOf('')).toBe('ltr');
  });
});
