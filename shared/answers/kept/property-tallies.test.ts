import { describe, expect, it } from 'vitest';
import { PropertyTallies } from './property-tallies.ts';

describe('the properties of notes', () => {
  it('are counted together whatever letter case and Unicode form their names are in', () => {
    const tallies = new PropertyTallies();
    for (const name of ['f\u00e4llig', 'fa\u0308llig', 'F\u00e4llig', 'f\u00e4llig'])
      tallies.add({ [name]: '2026-11-20' }, 1);
    expect(tallies.rows(new Map())).toMatchObject([{ name: 'f\u00e4llig', notes: 4 }]);
    expect(tallies.has('fa\u0308llig')).toBe(true);
    expect(tallies.valuesOf('Fa\u0308llig')).toEqual(['2026-11-20']);
  });
});
