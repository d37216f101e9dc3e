import { expect, it } from 'vitest';
import { withWholeMarks } from './whole-marks.ts';

/** The passage between the carets, and what becomes of it. */
function widened(marked: string): string {
  const [start, end] = [marked.indexOf('^'), marked.lastIndexOf('^') - 1];
  const line = marked.replaceAll('^', '');
  const [from, to] = withWholeMarks(line, [start, end]);
  return line.slice(from, to);
}

it.each([
  ['Sworn ^to [[Old King^]].', 'to [[Old King]]'],
  ['Sworn to [[Old ^King]] and^ me.', '[[Old King]] and'],
  ['See ![[map^.png|300]] here^.', '![[map.png|300]] here'],
  ['See ^[the map^](maps/a.png) now', '[the map](maps/a.png)'],
  ['It ^is **very old^** now', 'is **very old**'],
  ['It is **very [[Old ^King]] and^ good** now', '[[Old King]] and'],
  ['It is **very [[Old ^King]]** and^ good', '**very [[Old King]]** and'],
  ['run `npm ^ci` first^', '`npm ci` first'],
  ['==so ^it== is^', '==so it== is'],
  ['^is ~~a^~~ b', 'is ~~a~~'],
])('takes whole what it takes in part: %s', (given, expected) => {
  expect(widened(given)).toBe(expected);
});

it.each([
  ['Sworn to [[^Old^ King]].', 'Old'],
  ['Sworn to [[^Old King^]].', 'Old King'],
  ['It is **very ^old^** now', 'old'],
  ['^Sworn to [[Old King]]^.', 'Sworn to [[Old King]]'],
  ['a [[b]] ^c^ [[d]]', 'c'],
  ['^2 * 3 ** 4^ == 5', '2 * 3 ** 4'],
  ['if ^a == b and^ c == d', 'a == b and'],
  ['so ^2 ** 3 and^ 4 ** 5', '2 ** 3 and'],
  ['an [[open ^link and^ more', 'link and'],
])('stays as it is otherwise: %s', (given, expected) => {
  expect(widened(given)).toBe(expected);
});
