import { describe, expect, it } from 'vitest';
import { compareNames } from './compare-names.ts';

describe('compareNames', () => {
  it('puts accents next to their letters, numbers by size, and letter case last', () => {
    const names = ['zebra', 'Éclair', 'eclair', '10', '2', 'Zebra', 'Öl', 'ohm', 'éclair 10', 'éclair 2', 'p'];
    expect(names.sort(compareNames)).toEqual([
      '2',
      '10',
      'eclair',
      'Éclair',
      'éclair 2',
      'éclair 10',
      'ohm',
      'Öl',
      'p',
      'zebra',
      'Zebra',
    ]);
  });

  it('leaves no ties between different names', () => {
    expect(compareNames('caf\u00E9', 'cafe\u0301')).not.toBe(0);
    expect(compareNames('01', '1')).not.toBe(0);
    expect(compareNames('a', 'a')).toBe(0);
  });
});
