import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../kit/json/is-record.ts';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import { errorOf, lineEnding, SETTINGS } from '../edit-test-kit.ts';
import type { JsonValue } from '../note-edit.ts';
import { patchFrontmatter } from './patch-frontmatter.ts';

const BODY = '# Heading\n\n---\nbody: no\n---\n';
const note = (yaml: string): string => `---\n${yaml}---\n${BODY}`;

/** The YAML after setting a key in a note with this YAML. */
function yamlAfter(yaml: string, key: string, value: JsonValue): string {
  const changed = patch(note(yaml), key, value);
  expect(changed.startsWith('---\n') && changed.endsWith(`---\n${BODY}`)).toBe(true);
  return changed.slice(4, changed.length - BODY.length - 4);
}

function patch(text: string, key: string, value: JsonValue): string {
  return runSteps(patchFrontmatter(text, { mode: 'patch_frontmatter', key, value }));
}

const RICH = [
  '# about this note',
  'id: 007          # agent',
  "name: 'It''s'",
  'born: 1953-04-13',
  'tags: [spy,  "uk"] # flow',
  'aliases:',
  '- James',
  '  # in between',
  '- "00 7"   # quoted',
  'bio: |+',
  '  line one',
  '',
  '  line two',
  '',
  'nested:',
  '    deep: yes',
  '    when: 2024-01-05T10:00:00',
  'folded: >-',
  '  some',
  '  text',
  'empty:',
  '# the end',
  '',
].join('\n');

