import { expect, it } from 'vitest';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { ALL_TOOLS } from '../../../shared/tools/all-tools.ts';
import { flagsOf, type ToolFlag } from './tool-flags.ts';
import { errorInWordsOfLine, inWordsOfLine, resultInWordsOfLine } from './words-of-line.ts';

const flags = (name: string): ToolFlag[] => flagsOf(ALL_TOOLS.find((tool) => tool.name === name) ?? expect.fail());

it.each([
  ['edit_note', '`content` is missing: append needs it.', '`--content` is missing: append needs it.'],
  ['edit_note', 'Give `edits[2].line` once.', 'Give `--edits` ([2].line) once.'],
  ['apply_edit_preview', 'Call edit_note with dryRun.', 'Call `vault-loom edit` with --dry-run.'],
  ['edit_note', 'Call edit_note with dryRun again.', 'Call `vault-loom edit` with --dry-run again.'],
  ['edit_note', 'Read the note, and copy `search` from it.', 'Read the note, and copy `--search` from it.'],
  ['move_note', 'Two notes can be merged with `onExists`.', 'Two notes can be merged with `--on-exists`.'],
  ['create_note', 'Folders belong in `directory`.', 'Folders belong in `--directory`.'],
  ['read_note', 'Find the note with search or list_notes.', 'Find the note with search or `vault-loom list`.'],
  ['read_note', 'See `list_notes`, or `name`.', 'See `vault-loom list`, or `--name`.'],
  ['read_note', 'Read it with read_note {"name": "x"}.', 'Read it with read_note {"name": "x"}.'],
  ['read_note', 'No note is called "`name` of list_notes".', 'No note is called "`name` of list_notes".'],
  ['read_note', 'The name of a section, in mode full.', 'The name of a section, in mode full.'],
])('of %s: %j', (tool, text, expected) => {
  expect(inWordsOfLine(text, flags(tool))).toBe(expected);
});

it('does not ask for another preview, which would end with its command', () => {
  const error = new VaultLoomError('preview_not_found', 'There is no preview.', {
    hint: 'Call edit_note with dryRun.',
  });
  expect(errorInWordsOfLine(error, flags('apply_edit_preview'))).toMatchObject({
    hint: expect.stringContaining('without --dry-run'),
  });
});

it('keeps the rest of an error, and of a result', () => {
  const error = new VaultLoomError('no_match', 'See `name`.', { hint: 'Try list_notes.', details: { lines: 4 } });
  expect(errorInWordsOfLine(error, flags('read_note'))).toMatchObject({
    code: 'no_match',
    message: 'See `--name`.',
    hint: 'Try `vault-loom list`.',
    details: { lines: 4 },
  });
  expect(resultInWordsOfLine({ data: [], context: { state: {}, hint: 'Give `variants`.' } }, flags('search'))).toEqual({
    data: [],
    context: { state: {}, hint: 'Give `--variants`.' },
  });
});
