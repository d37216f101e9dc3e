import { describe, expect, it } from 'vitest';
import { parseNote } from '../parse-note.ts';

function withYaml(yaml: string) {
  return parseNote(`---\n${yaml}\n---\nbody [[In body]]`);
}

describe('the frontmatter block', () => {
  it('is between a first line of three dashes and the next such line', () => {
    const text = '---\na: 1\n---\nbody';
    const { frontmatter, bodyStart } = parseNote(text);
    expect(frontmatter).toEqual({ range: { start: 0, end: 13 }, yamlRange: { start: 4, end: 9 }, values: { a: 1 } });
    expect(text.slice(bodyStart)).toBe('body');
  });

  it.each([
    ['after a byte order mark', '\uFEFF---\na: 1\n---\nbody'],
    ['with spaces after the fences', '--- \na: 1\n---\t\nbody'],
    ['with CRLF', '---\r\na: 1\r\n---\r\nbody'],
    ['with lone CR', '---\ra: 1\r---\rbody'],
  ])('is read %s', (_name, text) => {
    const { frontmatter, bodyStart } = parseNote(text);
    expect(frontmatter?.values).toEqual({ a: 1 });
    expect(text.slice(bodyStart)).toBe('body');
  });

  it.each([
    '\n---\na: 1\n---\n',
    'x\n---\na: 1\n---\n',
    '---\na: 1\n',
    '----\na: 1\n----\n',
    '---\na: 1\n...\n',
    '---',
  ])('is not found in %j', (text) => {
    expect(parseNote(text).frontmatter).toBeNull();
  });

  it('may be empty, and may be the whole note', () => {
    expect(parseNote('---\n---').frontmatter).toEqual({
      range: { start: 0, end: 7 },
      yamlRange: { start: 4, end: 4 },
      values: {},
    });
    expect(parseNote('---\n# only a comment\n---\n').frontmatter?.error).toBeUndefined();
  });
});

describe('frontmatter values', () => {
  it('are plain JSON by the YAML 1.2 core schema, dates as written', () => {
    expect(
      withYaml(
        'n: 007\nf: 1.5\nb: true\ny: yes\nd: 2024-01-05\nt: 2024-01-05T10:00:00\nz: ~\nl: [1, "2"]\nm:\n  k: v\nu: Größe 漢字\ni: .inf',
      ).frontmatter?.values,
    ).toEqual({
      n: 7,
      f: 1.5,
      b: true,
      y: 'yes',
      d: '2024-01-05',
      t: '2024-01-05T10:00:00',
      z: null,
      l: [1, '2'],
      m: { k: 'v' },
      u: 'Größe 漢字',
      i: '.inf',
    });
  });

  it('keep a whole number as written if it would be rounded', () => {
    const yaml =
      'id: 1234567890123456789\nn: -9007199254740993\nmost: 9007199254740991\nh: 0xFFFFFFFFFFFFFFFF\nl: [12345678901234567890]\np: +9007199254740992\nr: -1234567890123456800\ne: 1e20\nf: 0.1';
    expect(parseNote(`---\n${yaml}\n---\n`).frontmatter?.values).toEqual({
      id: '1234567890123456789',
      n: '-9007199254740993',
      most: 9007199254740991,
      h: '0xFFFFFFFFFFFFFFFF',
      l: ['12345678901234567890'],
      p: 9007199254740992,
      r: -1234567890123456800,
      e: 1e20,
      f: 0.1,
    });
  });

  it.each([
    ['---\ntitle: a\ntags: [b]\n# Body\n', true],
    ['\uFEFF---\r\nfällig am: 2026-01-01\r\n\r\n----\r\n', true],
    ['---\n\nA rule above: what follows.\n', false],
    ['---\nA rule above.\n', false],
    ['---\n- a: list\n', false],
    ['---\nhttps://example.org\n', false],
    ['a: 1\n', false],
  ])('are missed with a warning if the block is never closed: %j, %j', (text, isMissed) => {
    const { frontmatter, warnings } = parseNote(text);
    expect(frontmatter).toBeNull();
    expect(warnings).toEqual(isMissed ? ['frontmatter: no line `---` closes it, so it is part of the text'] : []);
  });

  it('take the last of two equal keys, with a warning', () => {
    const note = withYaml('a: 1\na: 2');
    expect(note.frontmatter?.values).toEqual({ a: 2 });
    expect(note.warnings).toEqual([expect.stringContaining('"a" occurs twice')]);
  });

  it('never touch the prototype', () => {
    const values = withYaml('__proto__:\n  polluted: true').frontmatter?.values;
    expect(Object.keys(values ?? {})).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['tabs as indentation', 'a:\n\t- b'],
    ['an unclosed quote', 'a: "b'],
    ['a colon too many', 'a: b: c'],
    ['an unclosed list', 'a: [b'],
    ['a list as root', '- a\n- b'],
    ['a text as root', 'just text'],
    ['an unknown alias', 'a: *nowhere'],
    ['a second document', 'a: 1\n...\nb: 2'],
    ['deep nesting', `a: ${'['.repeat(100)}${']'.repeat(100)}`],
    ['a huge block', `a: ${'x'.repeat(200_000)}`],
    [
      'an alias bomb',
      [
        'a: &a [1,1,1,1,1,1,1,1,1,1]',
        ...Array.from(
          { length: 12 },
          (_, i) =>
            `k${String(i)}: &k${String(i)} [${Array(10)
              .fill(i === 0 ? '*a' : `*k${String(i - 1)}`)
              .join(',')}]`,
        ),
      ].join('\n'),
    ],
    ['an alias to itself', 'a: &a [*a]'],
  ])('are empty for %s, with the reason; the body is still read', (_name, yaml) => {
    const note = withYaml(yaml);
    expect(note.frontmatter?.values).toEqual({});
    expect(note.frontmatter?.error).toMatch(/^[^\n]+$/);
    expect(note.warnings).toHaveLength(1);
    expect(note.links.map((link) => link.path)).toEqual(['In body']);
  });

  it('copy what an alias names', () => {
    expect(withYaml('a: &x [1, 2]\nb: *x').frontmatter?.values).toEqual({ a: [1, 2], b: [1, 2] });
  });
});