describe('setting a property', () => {
  it.each<[string, string, JsonValue, string]>([
    ['replaces a plain value and keeps the comment next to it', 'a: 1 # one\nb: 2\n', 2, 'a: 2 # one\nb: 2\n'],
    ['keeps double quotes', 'a: "x"   # c\n', 'y', 'a: "y"   # c\n'],
    ['keeps single quotes', "a: 'x'\n", 'y', "a: 'y'\n"],
    ['changes a key in another letter case', 'A: 1 # one\nb: 2\n', 2, 'A: 2 # one\nb: 2\n'],
    ['prefers the key as given', 'A: 1\na: 2\n', 3, 'A: 1\na: 3\n'],
    ['fills a key without a value', 'a:\nb: 2\n', 'x', 'a: x\nb: 2\n'],
    ['fills a key without a value before its comment', 'a: # later\nb: 2\n', 'x', 'a: x # later\nb: 2\n'],
    ['takes an item out', "a:\n  - x # c\n  - 'y' # d\nb: 2\n", ['y'], "a:\n  - 'y' # d\nb: 2\n"],
    ['takes the last item out', "a:\n- 'x' # c\n- y # d\nb: 2\n", ['x'], "a:\n- 'x' # c\nb: 2\n"],
    ['replaces an item', 'a: # k\n  - x # c\n  - "y"\n  - z\n', ['x', 'w', 'z'], 'a: # k\n  - x # c\n  - w\n  - z\n'],
    ['moves items', 'a:\n    - x # c\n    - "x"\n    - y\n', ['y', 'x', 'x'], 'a:\n    - y\n    - x # c\n    - "x"\n'],
    [
      'adds a plain date to plain dates',
      'a:\n  - 2024-01-05\n',
      ['2024-01-05', '2024-01-06'],
      'a:\n  - 2024-01-05\n  - 2024-01-06\n',
    ],
    ['adds one between brackets', 'a: [2024-01-05]\n', ['2024-01-05', '2024-01-06'], 'a: [2024-01-05, 2024-01-06]\n'],
    ['keeps a date plain if it was plain', 'a: 2024-01-05\n', '2025-02-06', 'a: 2025-02-06\n'],
    ['keeps a flow list on its line', 'a: [x, y] # c\n', ['x', 'z, w'], 'a: [x, "z, w"] # c\n'],
    ['keeps the spaces inside the brackets', 'a: [ x ]\n', ['z'], 'a: [ z ]\n'],
    [
      'keeps a block list at its items’ indentation',
      'a:\n    - x # c\n    - y\n\n# about b\nb: 2\n',
      ['z'],
      'a:\n    - z\n\n# about b\nb: 2\n',
    ],
    ['keeps a block list flush with its key', 'a: # these\n- x\nb: 2\n', ['z', 'w'], 'a: # these\n- z\n- w\nb: 2\n'],
    ['turns a text into a list', 'a: x # c\nb: 2\n', ['v', 'z'], 'a: # c\n  - v\n  - z\nb: 2\n'],
    ['turns a list into a text', 'a: # c\n  - x\n  - y # d\nb: 2\n', 'z', 'a: z # c\nb: 2\n'],
    ['makes an empty list', 'a:\n  - x\nb: 2\n', [], 'a: []\nb: 2\n'],
    ['fills an empty list', 'a: []\nb: 2\n', ['x'], 'a:\n  - x\nb: 2\n'],
    ['replaces a literal block and leaves the blank lines below it', 'a: |\n  x\n  y\n\nb: 2\n', 'z', 'a: z\n\nb: 2\n'],
    ['writes several lines as a literal block', 'a: x\nb: 2\n', 'y\nz\n', 'a: |\n  y\n  z\nb: 2\n'],
    ['replaces a text of several lines', 'a: some\n  more # c\nb: 2\n', 'z', 'a: z # c\nb: 2\n'],
    ['replaces a value that begins on the next line', 'a:\n  some\n  more\nb: 2\n', 'z', 'a: z\nb: 2\n'],
    ['replaces an alias', 'b: &x 1\na: *x # c\n', 2, 'b: &x 1\na: 2 # c\n'],
    ['replaces a tagged value', 'a: !!str 5\n', 6, 'a: 6\n'],
    ['replaces a map as a whole', 'a:\n  k: v # c\nb: 2\n', { m: 1 }, 'a:\n  m: 1\nb: 2\n'],
  ])('%s', (_name, yaml, value, expected) => {
    expect(yamlAfter(yaml, 'a', value)).toBe(expected);
  });

  it('changes a key in another Unicode form, rather than adding one that looks the same', () => {
    expect(yamlAfter('a\u0308: 1 # one\nb: 2\n', 'ä', 2)).toBe('a\u0308: 2 # one\nb: 2\n');
    expect(yamlAfter('ä: 1\na\u0308: 2\n', 'a\u0308', 3)).toBe('ä: 1\na\u0308: 3\n');
    expect(yamlAfter('ä: 1\nb: 2\n', 'a\u0308', null)).toBe('b: 2\n');
    expect(yamlAfter('A\u0308:\n  u\u0308: 1\n', 'ä.ü', 2)).toBe('A\u0308:\n  u\u0308: 2\n');
  });

  it.each<[string, string, string, JsonValue, string]>([
    ['at the end of the block', 'a: 1\n# last\n', 'b', true, 'a: 1\n# last\nb: true\n'],
    ['to an empty block', '', 'b', 1, 'b: 1\n'],
    ['to a block of comments', '# only\n', 'b', 1, '# only\nb: 1\n'],
    ['in the column of the others', '  a: 1\n', 'b', ['x'], '  a: 1\n  b:\n    - x\n'],
    ['inside a nested map', 'a:\n    x: 1 # c\n# d\nb: 2\n', 'a.z', 2, 'a:\n    x: 1 # c\n    z: 2\n# d\nb: 2\n'],
    ['below a key without a value', 'a: # c\nb: 2\n', 'a.x.z', 1, 'a: # c\n  x:\n    z: 1\nb: 2\n'],
    ['with the missing maps', 'a: 1\n', 'b.c.d', 'x', 'a: 1\nb:\n  c:\n    d: x\n'],
    ['to a flow map', 'a: {x: 1, y: [2]} # c\n', 'a.z', ['q, r'], 'a: {x: 1, y: [2], z: ["q, r"]} # c\n'],
    ['to an empty flow map', 'a: {}\n', 'a.z', 1, 'a: {z: 1}\n'],
    ['to a root in braces', '{a: 1}\n', 'b', 'x: y', '{a: 1, b: "x: y"}\n'],
    ['whose name needs quotes', 'a: 1\n', 'x: y', 1, 'a: 1\n"x: y": 1\n'],
  ])('adds one %s', (_name, yaml, key, value, expected) => {
    expect(yamlAfter(yaml, key, value)).toBe(expected);
  });

  it.each([
    [
      'a: 1\nlist:\n  - 1.10\n  - "q" # why\nb: 2\n',
      [1.1, 'q', 'new'],
      'a: 1\nlist:\n  - 1.10\n  - "q" # why\n  - new\nb: 2\n',
    ],
    ['list:\n- a\n\n# below\nb: 2\n', ['a', 'b', { c: 1 }], 'list:\n- a\n- b\n- c: 1\n\n# below\nb: 2\n'],
    ['list: [ 1.10, "q" ] # why\n', [1.1, 'q', 'x', 'a, b'], 'list: [ 1.10, "q", x, "a, b" ] # why\n'],
    ['list: [007,]\n', [7, 'x'], 'list: [007, x]\n'],
  ])('adds to a list without rewriting its items: %j', (yaml, value, wanted) => {
    expect(yamlAfter(yaml, 'list', value)).toBe(wanted);
  });

  it('takes a key that holds a dot before a path', () => {
    expect(yamlAfter('a.b: 1\na:\n  b: 2\n', 'a.b', 3)).toBe('a.b: 3\na:\n  b: 2\n');
    expect(yamlAfter('a:\n  b.c: 2\n', 'a.b.c', 3)).toBe('a:\n  b.c: 3\n');
  });

  it('changes only the value inside a flow map', () => {
    expect(yamlAfter('a: {x: 007, y: "2"}\n', 'a.y', 3)).toBe('a: {x: 007, y: 3}\n');
  });

  it.each<[string, JsonValue]>([
    ['id', 7],
    ['born', '1953-04-13'],
    ['tags', ['spy', 'uk']],
    ['nested', { when: '2024-01-05T10:00:00', deep: 'yes' }],
  ])('leaves %s as written if it already says so', (key, value) => {
    expect(yamlAfter(RICH, key, value)).toBe(RICH);
  });

  it.each([
    '2024-01-05',
    '2024-01-05T10:00:00',
    'yes',
    'No',
    '@at',
    '[[Link]]',
    '007',
    '1.0',
    'null',
    '~',
    '',
    ' x',
    'a: b',
    '#tag',
    '- x',
    '12:30',
    'it\'s "so"',
    '*star',
    '&and',
    '!bang',
    '%',
    '`',
    '{',
    'on',
    '0x1f',
    '1_000',
    '=',
    '<<',
    'a #b',
    '---',
  ])('writes the text %j so that it reads back as that text', (value) => {
    const changed = patch(note('a: 1\n'), 'k', value);
    expect(parseNote(changed).frontmatter?.values).toEqual({ a: 1, k: value });
  });

  it.each<[string, JsonValue, string]>([
    ['made: 2024-01-05\n', '2024-02-06', 'k: 2024-02-06\n'],
    ['made: 2024-01-05T10:00\nk:\n', '2024-02-06T08:30', 'k: 2024-02-06T08:30\n'],
    ['made: [2024-01-05]\n', ['2024-02-06'], 'k:\n  - 2024-02-06\n'],
    ['made: 2024-01-05\n', 'yes', 'k: "yes"\n'],
    ['made: "2024-01-05"\n', '2024-02-06', 'k: "2024-02-06"\n'],
    ['made: 2024-01-05\nk: "2023-01-01"\n', '2024-02-06', 'k: "2024-02-06"\n'],
  ])('has a new date as those of the note are: %j, %j', (yaml, value, expected) => {
    expect(yamlAfter(yaml, 'k', value)).toBe(yaml.replace(/^k:.*\n/m, '') + expected);
  });

  it('has a date plain that is one for the app', () => {
    const edit = { mode: 'patch_frontmatter', key: 'k', value: '2024-01-05', isDate: true } as const;
    expect(runSteps(patchFrontmatter('text\n', edit))).toBe('---\nk: 2024-01-05\n---\ntext\n');
    expect(runSteps(patchFrontmatter('text\n', { ...edit, value: 'soon' }))).toBe('---\nk: soon\n---\ntext\n');
  });

  it('quotes what older YAML readers take for a date or a boolean', () => {
    expect(yamlAfter('', 'k', '2024-01-05')).toBe('k: "2024-01-05"\n');
    expect(yamlAfter('', 'k', 'yes')).toBe('k: "yes"\n');
  });
});

