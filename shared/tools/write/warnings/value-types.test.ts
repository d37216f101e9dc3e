import { afterEach, expect, it } from 'vitest';
import { openBench, removeBenches } from '../../test-support/writing-bench.ts';

afterEach(removeBenches);

const NOTES = {
  '.obsidian/types.json': '{"types":{"Read":"checkbox","year":"number","due":"date","at":"datetime","said":"text"}}',
  'A.md': '---\ndone: false\nrating: 3\nname: x\n---\n',
  'B.md': '',
};
const patch = (key: string, value: unknown): Record<string, unknown> => ({ mode: 'patch_frontmatter', key, value });

it.each([
  ['read', 'yes', '"read" is a checkbox and got a text: give true or false, without quotes.'],
  ['year', '2020', '"year" is a number and got a text: give the number, without quotes.'],
  ['due', '3 May 2026', '"due" is a date and got a text: give YYYY-MM-DD.'],
  ['at', '2026-05-03', '"at" is a date with a time and got a text: give YYYY-MM-DDTHH:mm.'],
  ['tags', 'garden, soil', '"tags" is a list and got a text: give ["one", "two"].'],
  ...['["one", "two"]', '{"a": 1}', '[]'].map((text) => [
    'name',
    text,
    '"name" got JSON as a text: give the list or object itself, or to edit_note that text as `valueJson`.',
  ]),
  ['done', 'true', '"done" is a checkbox and got a text: give true or false, without quotes.'],
  ['rating', '4.5', '"rating" is a number and got a text: give the number, without quotes.'],
])('%s: %j is written with a warning', async (key, value, warning) => {
  const bench = await openBench(NOTES);
  expect(await bench.call('edit_note', { name: 'A', ...patch(key, value), dryRun: true })).toMatchObject({ warning });
  expect(await bench.call('edit_note', { names: ['A'], ...patch(key, value) })).toMatchObject({ warning });
});

it.each([
  ['read', true],
  ['year', 2020],
  ['year', ''],
  ['due', '2026-05-03'],
  ['at', '2026-05-03T10:00'],
  ['said', 'true'],
  ['tags', 'garden'],
  ['done', 'not yet'],
  ['name', '3'],
  ['new', 'true'],
  ['said', '["one"]'],
  ['name', '[[2026]]'],
  ['name', '[one] two'],
])('%s: %j is written without a word', async (key, value) => {
  const bench = await openBench(NOTES);
  expect(await bench.call('edit_note', { name: 'A', ...patch(key, value) })).not.toHaveProperty('warning');
});

it('properties of a new note, and the same edit of several, are warned of once', async () => {
  const bench = await openBench(NOTES);
  const warning = '"year" is a number and got a text: give the number, without quotes.';
  const frontmatter = { year: '2020', due: '2026-01-01' };
  expect(await bench.call('create_note', { title: 'C', content: 'x', frontmatter })).toMatchObject({ warning });
  expect(await bench.call('edit_note', { names: ['A', 'B'], ...patch('year', '2021') })).toMatchObject({ warning });
});
