import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { appendApart } from './append-apart.ts';
import { appendToNote } from './append-to-note.ts';
import { applyEdit } from './apply-edit.ts';

const SETTINGS = '%% kanban:settings\n```\n{"kanban-plugin":"board"}\n```\n%%';
const DRAWING = '%%\n## Drawing\n```compressed-json\nN4Kx\n\nab\n```\n%%\n';

describe('appending to a note that ends with the data of a plugin', () => {
  it.each([
    ['a board', `- [ ] one\n\n\n\n${SETTINGS}`, '- [ ] two', `- [ ] one\n- [ ] two\n\n\n\n${SETTINGS}`],
    ['a drawing', `Hello ^a1\n\n${DRAWING}`, '\nnew\n', `Hello ^a1\n\nnew\n\n${DRAWING}`],
    ['data right below', `- one\n${SETTINGS}`, '- two', `- one\n- two\n\n${SETTINGS}`],
    [
      'an empty board',
      `---\nkanban-plugin: board\n---\n\n${SETTINGS}`,
      '## Lane',
      `---\nkanban-plugin: board\n---\n\n## Lane\n\n${SETTINGS}`,
    ],
    ['a byte order mark and data', `\uFEFF${SETTINGS}`, 'x', `\uFEFFx\n\n${SETTINGS}`],
    ['nothing but data', SETTINGS, 'x', `x\n\n${SETTINGS}`],
    [
      'line ends of Windows',
      `a\r\n\r\n${SETTINGS.replaceAll('\n', '\r\n')}\r\n`,
      'b',
      `a\r\nb\r\n\r\n${SETTINGS.replaceAll('\n', '\r\n')}\r\n`,
    ],
  ])('writes above it: %s', (_, text, content, expected) => {
    expect(runSteps(appendToNote(text, content))).toBe(expected);
    expect(applyEdit(text, { mode: 'append', content }).text).toBe(expected);
  });

  it('also with a blank line where a list would take the text in', () => {
    expect(runSteps(appendApart(`- one\n\n${SETTINGS}`, 'text'))).toBe(`- one\n\ntext\n\n${SETTINGS}`);
  });

  it.each([
    ['a comment of a person', 'a\n\n%% to do %%\n'],
    ['several lines of a comment', 'a\n\n%%\nto do\n%%\n'],
    ['data further up', `a\n\n${SETTINGS}\n\nb\n`],
    ['a fence that shows such data', '~~~\n%%\n```\n%%\n~~~\n'],
  ])('is below everything else: %s', (_, text) => {
    expect(runSteps(appendToNote(text, 'x'))).toBe(`${text}x\n`);
  });
});
