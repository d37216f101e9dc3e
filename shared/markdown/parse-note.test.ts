import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { parseNote, parseNoteSteps } from './parse-note.ts';

/** Targets of all links, in order. */
function targets(text: string): string[] {
  return parseNote(text).links.map((link) => link.target);
}

describe('wikilinks', () => {
  it('carry target, path, subpath, alias, line and exact place', () => {
    const text = 'one\n\ntwo [[Folder/Note#Head|shown]] three';
    expect(parseNote(text).links).toEqual([
      {
        kind: 'wikilink',
        target: 'Folder/Note#Head',
        path: 'Folder/Note',
        subpath: '#Head',
        display: 'shown',
        start: 9,
        end: 35,
        targetRange: { start: 11, end: 27 },
        line: 3,
      },
    ]);
  });

  it.each([
    ['[[a]] [[b]]', ['a', 'b']],
    ['[[ a ]]', ['a']],
    ['[[a]b]]', ['a]b']],
    ['[[#h]]', ['#h']],
    ['[[a|b|c]]', ['a']],
    ['[[https://example.org]]', ['https://example.org']],
    ['[[a [[b]]', ['b']],
    ['[[[a]]]', ['a']],
    ['[[a\nb]]', []],
    ['[[a]', []],
    ['[[]] [[ ]]', []],
    ['[[|x]] [[|]] [[|#x]]', ['|x', '|', '|#x']],
    ['[[Nested [[Inner]] x]]', ['Inner']],
    ['[[a|b [[c]]', ['c']],
    ['\\[[a]]', []],
    ['**[[a]]** _[[b]]_ (c [[d]])', ['a', 'b', 'd']],
    ['[[漢字|x]] [[🙂]]', ['漢字', '🙂']],
  ])('%j has %j', (text, expected) => {
    expect(targets(text)).toEqual(expected);
  });

  it('give a path without subpath for links into the same note', () => {
    expect(parseNote('[[#Head]]').links[0]).toMatchObject({ path: '', subpath: '#Head' });
  });

  it('embed when an exclamation mark comes before', () => {
    expect(parseNote('![[a.png|100x80]] ![[n#^b]]').links).toMatchObject([
      { kind: 'embed', path: 'a.png', display: '100x80', start: 0, end: 17 },
      { kind: 'embed', path: 'n', subpath: '#^b' },
    ]);
  });

  it('have an escaped pipe in tables', () => {
    const text = '| a | b |\n| --- | --- |\n| [[Target\\|shown]] | ![[i.png\\|50]] |';
    const { links } = parseNote(text);
    expect(links).toMatchObject([
      { kind: 'wikilink', target: 'Target', display: 'shown', line: 3 },
      { kind: 'embed', target: 'i.png', display: '50' },
    ]);
    expect(text.slice(links[0]?.targetRange.start, links[0]?.targetRange.end)).toBe('Target');
  });
});

describe('a table', () => {
  const table = '| a | b |\n|---|---|\n| 1 | 2 |\n';

  it.each([`${table}---\nafter`, `${table}===\nafter`, `${table}--\nafter`, `${table}| 3 |\n---\n`])(
    'is no heading by what stands below it: %j',
    (text) => {
      const { headings, blocks } = parseNote(text);
      expect(headings).toEqual([]);
      expect(blocks[0]).toMatchObject({ kind: 'table', start: 0 });
    },
  );

  it('ends at a rule, and before the text behind it', () => {
    const { blocks } = parseNote(`${table}---\nafter\n---\n`);
    expect(blocks.map(({ kind }) => kind)).toEqual(['table', 'rule', 'heading']);
    expect(parseNote('| a | b\n---\n').headings).toHaveLength(1);
  });
});