describe('comments on lines of their own in a list', () => {
  const LIST = 'tags:\n  # first\n  - a\n  # about b\n  # and more\n  - "b" # own\n\n  - c\n  # after\nend: 1\n';

  it.each([
    ['moved', ['b', 'a', 'c'], '  # first\n  # about b\n  # and more\n  - "b" # own\n  - a\n  - c\n  # after\n'],
    ['kept', ['b', 'new'], '  # first\n  # about b\n  # and more\n  - "b" # own\n  - new\n  # after\n'],
    ['taken out', ['a', 'c'], '  # first\n  - a\n  - c\n  # after\n'],
  ])('stay above the item that they are about if it is %s', (_how, value, expected) => {
    expect(yamlAfter(LIST, 'tags', value)).toBe(`tags:\n${expected}end: 1\n`);
  });

  it('are none in the text of the item before', () => {
    const yaml = 'k:\n- |\n  # text\n# comment\n- b\n- c\n';
    expect(yamlAfter(yaml, 'k', ['b', '# text\n'])).toBe('k:\n# comment\n- b\n- |\n  # text\n');
  });

  it('stay with the items that stay, in any order', () => {
    const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 });
    fc.assert(
      fc.property(
        words,
        words,
        fc.constantFrom('', '  '),
        fc.constantFrom('\n', '\r\n'),
        (own, wanted, indent, end) => {
          const lines = own.flatMap((word) => [`${indent}# about ${word}`, `${indent}- ${word}`]);
          const yaml = ['k:', ...lines, 'z: 1', ''].join(end);
          const after = yamlAfter(yaml, 'k', wanted).split(/\r?\n/);
          for (const word of own.slice(1).filter((one) => wanted.includes(one)))
            expect(after[after.indexOf(`${indent}- ${word}`) - 1]).toBe(`${indent}# about ${word}`);
        },
      ),
    );
  });
});

