import { describe, expect, it } from 'vitest';
import { entry, runBaseText } from './base-test-kit.ts';

const FILES = [
  entry('a.md', { status: 'open', 'Due Date': '2026-01-01' }),
  entry('b.md', { kind: 'x' }),
  entry('c.png'),
  entry('d.md', { ['fällig'.normalize('NFD')]: 'soon' }),
];
const warningsOf = (filters: string, more = ''): string[] =>
  (runBaseText(`filters: ${filters}\nviews: [{name: v}]\n${more}`, 'v', FILES).warnings ?? []).map(
    ({ place, message }) => `${place}: ${message}`,
  );

describe('a view without rows', () => {
  it.each([
    ['staus == "open"', 'filters: No file has the property "staus". Did you mean "status"?'],
    ['note.staus == "open"', 'filters: No file has the property "staus". Did you mean "status"?'],
    ['{staus: open}', 'filters: No file has the property "staus". Did you mean "status"?'],
    ['note["Duo Date"] == "2026-01-01"', 'filters: No file has the property "Duo Date". Did you mean "Due Date"?'],
    ['{and: [kind == "x", {or: [owner == "me"]}]}', 'filters: No file has the property "owner".'],
  ])('says which property no file has: %s', (filters, warning) => {
    expect(warningsOf(filters)).toEqual([warning]);
  });

  it.each([
    'STATUS == "closed"',
    'fällig == "never"',
    'kind == "y" && status == "open"',
    'file.name == "nothing"',
    '[1, 2].filter(value > 9).length > 0',
    'formula.f == 2',
  ])('says nothing of what there is: %s', (filters) => {
    expect(warningsOf(JSON.stringify(filters), 'formulas: {f: "1"}\n')).toEqual([]);
  });

  it('is the only one that is told', () => {
    expect(warningsOf('staus != "open"')).toEqual([]);
    expect(warningsOf('kind == "x" || staus == "open"')).toEqual([]);
  });
});
