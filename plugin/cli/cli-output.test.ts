import { describe, expect, it } from 'vitest';
import type { SearchRow } from '../../shared/protocol/schemas/find.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { choiceOf, countOf, errorText, relatedText, searchText } from './cli-output.ts';

const row = (fields: Partial<SearchRow>): SearchRow => ({
  path: 'Garden/Soil.md',
  title: 'Soil',
  score: 1,
  excerpt: 'Worms live\n in the compost.',
  matchedBy: ['fulltext'],
  ...fields,
});

describe('the text of an answer', () => {
  it('gives each note found its place and one line of its passage', () => {
    const rows = [row({ chunkStartLine: 12, chunkHeading: 'Compost', chunkExcerpt: 'x'.repeat(999) }), row({})];
    const lines = searchText({ rows, match: 'strong' }).split('\n');
    expect(lines[0]).toBe('Garden/Soil.md:12  Compost');
    expect(lines[1]?.length).toBeLessThan(210);
    expect(lines.slice(2)).toEqual(['Garden/Soil.md', '  Worms live in the compost.']);
  });

  it('gives the line of the match where a row is for a whole note', () => {
    expect(searchText({ rows: [row({ line: 7 })], match: 'strong' })).toBe(
      'Garden/Soil.md:7\n  Worms live in the compost.',
    );
  });

  it('says that nothing was found', () => {
    expect(searchText({ rows: [], match: 'weak', hints: ['Try fewer words.'] })).toBe(
      'Nothing was found.\nTry fewer words.',
    );
    expect(relatedText('A.md', [])).toBe('Nothing is related to A.md yet.');
  });

  it('tells an error in words, or as JSON to programs', () => {
    const error = new VaultLoomError('note_not_found', 'There is no note “X”.', { hint: 'Look again.' });
    expect(errorText(error, false)).toBe('Error: There is no note “X”. Look again.');
    expect(JSON.parse(errorText(error, true))).toMatchObject({
      error: { code: 'note_not_found', hint: 'Look again.' },
    });
    expect(errorText(new Error('broken'), false)).toBe('Error: broken');
  });
});

describe('a flag', () => {
  it('is read, or refused with what it may be', () => {
    expect([countOf(undefined, 'limit', 10, 100), countOf('3', 'limit', 10, 100)]).toEqual([10, 3]);
    for (const flag of ['0', '101', '-1', '1.5', 'true', ''])
      expect(() => countOf(flag, 'limit', 10, 100)).toThrow('from 1 to 100');
    expect([choiceOf(undefined, 'format', ['text', 'json']), choiceOf('json', 'format', ['text', 'json'])]).toEqual([
      'text',
      'json',
    ]);
    expect(() => choiceOf('xml', 'format', ['text', 'json'])).toThrow('format must be text or json');
  });
});