describe('markdown links', () => {
  it.each([
    ['[t](a.md)', 'a.md', 't'],
    ['[t](a%20b.md#c%20d)', 'a b.md#c d', 't'],
    ['[t](<a b.md>)', 'a b.md', 't'],
    ['[t](<a b.md> "title")', 'a b.md', 't'],
    ["[t]( a.md 'title' )", 'a.md', 't'],
    ['[t]( A.md )', 'A.md', 't'],
    ['[t](\ta%20b.md\t)', 'a b.md', 't'],
    ['[t]( <a b.md> )', 'a b.md', 't'],
    ['[t](a.md ) (y)', 'a.md', 't'],
    ['[t](<a b.md> ) (y)', 'a b.md', 't'],
    ["[t](a.md (title) ) 'y')", 'a.md', 't'],
    ['[t](a(1).md)', 'a(1).md', 't'],
    ['[t](a\\)b.md)', 'a)b.md', 't'],
    ['[t](100%.md)', '100%.md', 't'],
    ['[**b** `c]`](x.md)', 'x.md', '**b** `c]`'],
    ['[](x.md)', 'x.md', undefined],
    ['[two\nlines](x.md)', 'x.md', 'two lines'],
    ['[t](#head)', '#head', 't'],
  ])('%j leads to %j', (text, target, display) => {
    expect(parseNote(text).links).toEqual([
      expect.objectContaining({ kind: 'markdown', target, ...(display === undefined ? {} : { display }) }),
    ]);
    expect(parseNote(text).links[0]?.display).toBe(display);
  });

  it.each([
    '[t](https://example.org)',
    '[t](mailto:a@b.c)',
    '[t](//cdn/x)',
    '[t](obsidian://open)',
    '[t]()',
    '[t](a b.md)',
    '[t] (a.md)',
    '\\[t](a.md)',
    '<https://example.org/a.md>',
    'https://example.org/a.md',
    '![x](data:image/png;base64,AA)',
  ])('%j leads to nothing in the vault', (text) => {
    expect(targets(text)).toEqual([]);
  });

  it('are embeds with an exclamation mark, also inside the text of another', () => {
    expect(parseNote('[![alt](i.png)](n.md)').links).toMatchObject([
      { kind: 'markdown', target: 'n.md', start: 0, end: 21 },
      { kind: 'markdown-embed', target: 'i.png', display: 'alt', start: 1, end: 14 },
    ]);
  });

  it('have no other link in their text: what opens before one is text, up to its own bracket', () => {
    expect(targets('[a [b](b.md) ](a.md)')).toEqual(['b.md']);
    expect(targets('![a [b [c](c.md) ](b.md) ](a.png)')).toEqual(['a.png', 'c.md']);
    expect(targets('![a [b [c](c.md) ](b.md)')).toEqual(['c.md']);
    expect(targets('[a [b](b.md) [c](c.md) [d](d.md)')).toEqual(['b.md', 'c.md', 'd.md']);
  });

  it('and images are read a hundred deep, as each has the text of all within', () => {
    const deep = (depth: number): string => `${'!['.repeat(depth)}x${'](a.png)'.repeat(depth)}`;
    expect(parseNote(deep(100)).links).toHaveLength(100);
    const { links } = parseNote(deep(5_000));
    expect(links).toHaveLength(100);
    expect(links.reduce((sum, { display = '' }) => sum + display.length, 0)).toBeLessThan(deep(5_000).length * 100);
    expect(parseNote(`${'!['.repeat(5_000)}${'[x](y.md) '.repeat(5_000)}`).links).toHaveLength(5_000);
  });

  it('may name a definition elsewhere; then the target is there', () => {
    const text =
      '[one][Ref] [ref][] [REF] ![pic][p] [ext] [none]\n\n[ref]: <a b.md> "t"\n[p]: p.png\n[ext]: https://example.org';
    const { links } = parseNote(text);
    expect(links.map(({ kind, target, display, line }) => [kind, target, display, line])).toEqual([
      ['markdown', 'a b.md', 'one', 1],
      ['markdown', 'a b.md', 'ref', 1],
      ['markdown', 'a b.md', 'REF', 1],
      ['markdown-embed', 'p.png', 'pic', 1],
    ]);
    expect(links.map((link) => text.slice(link.start, link.end))).toEqual([
      '[one][Ref]',
      '[ref][]',
      '[REF]',
      '![pic][p]',
    ]);
    expect(links.map((link) => text.slice(link.targetRange.start, link.targetRange.end))).toEqual([
      'a b.md',
      'a b.md',
      'a b.md',
      'p.png',
    ]);
  });
});

