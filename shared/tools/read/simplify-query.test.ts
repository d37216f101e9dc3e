import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simplifyQuery } from './simplify-query.ts';

describe('simplifyQuery', () => {
  it.each([
    ['"exact phrase here"', 'exact phrase here'],
    ['drag-and-drop', 'drag and drop'],
    ['note*', 'note'],
    ['"C++ engine"', 'C++ engine'],
    ['how do I plan a garden', 'how plan garden'],
    ['garden plan', 'garden'],
    ['日本 茶', '日本'],
  ])('turns %s into %s', (query, simpler) => {
    expect(simplifyQuery(query)).toBe(simpler);
  });

  it.each(['garden', '  garden ', '', '"-"', '***'])('has nothing simpler than %j', (query) => {
    expect(simplifyQuery(query)).toBeNull();
  });

  it('terminates, shorter each time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (query) => {
        let current: string | null = query;
        let steps = 0;
        while (current !== null) {
          current = simplifyQuery(current);
          expect(++steps).toBeLessThan(40);
        }
      }),
      { seed: 3 },
    );
  });
});
