import { describe, expect, it } from 'vitest';
import { moved } from './move-test-kit.ts';
import type { Vault } from './move-test-kit.ts';
import type { NewLinkFormat } from './link-spelling.ts';

/** What the links in `S.md` become when `from` moves to `to`, in a vault that holds the other paths as well. */
function rewritten(text: string, { from = 'old.md', to = 'new.md', source = 'S.md', others = [] as string[], format = 'shortest' as NewLinkFormat } = {}): string | undefined {
  const vault: Vault = { [from]: '', ...Object.fromEntries(others.map((path) => [path, ''])), [source]: text };
  return moved(vault, from, to, format)[source === from ? to : source];
}

describe('a link to a note that is renamed', () => {
  it.each([
    ['[[old]]', '[[new]]'],
    ['[[old|alias]]', '[[new|alias]]'],
    ['[[old|old]]', '[[new|old]]'],
    ['![[old]]', '![[new]]'],
    ['![[old#Part|shown]]', '![[new#Part|shown]]'],
    ['[[old#heading]]', '[[new#heading]]'],
    ['[[old#A#B|x]]', '[[new#A#B|x]]'],
    ['[[old^block]]', '[[new^block]]'],
    ['[[old#^b|x]]', '[[new#^b|x]]'],
    ['[[old.md]]', '[[new.md]]'],
    ['[[old.md#h]]', '[[new.md#h]]'],
    ['[[OLD]] and [[Old|x]]', '[[new]] and [[new|x]]'],
    ['[[ old ]] [[old #h]]', '[[ new ]] [[new #h]]'],
    ['[[./old]]', '[[./new]]'],
    ['[[/old]]', '[[/new]]'],
    ['[t](old.md)', '[t](new.md)'],
    ['[t](old)', '[t](new)'],
    ['[t](OLD.md "title")', '[t](new.md "title")'],
    ["[t](<old.md> 'title')", "[t](<new.md> 'title')"],
    ['[t](old.md#a%20b)', '[t](new.md#a%20b)'],
    ['[t](./old.md)', '[t](./new.md)'],
    ['![t](old.md)', '![t](new.md)'],
    ['[![i](old.md)](old.md)', '[![i](new.md)](new.md)'],
    ['[t][ref] [ref] ![ref]\n\n[ref]: old.md "title"', '[t][ref] [ref] ![ref]\n\n[ref]: new.md "title"'],
    ['[ref]\n\n[ref]: <old.md>', '[ref]\n\n[ref]: <new.md>'],
    ['| a | b |\n| - | - |\n| [[old\\|x]] | ![[old#h\\|y]] |', '| a | b |\n| - | - |\n| [[new\\|x]] | ![[new#h\\|y]] |'],
    ['---\nup: "[[old]]"\nlist:\n  - \'[[old|x]]\'\n  - see [[old#h]]\ntext: |\n  [[old]]\n---\n', '---\nup: "[[new]]"\nlist:\n  - \'[[new|x]]\'\n  - see [[new#h]]\ntext: |\n  [[new]]\n---\n'],
    ['> [[old]]\n- [ ] [[old]]\n\n# [[old]]\n\n[^1]: [[old]]\n', '> [[new]]\n- [ ] [[new]]\n\n# [[new]]\n\n[^1]: [[new]]\n'],
    ['a %% [[old|x]] %% b\r\n\r\n%%\r\n- [ ] [[old#h]]\r\n\r\n![t]( old.md ) `[[old]]`\r\n%%  ', 'a %% [[new|x]] %% b\r\n\r\n%%\r\n- [ ] [[new#h]]\r\n\r\n![t]( new.md ) `[[old]]`\r\n%%  '],
    ['a\n\n%%\n[[old]]\nnever closed', 'a\n\n%%\n[[new]]\nnever closed'],
    ['\uFEFFa\r\n[[old]]\r\nb [[old]]', '\uFEFFa\r\n[[new]]\r\nb [[new]]'],
  ])('%j becomes %j', (text, expected) => {
    expect(rewritten(text)).toBe(expected);
  });

  it.each(['`[[old]]`', '```\n[[old]]\n```', '    [[old]]', '$[[old]]$', '$$\n[[old]]\n$$', '<!-- [[old]] -->', '\\[[old]]', '[x](https://old.md)', '[[older]] [[old 2]] old', '---\nup: [[old]\n---\n'])(
    'leaves %j alone',
    (text) => {
      expect(rewritten(text)).toBe(text);
    },
  );
});

