import { expect, it } from 'vitest';
import { Slicer } from '../../../kit/concurrency/slices.ts';
import { warnOfOpenBars } from './open-bars.ts';

const TABLE = '| a | b |\n|---|---|\n| [[Old|o]] | 1 |\n';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const warned = (added: string, before = TABLE): Promise<string | undefined> =>
  warnOfOpenBars(new Slicer(5, () => Promise.resolve()), bytes(before), bytes(before + added));

it('links in new rows whose bar is not escaped are named as they are to be written', async () => {
  expect(await warned('| [[Town|city]] | ![[map.png|100]] |\n')).toBe(
    'In a table the bar within a link ends the cell unless it is written \\|: [[Town\\|city]], ![[map.png\\|100]].',
  );
  expect(await warned('> | x |\n> |---|\n> | [[Town#Gate|gate]] |\r\n', '')).toContain('[[Town#Gate\\|gate]]');
});

it.each([
  ['escaped', '| [[Town\\|city]] | 2 |\n'],
  ['without a shown text', '| [[Town]] | 2 |\n'],
  ['in a paragraph', '\n[[Town|city]] | x\n'],
  ['in code', '\n```\n| [[Town|city]] | 2 |\n```\n'],
  ['of a row that was there', 'x\n'],
])('links %s are no news', async (_, added) => {
  expect(await warned(added)).toBeUndefined();
});
