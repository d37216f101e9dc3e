import { describe, expect, it } from 'vitest';
import { entry, errorOf, evaluate, runBaseText } from '../base-test-kit.ts';

const ADA = entry('Ada.md', {
  'last-contact': '2026-06-18',
  'contact-frequency': 30,
  'to-do-2': true,
  budget: 400,
  spent: 250,
});

describe('a name with hyphens is a property', () => {
  it.each<[string, unknown]>([
    ['last-contact', '2026-06-18'],
    ['note.last-contact', '2026-06-18'],
    ['frontmatter.last-contact < today()', true],
    ['this.last-contact', '2026-06-18'],
    ['last-contact.format("MMM D")', 'Jun 18'],
    ['if(last-contact, last-contact.relative(), "never")', '2 days ago'],
    ['contact-frequency / 2', 15],
    ['last-contact + (contact-frequency + "d")', '2026-07-18'],
    ['(today() - last-contact).days - contact-frequency', -28],
    ['!last-contact', false],
    ['to-do-2 && true', true],
    ['[1].map(value * contact-frequency)', [30]],
  ])('%s', (text, value) => {
    expect(evaluate(text, ADA)).toEqual(value);
  });

  it.each<[string, unknown]>([
    ['!birth-day', true],
    ['birth-day.isEmpty()', true],
    ['if(birth-day, birth-day.year, "unknown")', 'unknown'],
    ['budget-read.isEmpty()', true],
  ])('that the note lacks: %s', (text, value) => {
    expect(evaluate(text, ADA)).toEqual(value);
  });
});

describe('a hyphen between two properties of the note is a subtraction', () => {
  it.each<[string, unknown]>([
    ['budget-spent', 150],
    ['budget-spent * 2', -100],
    ['(budget-spent)/2', 75],
    ['note.budget-spent', 150],
    ['budget-100', 300],
    ['budget - spent', 150],
    ['5-budget', -395],
    ['[3, 4].map(value-1)', [2, 3]],
    ['budget-number("50")', 350],
    ['file.name.length-1', 2],
    ['budget-0.5', 399.5],
  ])('%s', (text, value) => {
    expect(evaluate(text, ADA)).toEqual(value);
  });
});

describe('a formula with hyphens in its name', () => {
  const base = (column: string): string =>
    `formulas:\n  days-since: (today() - last-contact).days\n  days: 10\nviews:\n  - name: V\n    order: ['${column}']`;
  const now = new Date(2026, 5, 20, 9, 30).getTime();

  it.each<[string, unknown]>([
    ['formula.days-since', 2],
    ['formula.days-since + 1', 3],
    ['if(formula.days-since > 1, "call", "")', 'call'],
    ['formula.days-contact-frequency', -20],
    ['formula.days - 1', 9],
  ])('%s', (column, value) => {
    expect(runBaseText(base(column), 'V', [ADA], { now }).rows[0]?.[column]).toBe(value);
  });

  it('is named in the error if it does not exist', () => {
    expect(errorOf(() => runBaseText(base('1 + formula.weeks-since'), 'V', [ADA])).message).toContain('formula.weeks');
  });
});