describe('title, aliases and tags', () => {
  it.each([
    ['title: A title', 'A title'],
    ['title: 42', '42'],
    ['title: 2024-01-05', '2024-01-05'],
    ['title: ""', null],
    ['title: [a, b]', null],
    ['title:', null],
    ['other: x', null],
  ])('%j', (yaml, title) => {
    expect(withYaml(yaml).title).toBe(title);
  });

  it.each([
    ['aliases: [a, b]', ['a', 'b']],
    ['aliases: Smith, John', ['Smith, John']],
    ['Aliases: one', ['one']],
    ['alias: one', []],
    ['ALIAS: [one]', []],
    ['aliases:\n  - a\n  - 7\n  - \n  - {b: c}', ['a', '7']],
    ['aliases:', []],
  ])('%j', (yaml, aliases) => {
    expect(withYaml(yaml).aliases).toEqual(aliases);
  });

  it.each([
    ['tags: [a, b/c]', ['a', 'b/c']],
    ['tags: one', ['one']],
    ['tags: "#one"', ['one']],
    ['tags: a, b', []],
    ['tags: a b', []],
    ['tags: ["a b", c, "d,e"]', ['c']],
    ['tag: one', []],
    ['TAG: [one]', []],
    ['Tags: ["#x", X]', ['x']],
    ['tags: 2024', []],
    ['tags: [2024, y2024]', ['y2024']],
    ['tags:', []],
  ])('%j', (yaml, tags) => {
    expect(withYaml(yaml).tags).toEqual(tags);
  });

  it('joins inline tags to those of the frontmatter, unique regardless of letter case', () => {
    const note = parseNote('---\ntags: [Idea]\n---\n#idea #new #New');
    expect(note.tags).toEqual(['Idea', 'new']);
    expect(note.inlineTags.map((tag) => tag.name)).toEqual(['idea', 'new', 'New']);
  });
});

describe('links in frontmatter values', () => {
  it('carry key, alias and exact place', () => {
    const text =
      '---\nup: "[[Parent#h|P]]"\nlinks:\n  - "[[A]]"\n  - see [[B]] and [[C]]\nmap:\n  deep: \'[[D]]\'\n---\n';
    const { links } = parseNote(text);
    expect(
      links.map(({ kind, key, path, subpath, display, line }) => ({ kind, key, path, subpath, display, line })),
    ).toEqual([
      { kind: 'frontmatter', key: 'up', path: 'Parent', subpath: '#h', display: 'P', line: 2 },
      { kind: 'frontmatter', key: 'links.0', path: 'A', subpath: '', display: undefined, line: 4 },
      { kind: 'frontmatter', key: 'links.1', path: 'B', subpath: '', display: undefined, line: 5 },
      { kind: 'frontmatter', key: 'links.1', path: 'C', subpath: '', display: undefined, line: 5 },
      { kind: 'frontmatter', key: 'map.deep', path: 'D', subpath: '', display: undefined, line: 7 },
    ]);
    for (const link of links) {
      expect(text.slice(link.start, link.end)).toMatch(/^\[\[.*\]\]$/);
      expect(text.slice(link.targetRange.start, link.targetRange.end)).toBe(link.target);
    }
  });

  it('are found in escaped and folded scalars', () => {
    const text = '---\nq: "a \\" \\u00e9 [[X \\"y\\"]]"\nfolded: >\n  some [[Long]]\n  text\n---\n';
    const { links } = parseNote(text);
    expect(links.map((link) => link.target)).toEqual(['X "y"', 'Long']);
    expect(links.map((link) => text.slice(link.start, link.end))).toEqual(['[[X \\"y\\"]]', '[[Long]]']);
  });

  it('are counted where they are written, not where an alias repeats them', () => {
    expect(withYaml('a: &l "[[A]]"\nb: *l').links.map((link) => link.path)).toEqual(['A', 'In body']);
  });

  it('are not seen in unquoted brackets, which are lists in lists', () => {
    const note = withYaml('a: [[A]]');
    expect(note.frontmatter?.values).toEqual({ a: [['A']] });
    expect(note.links.map((link) => link.path)).toEqual(['In body']);
  });
});
