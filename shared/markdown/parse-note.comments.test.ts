import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { parseNote, parseNoteSteps } from './parse-note.ts';
import type { ParsedNote } from './parsed-note.ts';
import { visibleText } from './visible-text.ts';

const inner = '[[A]] #tag [t](B.md) ![[C.png]] ^no';

/** What a reader sees of a note's body. */
function seen(text: string, note: ParsedNote = parseNote(text)): string {
  return visibleText(text, note.hidden, note.bodyStart, text.length).replace(/\s+/g, ' ').trim();
}

function contentOf(text: string): { links: string[]; tags: string[] } {
  const note = parseNote(text);
  for (const link of note.links) expect(text.slice(link.start, link.end)).toMatch(/^!?\[[^]*[\])]$/);
  for (const tag of note.inlineTags) expect(text.slice(tag.start, tag.end)).toBe(`#${tag.name}`);
  return { links: note.links.map((link) => link.target), tags: note.inlineTags.map((tag) => tag.name) };
}

describe('a comment between %% and %%', () => {
  it.each([
    ['in a line', `a %%${inner}%% b`],
    ['over lines of a paragraph', `a %%x\n${inner}\ny%% b`],
    ['that begins and ends on its own lines', `a\n%%\n${inner}\n\n# no\n- [ ] no\n%%\nb`],
    ['that begins after its mark', `a\n\n%% ${inner}\nmore\n%%\n\nb`],
    ['that ends before its line does', `a\n\n%%\n${inner}\n%% b`],
    ['that is never closed', `a b\n\n%%\n${inner}\n\n# no\n\n- [ ] no`],
    ['in a list item', `- a %%${inner}%% b`],
    ['below a list item', `- a\n  %%\n  ${inner}\n  %%\n- b`],
    ['deep in a list', `- a\n  - b\n    - c\n      %%\n      ${inner}\n      %%`],
    ['in a quote', `> a\n> %%\n> ${inner}\n> %%\n> b`],
    ['in a callout', `> [!note] a\n> %%${inner}%% b`],
    ['in a table', `| a |\n| - |\n| b %%${inner}%% |`],
    ['in a heading', `# a %%${inner}%% b`],
    ['in a footnote', `a[^1] b\n\n[^1]: c %%${inner}%%`],
    ['in the text of a link', `[a %%${inner}%% b](https://example.org)`],
  ])('%s gives its links and tags, and shows nothing', (_name, text) => {
    const note = parseNote(text);
    expect(contentOf(text)).toEqual({ links: ['A', 'B.md', 'C.png'], tags: ['tag'] });
    expect(seen(text, note)).not.toMatch(/A|tag|B\.md|C\.png|\bno\b/);
    expect(note.headings.map((heading) => heading.text)).not.toContain('no');
    expect(note.tasks).toEqual([]);
    expect(note.blockIds).toEqual([]);
  });

  it('has tags right at its marks, and of list items that it hides', () => {
    expect(contentOf('%%#a%% x %% #b  %%').tags).toEqual(['a', 'b']);
    const text = 'x:\n%%\n- [ ] #task Whole task\n%%\n\n- [ ] #task with %% #hidden  %% and %% [[N]]  %%';
    const note = parseNote(text);
    expect(note.inlineTags.map(({ name, line }) => [name, line])).toEqual([
      ['task', 3],
      ['task', 6],
      ['hidden', 6],
    ]);
    expect(note.tasks.map((task) => task.text)).toEqual(['#task with and']);
    expect(note.blocks.map((block) => block.kind)).toEqual(['paragraph', 'comment', 'list']);
  });

  it('keeps links in order with those around it and with the link it is in', () => {
    expect(contentOf('[[1]] %%[[2]] [[3]]%% [a %%[[5]]%% b](4.md) [[6]]').links).toEqual([
      '1',
      '2',
      '3',
      '4.md',
      '5',
      '6',
    ]);
  });

  it('marks its links as hidden', () => {
    expect(parseNote('[[a]] %%[[b]]%%\n\n%%\n[[c]]\n%%').links.map((link) => link.inComment)).toEqual([
      undefined,
      true,
      true,
    ]);
  });

  it.each([
    ['inline code', '%%`[[no]] #no` [[A]]%%'],
    ['a fence', '%%\n```\n[[no]] #no\n```\n[[A]]\n%%'],
    ['a tilde fence', '%%\n~~~\n[[no]] #no\n~~~\n[[A]]\n%%'],
    ['math', '%%\n$$\n[[no]] #no\n$$\n[[A]] $a #no$\n%%'],
    ['an HTML comment', '%%\n<!-- [[no]] #no -->\n\n[[A]] <!-- [[no]] -->\n%%'],
    ['a bare address', '%% https://x.y/_#no [[A]] %%'],
  ])('treats %s as it does outside', (_name, text) => {
    expect(contentOf(text)).toEqual({ links: ['A'], tags: [] });
  });

  it.each([
    ['in inline code', '`%%` [[A]] `%%`', ['A']],
    ['in a fence', '```\n%%\n```\n\n# H\n\n[[A]]\n\n```\n%%\n```', ['A']],
    ['in the name of a note', '[[A%%B]] %%[[C]]%%', ['A%%B', 'C']],
    ['after a backslash', '\\%%[[A]]%%', ['A']],
  ])('is none %s', (_name, text, links) => {
    expect(contentOf(text).links).toEqual(links);
    expect(parseNote(text).headings).toHaveLength(text.includes('# H') ? 1 : 0);
  });

  it('ends at the next %%, even inside code', () => {
    expect(contentOf('%%`x%%` [[A]]').links).toEqual(['A']);
    expect(seen('%%`x%%` [[A]]')).toBe('` A');
  });

  it('leaves emphasis, code and brackets around it alone', () => {
    expect(seen('*a %%b* `c [d%% e* f` g](h.md)')).toBe('a e f` g](h.md)');
    expect(contentOf('[a %%]%% b](c.md)').links).toEqual(['c.md']);
  });

  it('of HTML has neither links nor tags', () => {
    expect(contentOf(`<!-- ${inner} --> x <!-- ${inner} -->\n\n<!--\n${inner}\n-->`)).toEqual({ links: [], tags: [] });
  });

  it('may be giant: it is read in steps, as is what follows', () => {
    const line = 'text [[A]] #tag and\n';
    const count = 20_000;
    const text = `# H\n\n%%\n${line.repeat(count)}%% after [[B]]\n\n## I`;
    const work = parseNoteSteps(text);
    let steps = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) steps++;
    expect(steps).toBeGreaterThan(20);
    const note = step.value;
    expect(note.links).toHaveLength(count + 1);
    expect(note.inlineTags).toHaveLength(count);
    expect(seen(text, note)).toBe('H after B I');
    expect(note.headings.map((heading) => heading.text)).toEqual(['H', 'I']);
    expect(note.warnings).toEqual([]);
    expect(runSteps(parseNoteSteps(text))).toEqual(note);
  });

  it('may be one giant line', () => {
    const note = parseNote(`%% ${'[[A]] #tag '.repeat(30_000)}%%`);
    expect(note.links).toHaveLength(30_000);
    expect(note.inlineTags).toHaveLength(30_000);
  });
});