describe('the form of a link', () => {
  it('stays short while the name leads there', () => {
    expect(rewritten('[[old]] [t](old.md)', { to: 'a/b/new.md' })).toBe('[[new]] [t](new.md)');
    expect(rewritten('[[old]]', { to: 'a/old.md' })).toBe('[[old]]');
  });

  it('becomes a vault path where the name leads elsewhere', () => {
    expect(rewritten('[[old|x]] [t](old.md)', { to: 'a/new.md', others: ['new.md'] })).toBe('[[a/new|x]] [t](a/new.md)');
  });

  it('stays a path, also in the root, where a leading slash tells it from a name', () => {
    expect(rewritten('[[a/old]] [[old]]', { from: 'a/old.md', to: 'b/c/new.md' })).toBe('[[b/c/new]] [[new]]');
    expect(rewritten('[[a/old]] [[old]]', { from: 'a/old.md', to: 'new.md' })).toBe('[[/new]] [[new]]');
    expect(rewritten('[[/new]] [[new]]', { from: 'new.md', to: 'a/old.md' })).toBe('[[a/old]] [[old]]');
  });

  it('keeps a path of as many folders', () => {
    expect(rewritten('[[b/old]]', { from: 'a/b/old.md', to: 'a/c/new.md' })).toBe('[[c/new]]');
  });

  it('keeps a relative path relative', () => {
    expect(rewritten('[t](../a/old.md) [[../a/old]]', { from: 'a/old.md', to: 'c/d/new.md', source: 'b/S.md' })).toBe('[t](../c/d/new.md) [[../c/d/new]]');
    expect(rewritten('[t](./old.md)', { from: 'b/old.md', to: 'new.md', source: 'b/S.md' })).toBe('[t](../new.md)');
    expect(rewritten('[t](../old.md)', { to: 'b/c/new.md', source: 'b/S.md' })).toBe('[t](./c/new.md)');
  });

  it('follows newLinkFormat where a name has to become longer', () => {
    const vault = { from: 'x/old.md', to: 'y/new.md', others: ['new.md'], source: 'n/S.md' };
    expect(rewritten('[[old]]', { ...vault, format: 'shortest' })).toBe('[[y/new]]');
    expect(rewritten('[[old]]', { ...vault, format: 'absolute' })).toBe('[[y/new]]');
    expect(rewritten('[[old]]', { ...vault, format: 'relative' })).toBe('[[../y/new]]');
    expect(rewritten('[[old]]', { ...vault, to: 'n/y/new.md', format: 'relative' })).toBe('[[y/new]]');
  });

  it('becomes a name, as the format shortest has it, when a path that was needed no longer is', () => {
    const vault = { from: 'b/old.md', to: 'b/new.md', others: ['a/old.md'] };
    expect(rewritten('[[b/old]]', vault)).toBe('[[new]]');
    expect(rewritten('[[b/old]]', { ...vault, format: 'absolute' })).toBe('[[b/new]]');
  });

  it('gets back its .md where the name alone means something else', () => {
    expect(rewritten('[[old]]', { to: 'v1.5.md', others: ['v1.5'] })).toBe('[[/v1.5.md]]');
  });
});

describe('a link in the moved note', () => {
  it('that was relative leads to the same file', () => {
    const text = '[t](./b.md) [[../c]] ![i](../img/p%201.png) ![[./q.png]]';
    expect(rewritten(text, { source: 'a/old.md', from: 'a/old.md', to: 'x/y/new.md', others: ['a/b.md', 'c.md', 'img/p 1.png', 'a/q.png'] })).toBe(
      '[t](../../a/b.md) [[../../c]] ![i](../../img/p%201.png) ![[../../a/q.png]]',
    );
  });

  it('by its own name follows, and one to a heading of its own stays', () => {
    expect(rewritten('[[old]] [[#h]] [[old#h|x]] [t](#h) [[^b]]', { source: 'old.md', to: 'a/new.md' })).toBe('[[new]] [[#h]] [[new#h|x]] [t](#h) [[^b]]');
  });

  it('to a neighbour that others are named like leads to it from the root', () => {
    const inA = { source: 'a/old.md', from: 'a/old.md', to: 'c/old.md', others: ['a/n.md', '0/n.md'] };
    expect(rewritten('[[n]]', inA)).toBe('[[/a/n]]');
    expect(rewritten('[[/a/n]]', { ...inA, source: 'c/old.md', from: 'c/old.md', to: 'a/old.md' })).toBe('[[n]]');
  });

  it('that was direct stays direct', () => {
    const move = { source: 'b/old.md', from: 'b/old.md', to: 'a/old.md', others: ['a/n.md'] };
    expect(rewritten('[t](../a/n.md)', move)).toBe('[t](./n.md)');
    expect(rewritten('[t](./n.md)', { ...move, source: 'a/old.md', from: 'a/old.md', to: 'b/old.md' })).toBe('[t](../a/n.md)');
  });

  it('that leads nowhere stays, unless it would hit a file now', () => {
    const move = { source: 'a/b/old.md', from: 'a/b/old.md', to: 'c/old.md' };
    expect(rewritten('[[missing]] [t](../gone.md)', move)).toBe('[[missing]] [t](../gone.md)');
    expect(rewritten('[t](../gone.md)', { ...move, others: ['gone.md'] })).toBe('[t](../a/gone.md)');
  });
});