describe('a note without frontmatter', () => {
  it('gets a block', () => {
    expect(patch('body', 'a', 1)).toBe('---\na: 1\n---\nbody');
    expect(patch('', 'a.b', 1)).toBe('---\na:\n  b: 1\n---\n');
  });

  it('gets it after a byte order mark, with the note’s line ends', () => {
    expect(patch('\uFEFFone\r\ntwo\r\n', 'a', ['x'])).toBe('\uFEFF---\r\na:\r\n  - x\r\n---\r\none\r\ntwo\r\n');
  });

  it('has nothing to remove', () => {
    expect(patch('body', 'a', null)).toBe('body');
  });
});

describe('removing a property', () => {
  it.each([
    ['a plain one with its comment', 'a: 1 # c\nb: 2\n', 'a', 'b: 2\n'],
    ['one without a value', 'a:\nb: 2\n', 'a', 'b: 2\n'],
    ['a list, but not the comment of the next', 'a:\n  - x\n  - y\n# about b\nb: 2\n', 'a', '# about b\nb: 2\n'],
    ['a literal block', 'b: 2\na: |\n  x\n\n  y\n', 'a', 'b: 2\n'],
    ['a nested one', 'a:\n  x: 1\n  y: 2 # c\nb: 2\n', 'a.y', 'a:\n  x: 1\nb: 2\n'],
    ['the last nested one', 'a: # c\n  x: 1\nb: 2\n', 'a.x', 'a: {} # c\nb: 2\n'],
    ['the first in braces', 'a: {x: 1, y: 2}\n', 'a.x', 'a: {y: 2}\n'],
    ['the last in braces', 'a: {x: 1, y: 2}\n', 'a.y', 'a: {x: 1}\n'],
    ['the only one in braces', 'a: {x: 1}\n', 'a.x', 'a: {}\n'],
    ['the last one next to a comment', '# c\na: 1\n', 'a', '# c\n'],
    ['none if there is none', 'a: 1\n', 'a.x', 'a: 1\n'],
  ])('takes out %s', (_name, yaml, key, expected) => {
    if (key === 'a.x' && yaml === 'a: 1\n') expect(() => patch(note(yaml), key, null)).toThrow('"a" is no map');
    else expect(yamlAfter(yaml, key, null)).toBe(expected);
  });

  it('removes the block with its last key', () => {
    expect(patch('---\na: 1\n\n---\nbody\n', 'a', null)).toBe('body\n');
  });

  it('keeps the empty block if the body would open with another', () => {
    expect(patch('---\na: 1\n---\n---\nb: 2\n---\n', 'a', null)).toBe('---\n---\n---\nb: 2\n---\n');
  });
});