describe('link reference definitions', () => {
  it.each([
    ['a title', '[a]: a.md "t"\n[b]: b.md \'t\'\n[c]: c.md (t)'],
    ['a title on the next line', '[a]: a.md "a"\n[b]: b.md\n  "b"\n[c]: c.md'],
    ['a title of several lines', '[a]: a.md "t\nt"\n[b]: b.md\n(t\nt)\n[c]: c.md'],
    ['a title with escapes', '[a]: a.md "t \\" t"\n[b]: b.md\n(\\(t\\))\n[c]: c.md'],
    ['its destination on the next line', '[a]:\na.md\n[b]:\n  <b.md>\n"t"\n[c]: c.md'],
  ])('may have %s', (_name, definitions) => {
    const text = `${definitions}\n\n[a], [b], [c]`;
    const { links, hidden } = parseNote(text);
    expect(links.map(({ target }) => target)).toEqual(['a.md', 'b.md', 'c.md']);
    expect(links.map(({ targetRange }) => text.slice(targetRange.start, targetRange.end))).toEqual([
      'a.md',
      'b.md',
      'c.md',
    ]);
    expect(hidden[0]).toEqual({ start: 0, end: definitions.length });
  });

  it.each([
    ['has text after it', '"t" [[yes]]\n[no]: b.md'],
    ['is not closed', '"t [[yes]]\n[no]: b.md'],
    ['is closed in another paragraph', '"t [[yes]]\n\nt"'],
    ['has a bracket within brackets', '(t (t) [[yes]]'],
  ])('end at a line that is not a title, since it %s', (_name, rest) => {
    expect(targets(`[a]: a.md\n${rest}\n\n[a] [no]`)).toEqual(['yes', 'a.md']);
    expect(targets(`[a]: a.md ${rest}\n\n[a] [no]`)).toEqual(['yes']);
  });

  it('have their destination after the label, even if it is the same', () => {
    expect(parseNote('[b]: b\n   [a]: a\n\n[a]').links).toMatchObject([{ targetRange: { start: 15, end: 16 } }]);
  });

  it('have no destination that is a wikilink on a line of its own, or a mark of a quote', () => {
    expect(targets('[a]:\n[[yes]]\n\n[a]')).toEqual(['yes']);
    expect(targets('[a]:\n![[yes]]\n\n[a]')).toEqual(['yes']);
    expect(targets('> [a]:\n>b.md\n\n[a]')).toEqual([]);
  });
});

