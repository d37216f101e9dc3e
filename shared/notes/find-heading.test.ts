import { expect, it } from 'vitest';
import { VaultLoomError } from '../protocol/errors.ts';
import { findHeading } from './find-heading.ts';

const headings = (count: number) =>
  Array.from({ length: count }, (_, day) => ({ level: 2, text: `Day ${day}`, line: day + 1, start: 0, end: 0 }));

function refusal(count: number): VaultLoomError {
  try {
    findHeading(headings(count), 'Dayy 1', undefined);
  } catch (error) {
    if (error instanceof VaultLoomError) return error;
  }
  return expect.fail('A heading was found.');
}

it('says whether all headings are listed for one that is not there', () => {
  expect(refusal(3).hint).toBe('Did you mean "Day 1"? `details.outline` has all headings.');
  expect(refusal(200).hint).toBe('Did you mean "Day 1"? `details.outline` has the first headings.');
  expect(refusal(200).details).toMatchObject({ outlineTotal: 200 });
});

it('advises the path of a repeated heading only where it tells them apart', () => {
  const repeated = (...levels: [text: string, level: number][]): VaultLoomError => {
    try {
      findHeading(
        levels.map(([text, level], at) => ({ level, text, line: at + 1, start: 0, end: 0 })),
        'Log',
        undefined,
      );
    } catch (error) {
      if (error instanceof VaultLoomError) return error;
    }
    return expect.fail('A heading was found.');
  };
  expect(repeated(['A', 1], ['Log', 2], ['B', 1], ['Log', 2]).hint).toMatch(/or name it by its `path`/);
  expect(repeated(['A', 1], ['Log', 2], ['Log', 2]).hint).toBe('Choose one by `headingIndex` (from 0, top to bottom).');
  expect(repeated(['Log', 2], ['Log', 2]).hint).toBe('Choose one by `headingIndex` (from 0, top to bottom).');
});

it('finds a heading with other quotes, dashes, spaces or dots, also within a path, and one with those given first', () => {
  const texts = ['Clara’s “Return” – Part…', 'It’s 12\u202f000\u00a0€', "It's", 'It’s'];
  const outline = texts.map((text, at) => ({ level: at === 0 ? 1 : 2, text, line: at + 1, start: 0, end: 0 }));
  const found = (wanted: string): number => findHeading(outline, wanted, undefined);
  expect(found('Clara\'s "Return" - Part...')).toBe(0);
  expect(found('Clara\'s "Return" - part... > it\'s 12 000 €')).toBe(1);
  expect(found("It's")).toBe(2);
  expect(found('It’s')).toBe(3);
});