describe('a block that cannot take the change', () => {
  it.each([
    ['invalid YAML', 'a: "x\n'],
    ['a tab for indentation', 'a:\n\t- b\n'],
    ['a key that occurs twice', 'a: 1\nb: 2\na: 3\n'],
    ['a nested key that occurs twice', 'a: {x: 1, x: 2}\n'],
    ['a list', '- a\n'],
  ])('is refused: %s', (_name, yaml) => {
    const error = errorOf(() => patch(note(yaml), 'k', 1));
    expect(error.code).toBe('frontmatter_invalid');
    expect(error.hint).toContain('Nothing was changed');
  });

  it('is refused if it is never closed: a second block would come above it', () => {
    expect(errorOf(() => patch('---\na: 1\n# Body\n', 'k', 1))).toMatchObject({
      code: 'frontmatter_invalid',
      message: "The note's frontmatter cannot be edited: no line `---` closes it, so it is part of the text.",
      hint: expect.stringContaining('Put a line `---` below the last property first') as string,
    });
    expect(patch('---\nBelow a rule.\n', 'k', 1)).toBe('---\nk: 1\n---\n---\nBelow a rule.\n');
  });

  it('says on which line a key occurs twice', () => {
    expect(errorOf(() => patch(note('a: 1\nb: 2\na: 3\n'), 'k', 1)).message).toContain('line 4');
  });

  it('is refused if others refer to the anchor of the old value', () => {
    expect(errorOf(() => patch(note('a: &x 1\nb: *x\n'), 'a', 2)).code).toBe('frontmatter_invalid');
    expect(errorOf(() => patch(note('a: &x 1\nb: *x\n'), 'a', null)).code).toBe('frontmatter_invalid');
  });

  it.each(['a.x', 'a.0', 'a.x.y'])('does not go through a list: %s', (key) => {
    const error = errorOf(() => patch(note('a: [1]\n'), key, 1));
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toContain('"a" is a list');
  });

  it.each(['.a', 'a.', 'a..b', '.'])('has no key %j', (key) => {
    expect(errorOf(() => patch(note('a: {b: 1}\n'), key, 1)).code).toBe('invalid_arguments');
  });
});

const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/\p{Surrogate}/gu, '')),
    fc.constantFrom(
      'a\nb',
      'a\n\nb\n',
      ' x\n y',
      'x\n',
      '\n',
      'a\r\nb',
      'a\rb',
      'yes',
      '2024-01-05',
      'a\t',
      '\ta\nb',
      'x: y\n- z',
      '...',
      '---\n',
      '# c',
      'a \nb',
    ),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.constantFrom('a', 'x: y', '- z', '__proto__', '2024')),
      tie('value'),
      { maxKeys: 3 },
    ),
  ),
})).value;

describe('any value of any key', () => {
  const keys = [
    'id',
    'name',
    'born',
    'tags',
    'aliases',
    'bio',
    'nested',
    'nested.deep',
    'folded',
    'empty',
    'new',
    'nested.new',
    'empty.new',
    'x.y.z',
  ];

  it('is read back as given, and no other line changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...keys), json, lineEnding, fc.boolean(), (key, value, eol, hasMark) => {
        const text = ((hasMark ? '\uFEFF' : '') + note(RICH)).replaceAll('\n', eol);
        const changed = patch(text, key, value);
        const before = parseNote(text).frontmatter?.values ?? {};
        const after = parseNote(changed).frontmatter?.values ?? {};
        expect(normalised(valueOf(after, key) ?? null)).toEqual(normalised(value));
        const [root = ''] = key.split('.');
        for (const name of Object.keys(before)) if (name !== root) expect(after[name]).toEqual(before[name]);
        for (const line of linesOf(text, root)) expect(changed).toContain(line);
        expect(changed.endsWith(text.slice(parseNote(text).bodyStart))).toBe(true);
        expect(eol === '\n' ? !changed.includes('\r') : !changed.replaceAll(eol, '').includes('\n')).toBe(true);
      }),
      SETTINGS,
    );
  });

  it('is gone again when removed, and the note is as before', () => {
    fc.assert(
      fc.property(
        json.filter((value) => value !== null),
        lineEnding,
        fc.constantFrom('', 'body', '\n\nbody\n', note(RICH)),
        (value, eol, start) => {
          const text = start.replaceAll('\n', eol);
          expect(patch(patch(text, 'added', value), 'added', null)).toBe(text);
        },
      ),
      SETTINGS,
    );
  });
});

function valueOf(values: JsonValue, key: string): JsonValue | undefined {
  return key
    .split('.')
    .reduce<JsonValue | undefined>((inner, name) => (isRecord(inner) ? inner[name] : undefined), values);
}

/** As in JSON: no negative zero. */
function normalised(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** The lines of every root key but one, as written, line ends included; comments between keys belong to none. */
function linesOf(text: string, without: string): string[] {
  const yaml = parseNote(text).frontmatter?.yamlRange ?? { start: 0, end: 0 };
  const lines = text.slice(yaml.start, yaml.end).match(/[^\r\n]*(?:\r\n|\n|\r)/g) ?? [];
  let key = '';
  return lines.filter((line) => {
    key = /^([a-z]+):/.exec(line)?.[1] ?? (line.startsWith('#') ? '#' : key);
    return key !== without;
  });
}
