import { describe, expect, it } from 'vitest';
import type { EditItem } from '../protocol/schemas/edit.ts';
import { readEdits } from './edit-request.ts';
import { errorOf } from './edit-test-kit.ts';

const one = (item: EditItem): unknown => readEdits(item, null)[0];

describe('a single edit', () => {
  it('is without the byte order mark that a text copied from a first line begins with', () => {
    expect(one({ mode: 'replace_window', search: '\uFEFFa', content: '\uFEFFb' })).toMatchObject({
      search: 'a',
      content: 'b',
    });
    expect(one({ mode: 'at_line', line: 1, content: '\uFEFFx\uFEFF', expect: '\uFEFFa' })).toMatchObject({
      content: 'x\uFEFF',
      expect: 'a',
    });
  });

  it('gets the defaults of its mode', () => {
    expect(one({ mode: 'append', content: 'x' })).toEqual({ mode: 'append', content: 'x' });
    expect(one({ mode: 'replace_window', search: 'a', content: '' })).toEqual({
      mode: 'replace_window',
      search: 'a',
      content: '',
      fuzzy: false,
      fuzzyThreshold: 0.7,
    });
    expect(one({ mode: 'patch_heading', heading: 'A', content: 'x' })).toEqual({
      mode: 'patch_heading',
      heading: 'A',
      content: 'x',
      headingOp: 'replace',
      scope: 'section',
    });
    expect(one({ mode: 'at_line', line: 3, content: 'x' })).toEqual({
      mode: 'at_line',
      line: 3,
      lineOp: 'replace',
      content: 'x',
    });
    expect(one({ mode: 'at_line', line: 3, lineOp: 'delete' })).toEqual({
      mode: 'at_line',
      line: 3,
      lineOp: 'delete',
      content: '',
    });
  });

  it.each<[EditItem, string]>([
    [{ mode: 'append' }, 'content'],
    [{ mode: 'prepend' }, 'content'],
    [{ mode: 'replace_window', content: 'x' }, 'search'],
    [{ mode: 'replace_window', search: 'x' }, 'content'],
    [{ mode: 'patch_heading', content: 'x' }, 'heading'],
    [{ mode: 'patch_heading', heading: 'x' }, 'content'],
    [{ mode: 'patch_frontmatter', value: 1 }, 'key'],
    [{ mode: 'patch_frontmatter', key: 'k' }, 'value'],
    [{ mode: 'at_line', content: 'x' }, 'line'],
    [{ mode: 'at_line', line: 1, lineOp: 'after' }, 'content'],
    [{ content: 'x' }, 'mode'],
  ])('%j lacks %s', (item, name) => {
    const error = errorOf(() => one(item));
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toContain(`\`${name}\` is missing`);
  });

  it.each<[EditItem, string, string]>([
    [{ mode: 'append', content: 'x', heading: 'Log' }, 'heading', '`patch_heading` with `headingOp` append'],
    [{ mode: 'prepend', content: 'x', heading: 'Log' }, 'heading', '`patch_heading` with `headingOp` prepend'],
    [{ mode: 'append', content: 'x', line: 3 }, 'line', '`at_line`'],
    [{ mode: 'at_line', line: 3, content: 'x', search: 'old' }, 'search', '`expect`'],
    [{ mode: 'at_line', line: 3, content: 'x', heading: 'Log' }, 'heading', '`patch_heading`'],
    [{ mode: 'patch_heading', heading: 'Log', content: 'x', search: 'old' }, 'search', '`replace_window`'],
    [{ mode: 'replace_window', search: 'old', content: 'x', key: 'status' }, 'key', '`patch_frontmatter`'],
    [{ mode: 'patch_frontmatter', key: 'status', value: 'done', line: 3 }, 'line', '`at_line`'],
  ])('%j names a place, %s, that the mode would not heed', (item, name, wayOut) => {
    const error = errorOf(() => one(item));
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toContain(`\`${name}\``);
    expect(error.hint).toContain(wayOut);
  });

  it('treats an empty place as left out', () => {
    expect(one({ mode: 'append', content: 'x', heading: '', search: '' })).toEqual({ mode: 'append', content: 'x' });
  });

  it('holds only characters that a file can contain', () => {
    expect(errorOf(() => one({ mode: 'append', content: 'a\ud800b' })).code).toBe('invalid_arguments');
    expect(errorOf(() => one({ mode: 'patch_frontmatter', key: 'k', value: ['\udc00'] })).code).toBe(
      'invalid_arguments',
    );
    expect(one({ mode: 'append', content: '🙂' })).toEqual({ mode: 'append', content: '🙂' });
  });
});

