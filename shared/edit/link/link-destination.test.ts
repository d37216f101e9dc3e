import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDestination } from '../../markdown/inline/link-target.ts';
import { encodeDestination } from './link-destination.ts';

const SETTINGS = { numRuns: 1000, seed: 20_261_127 };

const piece = fc.constantFrom(
  '%',
  '%',
  '4',
  '1',
  'f',
  ' ',
  '(',
  ')',
  '<',
  '>',
  '\\',
  ':',
  '#',
  '.',
  '/',
  'é',
  '🙂',
  '\n',
);
const name = fc.oneof(fc.string({ unit: piece, maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 12 }));

describe('a destination', () => {
  it.each([
    ['100% sure.md', '100%25%20sure.md'],
    ['100%.md', '100%.md'],
    ['50%41.md', '50%2541.md'],
    ['50%41 %.md', '50%2541%20%25.md'],
    ['%(.md', '%25%28.md'],
  ])('of the name %j is %j', (path, expected) => {
    expect(encodeDestination(path, '', false)).toBe(expected);
  });

  it('is decoded to the name by every program, unless nothing is escaped', () => {
    fc.assert(
      fc.property(name, fc.boolean(), (path, isAngled) => {
        const encoded = encodeDestination(path, '', isAngled);
        if (encoded !== path) expect(decodeURIComponent(encoded)).toBe(path);
        expect(decodeDestination(encoded)).toBe(path);
      }),
      SETTINGS,
    );
  });

  it('is so as well if it escapes what the one before it did', () => {
    const written = fc.constantFrom(
      'a%20b.md',
      '%c3%a9.md',
      '%25.md',
      'a.md#b%20c',
      'a\\(b.md',
      '\\%.md',
      '\\\\%20.md',
      '%ff',
    );
    fc.assert(
      fc.property(name, written, fc.boolean(), (path, before, isAngled) => {
        const encoded = encodeDestination(path, before, isAngled);
        expect(decodeDestination(encoded)).toBe(path);
        if (/%[0-9a-f]{2}/i.test(encoded)) expect(decodeURIComponent(withoutBackslashes(encoded))).toBe(path);
      }),
      SETTINGS,
    );
  });
});

/** The destination as a Markdown parser hands it on. */
function withoutBackslashes(destination: string): string {
  return destination.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