describe('a link to another note', () => {
  it('keeps its meaning when the new name would capture it', () => {
    expect(rewritten('[[n]] [[n|x]] [t](n.md#h)', { from: 'old.md', to: 'n.md', others: ['a/n.md'] })).toBe('[[/a/n]] [[/a/n|x]] [t](/a/n.md#h)');
  });

  it('becomes a name again when that is free again', () => {
    expect(rewritten('[[/a/n]]', { from: 'n.md', to: 'old.md', others: ['a/n.md'] })).toBe('[[n]]');
  });

  it('stays as it is when the old name falls to it', () => {
    expect(rewritten('[[n]] [[a/n]]', { from: 'n.md', to: 'm.md', others: ['a/n.md'] })).toBe('[[m]] [[a/n]]');
    expect(rewritten('[[n]]', { from: 'n.md', to: 'x/n.md', others: ['a/n.md'] })).toBe('[[x/n]]');
  });

  it('is lost to the note only where no link can tell the two apart', () => {
    expect(rewritten('[[n]]', { to: 'n.md', others: ['n'] })).toBe('[[n]]');
  });

  it('that led nowhere may lead to the note now', () => {
    expect(rewritten('[[new]]', {})).toBe('[[new]]');
  });
});

describe('a rename of the letter case only', () => {
  it('leaves links as they are', () => {
    expect(rewritten('[[old]] [t](old.md) [[./old]]', { to: 'Old.md' })).toBe('[[old]] [t](old.md) [[./old]]');
  });
});

describe('escapes', () => {
  it.each([
    ['[t](a%20b.md)', 'a b.md', 'c d (1).md', '[t](c%20d%20(1).md)'],
    ['[t](<a b.md>)', 'a b.md', 'c d (1).md', '[t](<c d (1).md>)'],
    ['[t](old.md)', 'old.md', 'a) b.md', '[t](a%29%20b.md)'],
    ['[t](a%28b%29.md)', 'a(b).md', 'c(d).md', '[t](c%28d%29.md)'],
    ['[t](a\\(b\\).md)', 'a(b).md', 'c(d).md', '[t](c\\(d\\).md)'],
    ['[t](%C3%A9.md)', 'é.md', 'ü ß.md', '[t](%C3%BC%20%C3%9F.md)'],
    ['[t](%c3%a9.md)', 'é.md', 'ü.md', '[t](%c3%bc.md)'],
    ['[t](é.md)', 'é.md', 'ü ß.md', '[t](ü%20ß.md)'],
    ['[t](old.md)', 'old.md', '100%25 🙂.md', '[t](100%2525%20🙂.md)'],
    ['[t](old.md)', 'old.md', '100%.md', '[t](100%.md)'],
    ['[t](old.md)', 'old.md', 'Re: x.md', '[t](Re%3A%20x.md)'],
    ['[t](<old.md>)', 'old.md', 'a<b>.md', '[t](<a%3Cb%3E.md>)'],
    ['[ref]\n\n[ref]: a%20b.md', 'a b.md', 'c d.md', '[ref]\n\n[ref]: c%20d.md'],
    ['---\na: "[[old]]"\nb: \'[[old]]\'\n---\n', 'old.md', 'it\'s "new".md', '---\na: "[[it\'s \\"new\\"]]"\nb: \'[[it\'\'s "new"]]\'\n---\n'],
    ['---\na: "[[it\'s \\"old\\"#\\u0068]]"\n---\n', 'it\'s "old".md', 'new.md', '---\na: "[[new#\\u0068]]"\n---\n'],
    ['---\r\na: "[[old]]"\r\n---\r\n', 'old.md', 'new.md', '---\r\na: "[[new]]"\r\n---\r\n'],
  ])('%j: %s → %s', (text, from, to, expected) => {
    expect(rewritten(text, { from, to })).toBe(expected);
  });

  it('writes names that hold a # where they still lead there', () => {
    expect(rewritten('[[old]]', { to: 'C# notes.md' })).toBe('[[C# notes]]');
    expect(rewritten('[[C# notes]]', { from: 'C# notes.md', to: 'b/D# notes.md' })).toBe('[[D# notes]]');
  });

  it.each([
    ['[[old#h]]', 'C#.md'],
    ['[[old]]', 'a|b.md'],
    ['[[old]]', 'a]].md'],
    ['[[old]]', '[[a.md'],
    ['---\na: see [[old]]\n---\n', 'x: y.md'],
  ])('refuses to break %j by the name %j', (text, to) => {
    expect(() => rewritten(text, { to })).toThrow(expect.objectContaining({ code: 'invalid_arguments', details: { path: 'S.md', line: text.startsWith('-') ? 2 : 1 } }));
  });
});