describe('the value of a property', () => {
  it.each<[Partial<EditItem>, unknown]>([
    [{ value: 'text' }, 'text'],
    [{ value: null }, null],
    [{ value: ['a', { b: 1 }] }, ['a', { b: 1 }]],
    [{ valueJson: 'null' }, null],
    [{ valueJson: 'true' }, true],
    [{ valueJson: '007e0'.slice(2) }, 7],
    [{ valueJson: '"text"' }, 'text'],
    [{ value: null, valueJson: '[1]' }, [1]],
  ])('of %j is %j', (fields, value) => {
    expect(one({ mode: 'patch_frontmatter', key: 'k', ...fields })).toEqual({
      mode: 'patch_frontmatter',
      key: 'k',
      value,
    });
  });

  it.each<Partial<EditItem>>([
    { valueJson: 'text' },
    { valueJson: '[12345678901234567890]' },
    { value: 2 ** 53 },
    { valueJson: '' },
    { value: 1, valueJson: '2' },
    { valueJson: '1e400' },
    { valueJson: `${'['.repeat(40)}${']'.repeat(40)}` },
  ])('is not %j', (fields) => {
    expect(errorOf(() => one({ mode: 'patch_frontmatter', key: 'k', ...fields })).code).toBe('invalid_arguments');
  });
});

describe('a retry from the buffer', () => {
  const buffered = { search: 'old', content: 'new' };

  it('needs nothing but its mode, and is fuzzy at 0.5', () => {
    expect(readEdits({ mode: 'replace_window', from_buffer: true, fuzzyThreshold: 0.9 }, buffered)).toEqual([
      { mode: 'replace_window', search: 'old', content: 'new', fuzzy: true, fuzzyThreshold: 0.5 },
    ]);
  });

  it('prefers its own text', () => {
    expect(readEdits({ mode: 'replace_window', from_buffer: true, content: 'newer' }, buffered)).toMatchObject([
      { search: 'old', content: 'newer' },
    ]);
  });

  it('fails if nothing is buffered', () => {
    expect(errorOf(() => readEdits({ mode: 'replace_window', from_buffer: true }, null)).message).toContain(
      'Nothing is buffered',
    );
  });
});

describe('several edits', () => {
  it('take the mode of the call if they name none', () => {
    expect(
      readEdits({ mode: 'append', edits: [{ content: 'a' }, { mode: 'prepend', content: 'b' }] }, null).map(
        ({ mode }) => mode,
      ),
    ).toEqual(['append', 'prepend']);
  });

  it('fail as one, naming the index from 0 and the code', () => {
    const error = errorOf(() => readEdits({ edits: [{ mode: 'append', content: 'a' }, { mode: 'append' }] }, null));
    expect(error.code).toBe('edit_failed');
    expect(error.details).toEqual({ index: 1, code: 'invalid_arguments' });
    expect(error.message).toContain('edits[1]');
  });

  it('cannot be combined with a single edit', () => {
    expect(errorOf(() => readEdits({ mode: 'append', content: 'x', edits: [{ content: 'a' }] }, null)).code).toBe(
      'invalid_arguments',
    );
    expect(
      readEdits({ mode: 'append', content: '', from_buffer: false, edits: [{ content: 'a' }] }, null),
    ).toHaveLength(1);
  });
});