describe('what is not text', () => {
  const inner = '[[no]] #no [x](no.md) ![[no]] ^no';

  it.each([
    ['inline code', `a \`${inner}\` b`],
    ['code with more backticks', `\`\`${inner} \` ${inner}\`\``],
    ['code over two lines', `\`a\n${inner}\``],
    ['a fence', `\`\`\`md\n${inner}\n# no\n- [ ] no\n\`\`\``],
    ['a tilde fence', `~~~\n${inner}\n\`\`\`\n${inner}\n~~~`],
    ['a fence that is never closed', `\`\`\`\n${inner}\n\n${inner}`],
    ['a fence in a list', `- item\n\n  \`\`\`\n  ${inner}\n\n  ${inner}\n  \`\`\``],
    ['a fence in a quote', `> \`\`\`\n> ${inner}\n> \`\`\``],
    ['indented code', `text\n\n    ${inner}\n    # no`],
    ['inline math', `a $x ${inner}$ b`],
    ['display math in a line', `a $$x ${inner}$$ b`],
    ['a math block', `$$\n${inner}\n\n# no\n$$`],
    ['a math block after text', `text\n$$\n${inner}\n$$`],
    ['a math block in a quote', `> $$\n> ${inner}\n> $$`],
    ['an HTML comment', `a <!-- ${inner} --> b`],
    ['an HTML comment block', `<!--\n${inner}\n\n# no\n-->`],
    ['an HTML block', `<div>\n${inner}\n</div>`],
    ['an HTML attribute', 'a <img alt="[[no]] #no"> b'],
  ])('%s holds no links, tags, headings or tasks', (_name, text) => {
    const note = parseNote(text);
    expect(note.links).toEqual([]);
    expect(note.inlineTags).toEqual([]);
    expect(note.headings).toEqual([]);
    expect(note.tasks).toEqual([]);
    expect(note.blockIds).toEqual([]);
  });

  it.each([
    ['an unclosed backtick', '` [[yes]]'],
    ['backticks of other lengths', '`` ` [[yes]] ```'],
    ['a lone %%', 'a %% [[yes]]%'],
    ['prices', 'from $5 to [[yes]] $6'],
    ['a dollar before a digit', '$x [[yes]]$5'],
    ['an unclosed $$', '$$\n[[yes]]'],
    ['$$ as money', '$$ [[yes]]\n\nand $$ later'],
    ['what follows a comment', '%%\nno\n%% [[yes]]'],
    ['what follows an HTML comment', '<!-- no --> [[yes]]'],
    ['a comment that closes on its line', '%% no %% [[yes]]\n\n[[yes]]'],
    ['text between two comments whose marks begin lines', 'a %%x\n%% [[yes]]\n\n[[yes]]'],
    ['less than', 'a < b [[yes]] > c'],
    ['escaped marks', '\\` [[yes]] \\`'],
    ['after a fence', '```\nno\n```\n[[yes]]'],
    ['four spaces inside a list', '- a\n    - [[yes]]'],
    ['a lazy quote', '> a\n[[yes]]'],
    ['a callout title', '> [!note] [[yes]]'],
    ['a footnote', '[^1]: a\n\n    [[yes]]'],
    ['a table cell', '| a |\n| - |\n| [[yes]] |'],
  ])('%s does not hide a link', (_name, text) => {
    expect([...new Set(targets(text))]).toEqual(['yes']);
  });
});

