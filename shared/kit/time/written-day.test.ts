import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayInText } from './written-day.ts';

const MAY_23 = { year: 2026, month: 5, day: 23 };

describe('dayInText', () => {
  it.each([
    '2026-05-23',
    '20260523',
    '2026/5/23',
    '2026_05_23',
    '2026.05.23',
    '23.05.2026',
    '23.5.26',
    '5/23/2026',
    '23/5/2026',
    '5/23/26',
    '23-05-2026',
    '23 May 2026',
    '23-May-2026',
    'May 23rd, 2026',
    'May the 23rd, 2026',
    'the 23rd of May 2026',
    '2026 May 23',
    '23. Mai 2026',
    '23 de mayo de 2026',
    '23 mai 2026',
    '23 мая 2026',
    '23 مايو 2026',
    '2026年5月23日',
    '2026년 5월 23일',
    'Journal/2026/05/23',
    'Journal/2026/2026-05/2026-05-23 Saturday',
  ])('reads %s', (text) => {
    expect(dayInText(text)?.days).toEqual([MAY_23]);
  });

  it.each([
    ['May 23', 5, 23],
    ['what did I do on 14 Sept?', 9, 14],
    ['5月3日', 5, 3],
    ['1er mars', 3, 1],
    ['29 February', 2, 29],
  ])('reads a day without its year: %s', (text, month, day) => {
    expect(dayInText(text)?.days).toEqual([{ year: null, month, day }]);
  });

  it('gives both days that numbers may mean', () => {
    expect(dayInText('3/5/2026')?.days).toEqual([
      { year: 2026, month: 5, day: 3 },
      { year: 2026, month: 3, day: 5 },
    ]);
    expect(dayInText('3.5.2026')?.days).toEqual([{ year: 2026, month: 5, day: 3 }]);
    expect(dayInText('5/5/2026')?.days).toEqual([{ year: 2026, month: 5, day: 5 }]);
  });

  it.each([
    ['squash planted on May 23rd, 2026 with Dan', 'squash planted on   with Dan'],
    ['23 May', ' '],
    ['2026-05-23 Review', '  Review'],
  ])('leaves the rest of %s', (text, rest) => {
    expect(dayInText(text)?.rest).toBe(rest);
  });

  it.each([
    '',
    'may',
    'May 2026',
    '2026-05',
    '2026-02-30',
    '31 April',
    'maybe 5',
    'version 2026.1.2.5',
    'v1.2.26',
    '10.0.0.1',
    '202602080930',
    '1/2 cup',
    '24/7',
    'chapter 5 marches',
  ])('reads no day in %j', (text) => {
    expect(dayInText(text)).toBeNull();
  });

  it('finds each day that it was given in numbers', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom('-', '/', '.', '_', ''), (date, sign) => {
        const text = date.toISOString().slice(0, 10).replaceAll('-', sign);
        const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
        expect(dayInText(`a ${text} b`)).toEqual({ days: [{ year, month, day }], rest: 'a   b' });
      }),
    );
  });

  it('reads any text, and keeps all of it but the day', () => {
    const pieces = fc.constantFrom('23', '5', '2026', ' ', '.', '/', '-', 'May', 'de', 'th', '年', '月', 'x', '\n');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const found = dayInText(text);
        if (found === null) return;
        const [before = '', after = ''] = splitAtGap(text, found.rest);
        expect(text.startsWith(before) && text.endsWith(after)).toBe(true);
        expect(found.days.every(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31)).toBe(true);
      }),
    );
  });
});

/** What is left before and after a day, as `rest` has it with a blank between. */
function splitAtGap(text: string, rest: string): [string, string] {
  for (let i = 0; i < rest.length; i++)
    if (rest[i] === ' ' && text.startsWith(rest.slice(0, i)) && text.endsWith(rest.slice(i + 1)))
      return [rest.slice(0, i), rest.slice(i + 1)];
  throw new Error(`${JSON.stringify(rest)} is not ${JSON.stringify(text)} without a day.`);
}