describe('tags', () => {
  it.each([
    ['#a #b/c #d-e #f_g', ['a', 'b/c', 'd-e', 'f_g']],
    ['#1984 #y1984 #1/2', ['y1984', '1/2']],
    ['#größe #日本語 #emoji🙂', ['größe', '日本語', 'emoji🙂']],
    ['a#b (#c) [#d] &#x20; x/#e', []],
    ['#a, #b. #c! #d', ['a', 'b', 'c', 'd']],
    ['\\#a # b ## #', []],
    ['https://example.org/#frag https://example.org/ #real', ['real']],
    ['[[note#head]] [t](a.md#head)', []],
    ['- #in-list\n> #in-quote', ['in-list', 'in-quote']],
    ['# Heading #tag', ['tag']],
    ['|#a|b|\n|-|-|\n|c|#d|', ['a', 'd']],
    ['#A #a', ['A', 'a']],
    ['\u3000#wide \u00a0#hard', ['wide', 'hard']],
    ['_#a_ x_#b snake_case_#c', ['a', 'b', 'c']],
    ['_x #a_b_ #c_d_ __#e__ _#f_,', ['a_b', 'c_d_', 'e', 'f']],
    ['*#a* **#b** ***#c*** x*#d', ['a', 'b', 'c', 'd']],
    ['~~#a~~ ==#b== x~#no x=#no', ['a', 'b']],
    ['#a#b#c #d/#e', ['a', 'b', 'c', 'd/', 'e']],
    ['\\[\\[#a \\*#b \\\\#c \\#no', ['a', 'b', 'c']],
    ['(#no "#no .#no —#no ：#no [#no] !#no', []],
    ['[[n]]#a `c`#b [t](u.md)#c <b>#d</b> $x$#e [t](https://x.y)#f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['[#a](n.md) [b #c](https://x.y) [#d e](n.md) ![#no](i.png)', ['a', 'c', 'd']],
    ['https://x/a_#no http://x/_#no/b*#no www.x.y/_#no (https://x/a_#no) x https://x/\\_#no', []],
    ['https://x/#no#no see_#yes', ['yes']],
    ['#a https://x/_#no _#b', ['a', 'b']],
    ['<div>\nhello #no\n</div>\n\n<p>x #no</p>', []],
    ['$a #no b$ $$ #no $$', []],
  ])('%j', (text, tags) => {
    const { inlineTags } = parseNote(text);
    expect(inlineTags.map((tag) => tag.name)).toEqual(tags);
    for (const tag of inlineTags) expect(text.slice(tag.start, tag.end)).toBe(`#${tag.name}`);
  });
});

describe('headings', () => {
  it.each([
    [
      '# One\n###### Six\n####### seven',
      [
        [1, 'One'],
        [6, 'Six'],
      ],
    ],
    [
      '## Closed ##\n# Not closed#',
      [
        [2, 'Closed'],
        [1, 'Not closed#'],
      ],
    ],
    [
      'One\n===\n\nTwo\nlines\n---',
      [
        [1, 'One'],
        [2, 'Two lines'],
      ],
    ],
    ['#', [[1, '']]],
    ['#tag\n \\# no', []],
    ['   ## Indented', [[2, 'Indented']]],
    ['# **bold** [[a|b]] [[c]] [t](u.md) `code` #tag ~~x~~', [[1, 'bold b c t code #tag x']]],
    ['# With %%comment%% ^id', [[1, 'With']]],
    ['text\n# After text', [[1, 'After text']]],
  ])('%j', (text, headings) => {
    expect(parseNote(text).headings.map(({ level, text: shown }) => [level, shown])).toEqual(headings);
  });

  it.each([
    ['## One ##\n\nTwo\nlines\n---', [undefined, undefined]],
    ['# [[a|b]]  <kbd>c</kbd> **d** #', ['[[a|b]] <kbd>c</kbd> **d**']],
    ['Two\n  [lines](u.md)\n---', ['Two [lines](u.md)']],
    ['# With %%comment%%', ['With %%comment%%']],
  ])('%j keep how they are written if that is not what shows', (text, written) => {
    expect(parseNote(text).headings.map((heading) => heading.written)).toEqual(written);
  });

  it('count at the top level only: not in quotes, callouts, lists or footnotes, whose links still do', () => {
    const note = parseNote('> # [[a]]\n\n- # [[b]]\n\n> [!note]\n> ## [[c]]\n\n[^1]: # [[d]]\n\n# Real');
    expect(note.headings.map((heading) => heading.text)).toEqual(['Real']);
    expect(note.links.map((link) => link.path)).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each(['\n', '\r\n', '\r'])('cover their whole lines, without the line end %j', (eol) => {
    const text = `\uFEFFa${eol}${eol} ## One ## ${eol}Two${eol}===${eol}`;
    const { headings } = parseNote(text);
    expect(headings.map((heading) => text.slice(heading.start, heading.end))).toEqual([' ## One ## ', `Two${eol}===`]);
    expect(headings.map((heading) => heading.line)).toEqual([3, 4]);
  });
});

describe('tasks', () => {
  it('have status, text, line and the range from the list marker to the end of their text', () => {
    const text = '- [ ] open [[a|b]]\n  - [x] **done**\n1. [/] half\n* [ ] \n+ [-] more\n  text';
    const { tasks } = parseNote(text);
    expect(tasks.map(({ status, text: shown, line }) => [status, shown, line])).toEqual([
      [' ', 'open b', 1],
      ['x', 'done', 2],
      ['/', 'half', 3],
      [' ', '', 4],
      ['-', 'more text', 5],
    ]);
    expect(text.slice(tasks[0]?.start, tasks[0]?.end)).toBe('- [ ] open [[a|b]]');
    expect(text.slice(tasks[1]?.start, tasks[1]?.end)).toBe('- [x] **done**');
  });

  it.each([
    ['- [ ] a\n10. [ ] b', [1, 2]],
    ['> a\n10. [ ] b', [2]],
    ['> - a\n> 2) [ ] b', [2]],
    ['- - a\n  2. [ ] b', [2]],
    ['- a\nlazy\n2. [ ] b\n3. [ ] c', [3, 4]],
    ['a\n10. [ ] b', []],
    ['- a\n  10. [ ] b', []],
    ['- - a\n    2. [ ] b', []],
    ['- a\n\n      2. [ ] code', []],
  ])('%j: any number begins a list after an item or quote, but inside of a paragraph only 1 does', (text, lines) => {
    expect(parseNote(text).tasks.map(({ line }) => line)).toEqual(lines);
  });

  it.each(['[ ] no list', '- [a](b.md)', '- [[x]]', '- [] x', '- x [ ] y', '-[ ] x', '- [ab] x'])(
    '%j is none',
    (text) => {
      expect(parseNote(text).tasks).toEqual([]);
    },
  );
});

describe('block ids', () => {
  it.each([
    ['text ^Id-1', ['id-1']],
    ['- a ^x\n- b ^y', ['x', 'y']],
    ['| a |\n| - |\n| b |\n\n^tab', ['tab']],
    ['# Head ^h', ['h']],
    ['> quote\n\n^q', ['q']],
    ['x^2 a ^b c', []],
    ['a ^b_c', []],
  ])('%j', (text, ids) => {
    const { blockIds } = parseNote(text);
    expect(blockIds.map((block) => block.id)).toEqual(ids);
    for (const { id, start, end } of blockIds) expect(text.slice(start, end).toLowerCase()).toBe(`^${id}`);
  });
});

describe('footnotes', () => {
  it('are definitions with their indented lines', () => {
    const text = 'a[^1] b[^note]\n\n[^1]: one\n[^note]: two\n\n    more\n\nafter';
    const { footnotes } = parseNote(text);
    expect(footnotes.map((note) => [note.label, text.slice(note.start, note.end)])).toEqual([
      ['1', '[^1]: one'],
      ['note', '[^note]: two\n\n    more'],
    ]);
  });
});

describe('blocks', () => {
  it('are those of the top level, in order, with their kinds and lines', () => {
    const text = [
      '# H',
      '',
      'para',
      '',
      '- a',
      '  - b',
      '',
      '> q',
      '',
      '> [!note] c',
      '> d',
      '',
      '| a |',
      '| - |',
      '',
      '```',
      'x',
      '```',
      '',
      '$$',
      'y',
      '$$',
      '',
      '%%',
      'z',
      '%%',
      '',
      '<div>',
      '</div>',
      '',
      '---',
      '',
      '[^1]: f',
      '',
    ].join('\n');
    expect(parseNote(text).blocks.map(({ kind, startLine, endLine }) => [kind, startLine, endLine])).toEqual([
      ['heading', 1, 1],
      ['paragraph', 3, 3],
      ['list', 5, 6],
      ['quote', 8, 8],
      ['callout', 10, 11],
      ['table', 13, 14],
      ['code', 16, 18],
      ['math', 20, 22],
      ['comment', 24, 26],
      ['html', 28, 29],
      ['rule', 31, 31],
      ['other', 33, 33],
    ]);
  });

  it('end before blank lines', () => {
    const text = '- a\n\n\npara\n\n';
    expect(parseNote(text).blocks.map((block) => text.slice(block.start, block.end))).toEqual(['- a', 'para']);
  });
});

describe('the body', () => {
  it.each([
    ['', 0],
    ['\uFEFFx', 1],
    ['---\n---\nx', 8],
    ['x', 0],
  ])('of %j begins at %d', (text, start) => {
    expect(parseNote(text).bodyStart).toBe(start);
  });
});

describe('large notes', () => {
  /** The result in steps, and their number. */
  function inSteps(text: string): { steps: number; links: number; warnings: string[] } {
    const work = parseNoteSteps(text);
    for (let steps = 1; ; steps++) {
      const step = work.next();
      if (step.done === true) return { steps, links: step.value.links.length, warnings: step.value.warnings };
    }
  }

  it.each([
    ['a long line', 'word [[link]] '.repeat(15_000), 15_000, 1],
    ['a giant paragraph', 'word [[link]]\n'.repeat(15_000), 15_000, 1],
    ['a giant list', '- [[link]]\n'.repeat(15_000), 15_000, 0],
    ['a giant quote', '> [[link]]\n'.repeat(15_000), 15_000, 1],
    ['a giant table', `| a |\n| - |\n${'| [[link]] |\n'.repeat(15_000)}`, 15_000, 1],
    ['a giant fence', `\`\`\`\n${'[[no]]\n'.repeat(30_000)}\`\`\`\n[[link]]`, 1, 0],
    ['a giant comment', `%%\n${'[[link]]\n'.repeat(15_000)}%%\n[[link]]`, 15_001, 0],
    ['a giant HTML comment', `<!--\n${'[[no]]\n'.repeat(30_000)}-->\n[[link]]`, 1, 0],
    ['a giant formula', `$$\n${'[[no]]\n'.repeat(30_000)}$$\n[[link]]`, 1, 0],
    ['many paragraphs', '[[link]] text\n\n'.repeat(15_000), 15_000, 0],
    ['many sections with fences', '# H\n\n```\n[[no]]\n\n[[no]]\n```\n\n[[link]]\n\n'.repeat(5_000), 5_000, 0],
  ])('%s is read in many steps, with a warning only if something is cut', (_name, text, links, warnings) => {
    const read = inSteps(text);
    expect(read.links).toBe(links);
    expect(read.warnings).toHaveLength(warnings);
    expect(read.steps).toBeGreaterThan(5);
  });

  it.each([
    '[',
    '![',
    '[[',
    '`',
    '`` ` ',
    '$a ',
    '$$',
    '%%',
    '<a ',
    '<!--',
    '*a',
    '_a ',
    '> ',
    '- ',
    '1. ',
    '[a](',
    '[a][',
    '#',
    '\\',
    '~~a',
    '==a',
    '[^a]:',
    '| ',
    '<div>',
    '\t',
    '((',
    '](',
    '\r',
    '***\n',
    '^a ',
    '_#a',
    '#a',
    '*#a',
    '\\_#a',
    '%%#a',
    '%%[[a]]%%',
    '%%a%% ',
    '_a #b ',
    '[a]: b\n"',
    '[a]: b "',
    '[a]: b (',
    '[a]:\t',
    "[a]: b '\\",
  ])('fifty thousand units of %j are read in reasonable time', (piece) => {
    const text = piece.repeat(Math.ceil(50_000 / piece.length));
    expect(parseNote(text).bodyStart).toBe(0);
    expect(parseNote(`${text}\n\n[[after]]`.replaceAll(piece, `${piece}\n`)).bodyStart).toBe(0);
  });

  it('gives the same result in steps as in one go', () => {
    const text = '# A\n\n[[b]] #c\n\n'.repeat(3000);
    expect(runSteps(parseNoteSteps(text))).toEqual(parseNote(text));
  });
});
