import { describe, expect, it } from 'vitest';
import { parseNote } from '../../markdown/parse-note.ts';
import { noteMove, planMove } from './move-test-kit.ts';
import { moved } from './move-test-kit.ts';
import type { Vault } from './move-test-kit.ts';
import type { NewLinkFormat } from './link-spelling.ts';

/** What the links in `S.md` become when `from` moves to `to`, in a vault that also has the other paths. */
function rewritten(
  text: string,
  {
    from = 'old.md',
    to = 'new.md',
    source = 'S.md',
    others = [] as string[],
    format = 'shortest' as NewLinkFormat,
  } = {},
): string | undefined {
  const vault: Vault = { [from]: '', ...Object.fromEntries(others.map((path) => [path, ''])), [source]: text };
  return moved(vault, from, to, format)[source === from ? to : source];
}

describe('among paths of equal length, of which the app takes now the one, now the other', () => {
  it.each([
    ['the note gets a rival', { to: 'a/N.md', others: ['b/N.md'] }, '[[old]]', '[[a/N]]'],
    ['the note gets a rival, in a Markdown link', { to: 'a/N.md', others: ['b/N.md'] }, '[t](old.md)', '[t](a/N.md)'],
    ['another note gets one', { to: 'b/N.md', others: ['a/N.md'] }, '[[N|x]]', '[[a/N|x]]'],
    ['a path that is longer is none', { to: 'bb/N.md', others: ['a/N.md'] }, '[[N]]', '[[N]]'],
    ['one in another folder is none', { to: 'b/N.md', others: ['a/N.md'], source: 'a/S.md' }, '[[N]]', '[[N]]'],
    [
      'one that was there already changes nothing',
      { to: 'x.md', others: ['a/old.md', 'b/old.md'] },
      '[[a/old]]',
      '[[a/old]]',
    ],
    ['whole paths have none', { to: 'b/N.md', others: ['a/N.md'] }, '[[a/N]] [[./a/N]]', '[[a/N]] [[./a/N]]'],
  ])('%s', (_, files, text, expected) => {
    expect(rewritten(text, files)).toBe(expected);
  });
});

describe('a link to a note that is renamed', () => {
  it.each([
    ['[[old]]', '[[new]]'],
    ['[[old|alias]]', '[[new|alias]]'],
    ['[[old|old]]', '[[new|new]]'],
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
    ['See [old](old.md ) (y), [t]( old.md#h ) (y)', 'See [new](new.md ) (y), [t]( new.md#h ) (y)'],
    ['[t](old.md#a%20b)', '[t](new.md#a%20b)'],
    ['[t](./old.md)', '[t](./new.md)'],
    ['[![[old]]](old.md)', '[![[new]]](new.md)'],
    ['[![i](old.md)][ref]\n\n[ref]: <old.md>', '[![i](new.md)][ref]\n\n[ref]: <new.md>'],
    ['![t](old.md)', '![t](new.md)'],
    ['[![i](old.md)](old.md)', '[![i](new.md)](new.md)'],
    ['[t][ref] [ref] ![ref]\n\n[ref]: old.md "title"', '[t][ref] [ref] ![ref]\n\n[ref]: new.md "title"'],
    ['[ref]\n\n[ref]: <old.md>', '[ref]\n\n[ref]: <new.md>'],
    ['[r] [s]\n\n[r]: b.md\n  "b"\n[s]:\nold.md\n"old.md"', '[r] [s]\n\n[r]: b.md\n  "b"\n[s]:\nnew.md\n"old.md"'],
    [
      '| a | b |\n| - | - |\n| [[old\\|x]] | ![[old#h\\|y]] |',
      '| a | b |\n| - | - |\n| [[new\\|x]] | ![[new#h\\|y]] |',
    ],
    [
      '---\nup: "[[old]]"\nlist:\n  - \'[[old|x]]\'\n  - see [[old#h]]\ntext: |\n  [[old]]\n---\n',
      '---\nup: "[[new]]"\nlist:\n  - \'[[new|x]]\'\n  - see [[new#h]]\ntext: |\n  [[new]]\n---\n',
    ],
    [
      '> [[old]]\n- [ ] [[old]]\n\n# [[old]]\n\n[^1]: [[old]]\n',
      '> [[new]]\n- [ ] [[new]]\n\n# [[new]]\n\n[^1]: [[new]]\n',
    ],
    [
      'a %% [[old|x]] %% b\r\n\r\n%%\r\n- [ ] [[old#h]]\r\n\r\n![t]( old.md ) `[[old]]`\r\n%%  ',
      'a %% [[new|x]] %% b\r\n\r\n%%\r\n- [ ] [[new#h]]\r\n\r\n![t]( new.md ) `[[old]]`\r\n%%  ',
    ],
    ['a\n\n%%\n[[old]]\nnever closed', 'a\n\n%%\n[[new]]\nnever closed'],
    ['\uFEFFa\r\n[[old]]\r\nb [[old]]', '\uFEFFa\r\n[[new]]\r\nb [[new]]'],
  ])('%j becomes %j', (text, expected) => {
    expect(rewritten(text)).toBe(expected);
  });

  it.each([
    '`[[old]]`',
    '```\n[[old]]\n```',
    '    [[old]]',
    '$[[old]]$',
    '$$\n[[old]]\n$$',
    '<!-- [[old]] -->',
    '\\[[old]]',
    '[x](https://old.md)',
    '[[older]] [[old 2]] old',
    '---\nup: [[old]\n---\n',
  ])('leaves %j alone', (text) => {
    expect(rewritten(text)).toBe(text);
  });
});

describe('a link to a note whose name, too, ends in .md', () => {
  it('follows it, by its name with or without the second ending', () => {
    expect(rewritten('[[x.md]] [[a/x.md.md]] [t](x.md)', { from: 'a/x.md.md', to: 'b/y.md.md' })).toBe(
      '[[y.md]] [[b/y.md.md]] [t](y.md)',
    );
  });
});

describe('the form of a link', () => {
  it('stays short while the name suffices', () => {
    expect(rewritten('[[old]] [t](old.md)', { source: 's/S.md', to: 'a/b/new.md' })).toBe('[[new]] [t](new.md)');
    expect(rewritten('[[old]]', { to: 'a/old.md' })).toBe('[[old]]');
  });

  it('becomes a vault path if the name leads elsewhere', () => {
    expect(rewritten('[[old|x]] [t](old.md)', { to: 'a/new.md', others: ['new.md'] })).toBe(
      '[[a/new|x]] [t](a/new.md)',
    );
  });

  it('stays a path, while there are folders to name', () => {
    expect(rewritten('[[a/old]] [[old]]', { from: 'a/old.md', to: 'b/c/new.md' })).toBe('[[b/c/new]] [[new]]');
    expect(rewritten('[[a/old]] [[old]]', { from: 'a/old.md', to: 'new.md' })).toBe('[[new]] [[new]]');
    expect(rewritten('[[/new]] [[new]]', { from: 'new.md', to: 'a/old.md' })).toBe('[[a/old]] [[old]]');
  });

  it('has no leading slash the person did not write', () => {
    expect(rewritten('[[a/old]] [[old]] [t](a/old.md)', { from: 'a/old.md', to: 'old.md', others: ['b/old.md'] })).toBe(
      '[[old]] [[old]] [t](old.md)',
    );
    expect(rewritten('[t](/a/old.md)', { from: 'a/old.md', to: 'b/new.md' })).toBe('[t](/b/new.md)');
  });

  it.each([
    ['a/b/old.md', 'a/c/new.md', '[[c/new]]'],
    ['a/b/old.md', 'x/b/old.md', '[[b/old]]'],
    ['a/b/old.md', 'x/y/z/old.md', '[[z/old]]'],
    ['a/b/old.md', 'z/old.md', '[[z/old]]'],
    ['a/b/old.md', 'old.md', '[[old]]'],
  ])('keeps a path of the same depth: %s to %s', (from, to, expected) => {
    for (const format of ['shortest', 'relative', 'absolute'] as const)
      expect(rewritten('[[b/old]]', { from, to, format })).toBe(expected);
  });

  it('adds as many folders as needed if part of a path leads elsewhere', () => {
    expect(rewritten('[[b/old]]', { from: 'a/b/old.md', to: 'a/x/c/new.md', others: ['c/new.md'] })).toBe(
      '[[x/c/new]]',
    );
    expect(
      rewritten('[[b/old]]', {
        from: 'a/b/old.md',
        to: 'a/x/c/new.md',
        others: ['c/new.md', 'b/x/c/new.md', 'x/c/new.md'],
      }),
    ).toBe('[[a/x/c/new]]');
  });

  it.each([
    ['deep/R.md', 'sub/deep/R.md', 'sub/R.md', 'R.md'],
    ['R.md', 'sub/R.md', 'sub/deep/R.md', 'deep/R.md'],
    ['R.md', 'sub/R.md', 'R.md', '../R.md'],
    ['R.md', 'sub/R.md', 'other/Q.md', '../other/Q.md'],
    ['deep/R.md', 'sub/deep/R.md', 'sub/deep/er/R.md', 'deep/er/R.md'],
  ])(
    'keeps a Markdown link relative to the folder, as every program reads it: %s from %s to %s',
    (written, from, to, expected) => {
      expect(rewritten(`[x](${written})`, { source: 'sub/S.md', from, to })).toBe(`[x](${expected})`);
      expect(rewritten(`[x]: <${written}#h> "t"\n\n[x]`, { source: 'sub/S.md', from, to })).toBe(
        `[x]: <${expected}#h> "t"\n\n[x]`,
      );
    },
  );

  it('names a neighbour with dots if the name alone leads to the root', () => {
    expect(
      rewritten('[x](deep/R.md)', { source: 'sub/S.md', from: 'sub/deep/R.md', to: 'sub/R.md', others: ['R.md'] }),
    ).toBe('[x](./R.md)');
  });

  it('keeps a Markdown link without a folder as a name or vault path', () => {
    expect(
      rewritten('[x](R.md) [y](deep/R.md)', { source: 'sub/S.md', from: 'other/deep/R.md', to: 'other/Q.md' }),
    ).toBe('[x](Q.md) [y](other/Q.md)');
    expect(rewritten('[x](a/R.md)', { from: 'a/R.md', to: 'b/c/R.md', format: 'absolute' })).toBe('[x](b/c/R.md)');
  });

  it('keeps a relative path relative', () => {
    expect(rewritten('[t](../a/old.md) [[../a/old]]', { from: 'a/old.md', to: 'c/d/new.md', source: 'b/S.md' })).toBe(
      '[t](../c/d/new.md) [[../c/d/new]]',
    );
    expect(rewritten('[t](./old.md)', { from: 'b/old.md', to: 'new.md', source: 'b/S.md' })).toBe('[t](../new.md)');
    expect(rewritten('[t](../old.md)', { to: 'b/c/new.md', source: 'b/S.md' })).toBe('[t](./c/new.md)');
  });

  it('follows newLinkFormat if a name has to become longer', () => {
    const vault = { from: 'x/old.md', to: 'y/new.md', others: ['new.md'], source: 'n/S.md' };
    expect(rewritten('[[old]]', { ...vault, format: 'shortest' })).toBe('[[y/new]]');
    expect(rewritten('[[old]]', { ...vault, format: 'absolute' })).toBe('[[y/new]]');
    expect(rewritten('[[old]]', { ...vault, format: 'relative' })).toBe('[[../y/new]]');
    expect(rewritten('[[old]]', { ...vault, to: 'n/y/new.md', format: 'relative' })).toBe('[[y/new]]');
  });

  it('becomes a name, under the format shortest, when a path is no longer needed', () => {
    const vault = { from: 'b/old.md', to: 'b/new.md', others: ['a/old.md'] };
    expect(rewritten('[[b/old]]', vault)).toBe('[[new]]');
    expect(rewritten('[[b/old]]', { ...vault, format: 'absolute' })).toBe('[[b/new]]');
  });

  it('gets back its .md if the name alone means something else', () => {
    expect(rewritten('[[old]]', { to: 'v1.5.md', others: ['v1.5'] })).toBe('[[v1.5.md]]');
  });
});

describe('what a link shows', () => {
  it.each([
    [
      '[[Old|Old]] [[Old#h|Old]] ![[Old|Old]] [[ Old | Old ]]',
      '[[New|New]] [[New#h|New]] ![[New|New]] [[ New | New ]]',
    ],
    [
      '[Old](Old.md) [Old](<Old.md> "Old") ![Old](Old.md) [ Old ](Old.md#Old)',
      '[New](New.md) [New](<New.md> "Old") ![New](New.md) [ New ](New.md#Old)',
    ],
    ['| a |\n| - |\n| [[Old\\|Old]] |', '| a |\n| - |\n| [[New\\|New]] |'],
    ['---\nup: "[[Old|Old]]"\nalso: \'[[Old|Old]]\'\n---\n', '---\nup: "[[New|New]]"\nalso: \'[[New|New]]\'\n---\n'],
    ['[Old][r] ![Old][r]\n\n[r]: Old.md', '[New][r] ![New][r]\n\n[r]: New.md'],
    ['[Old] [Old][]\n\n[Old]: Old.md', '[Old] [Old][]\n\n[Old]: New.md'],
    [
      '[[Old|old]] [[Old|Old one]] [[Old|Older]] [**Old**](Old.md) [old](Old.md) [Old.md](Old.md)',
      '[[New|old]] [[New|Old one]] [[New|Older]] [**Old**](New.md) [old](New.md) [Old.md](New.md)',
    ],
    ['[Old](Other.md) [[Other|Old]] Old', '[Old](Other.md) [[Other|Old]] Old'],
  ])('becomes the new name if it was the old one: %j', (text, expected) => {
    expect(rewritten(text, { from: 'Old.md', to: 'New.md', others: ['Other.md'] })).toBe(expected);
  });

  it('stays if the note only moves', () => {
    expect(rewritten('[[x/Old|Old]] [Old](x/Old.md)', { from: 'x/Old.md', to: 'y/Old.md' })).toBe(
      '[[y/Old|Old]] [Old](y/Old.md)',
    );
  });

  it('is escaped if the name has Markdown syntax, and reads back', () => {
    const there = { from: 'Old.md', to: 'a_b_ *c* [d].md' };
    expect(rewritten('[Old](Old.md)', there)).toBe('[a_b\\_ \\*c\\* \\[d\\]](a_b_%20*c*%20[d].md)');
    expect(rewritten('[a_b\\_ \\*c\\* \\[d\\]](a_b_%20*c*%20[d].md)', { from: there.to, to: 'Old.md' })).toBe(
      '[Old](Old.md)',
    );
    expect(rewritten('---\na: "[[Old|Old]]"\n---\n', { from: 'Old.md', to: 'x "y".md' })).toBe(
      '---\na: "[[x \\"y\\"|x \\"y\\"]]"\n---\n',
    );
  });

  it('counts a link once', () => {
    const text = '[[Old|Old]] [Old](Old.md)';
    const [rewrite] = planMove(noteMove('Old.md', 'New.md', ['Old.md', 'S.md'], 'shortest'), [
      { path: 'S.md', text, parsed: parseNote(text) },
    ]);
    expect(rewrite?.occurrences).toBe(2);
  });
});

describe('a link in the moved note', () => {
  it('that was relative leads to the same file', () => {
    const text = '[t](./b.md) [[../c]] ![i](../img/p%201.png) ![[./q.png]]';
    expect(
      rewritten(text, {
        source: 'a/old.md',
        from: 'a/old.md',
        to: 'x/y/new.md',
        others: ['a/b.md', 'c.md', 'img/p 1.png', 'a/q.png'],
      }),
    ).toBe('[t](../../a/b.md) [[../../c]] ![i](../../img/p%201.png) ![[../../a/q.png]]');
  });

  it('by its own name follows, and one to a heading of its own stays', () => {
    expect(rewritten('[[old]] [[#h]] [[old#h|x]] [t](#h) [[^b]]', { source: 'old.md', to: 'a/new.md' })).toBe(
      '[[new]] [[#h]] [[new#h|x]] [t](#h) [[^b]]',
    );
  });

  it('to a neighbour with a common name leads to it by its path', () => {
    const inA = { source: 'a/old.md', from: 'a/old.md', to: 'c/old.md', others: ['a/n.md', '0/n.md'] };
    expect(rewritten('[[n]] [[n|n]]', inA)).toBe('[[a/n]] [[a/n|n]]');
    expect(rewritten('[[a/n]] [[/a/n]]', { ...inA, source: 'c/old.md', from: 'c/old.md', to: 'a/old.md' })).toBe(
      '[[a/n]] [[/a/n]]',
    );
  });

  it('that every program could follow stays so', () => {
    const move = {
      source: 'a/old.md',
      from: 'a/old.md',
      to: 'c/d/old.md',
      others: ['a/n.md', 'a/img/p 1.png', 'z/far.md'],
    };
    expect(rewritten('[n](n.md) ![p](img/p%201.png) [far](far.md) [n](<n.md>)', move)).toBe(
      '[n](../../a/n.md) ![p](../../a/img/p%201.png) [far](far.md) [n](<../../a/n.md>)',
    );
  });

  it('that was direct stays direct', () => {
    const move = { source: 'b/old.md', from: 'b/old.md', to: 'a/old.md', others: ['a/n.md'] };
    expect(rewritten('[t](../a/n.md)', move)).toBe('[t](./n.md)');
    expect(rewritten('[t](./n.md)', { ...move, source: 'a/old.md', from: 'a/old.md', to: 'b/old.md' })).toBe(
      '[t](../a/n.md)',
    );
  });

  it('that leads nowhere stays, unless it would now hit a file', () => {
    const move = { source: 'a/b/old.md', from: 'a/b/old.md', to: 'c/old.md' };
    expect(rewritten('[[missing]] [t](../gone.md)', move)).toBe('[[missing]] [t](../gone.md)');
    expect(rewritten('[t](../gone.md)', { ...move, others: ['gone.md'] })).toBe('[t](../a/gone.md)');
  });
});

describe('a link to another note', () => {
  it('keeps its meaning when the new name would capture it', () => {
    expect(rewritten('[[n]] [[n|x]] [t](n.md#h)', { from: 'old.md', to: 'n.md', others: ['a/n.md'] })).toBe(
      '[[a/n]] [[a/n|x]] [t](a/n.md#h)',
    );
  });

  it('keeps its path when the name is free again', () => {
    expect(rewritten('[[a/n]] [[/a/n]]', { from: 'n.md', to: 'old.md', others: ['a/n.md'] })).toBe('[[a/n]] [[/a/n]]');
  });

  it('is kept when the old name now means its target', () => {
    expect(rewritten('[[n]] [[a/n]]', { from: 'n.md', to: 'm.md', others: ['a/n.md'] })).toBe('[[m]] [[a/n]]');
    expect(rewritten('[[n]]', { from: 'n.md', to: 'x/n.md', others: ['a/n.md'] })).toBe('[[x/n]]');
  });

  it('is lost to the note only if no link can tell the two apart', () => {
    expect(rewritten('[[n]]', { to: 'n.md', others: ['n'] })).toBe('[[n]]');
  });

  it('that led nowhere may now lead to the note', () => {
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
    ['[t](old.md)', 'old.md', '100% sure.md', '[t](100%25%20sure.md)'],
    ['[t](100%25%20sure.md)', '100% sure.md', '50%.md', '[t](50%25.md)'],
    ['[t](<old.md>)', 'old.md', '100% sure.md', '[t](<100% sure.md>)'],
    ['[t](old.md#a%20b)', 'old.md', '100%.md', '[t](100%25.md#a%20b)'],
    ['[t](\\%.md)', '%.md', '%41.md', '[t](%2541.md)'],
    ['[t](old.md)', 'old.md', 'a\\_b.md', '[t](a%5C_b.md)'],
    ['[t](old.md)', 'old.md', 'Re: x.md', '[t](Re%3A%20x.md)'],
    ['[t](<old.md>)', 'old.md', 'a<b>.md', '[t](<a%3Cb%3E.md>)'],
    ['[ref]\n\n[ref]: a%20b.md', 'a b.md', 'c d.md', '[ref]\n\n[ref]: c%20d.md'],
    [
      '---\na: "[[old]]"\nb: \'[[old]]\'\n---\n',
      'old.md',
      'it\'s "new".md',
      '---\na: "[[it\'s \\"new\\"]]"\nb: \'[[it\'\'s "new"]]\'\n---\n',
    ],
    ['---\na: "[[it\'s \\"old\\"#\\u0068]]"\n---\n', 'it\'s "old".md', 'new.md', '---\na: "[[new#\\u0068]]"\n---\n'],
    ['---\r\na: "[[old]]"\r\n---\r\n', 'old.md', 'new.md', '---\r\na: "[[new]]"\r\n---\r\n'],
  ])('%j: %s → %s', (text, from, to, expected) => {
    expect(rewritten(text, { from, to })).toBe(expected);
  });

  it('writes a link within the text of another even if the name has characters that may end one', () => {
    expect(rewritten('[![[old]]](b.md) [![i](old.md)](old.md)', { to: 'C [x].md', others: ['b.md'] })).toBe(
      '[![[C [x].md]]](b.md) [![i](C%20[x].md)](C%20[x].md)',
    );
  });

  it('writes a name with a ^ so that it is no block', () => {
    expect(rewritten('[[old]]', { to: 'x^2.md' })).toBe('[[x^2.md]]');
  });

  it('writes a name with a # in place of another', () => {
    expect(rewritten('[[C# notes]]', { from: 'C# notes.md', to: 'b/D# notes.md' })).toBe('[[D# notes]]');
  });

  it.each([
    ['[[old#h]]', 'C#.md'],
    ['[[old]]', 'C# notes.md'],
    ['[t](old.md)', 'C# notes.md'],
    ['[t](old.md)', 'C# stuff/old.md'],
    ['[[old]]', 'a|b.md'],
    ['[[old]]', 'a]].md'],
    ['[[old]]', '[[a.md'],
    ['---\na: see [[old]]\n---\n', 'x: y.md'],
  ])('refuses to break %j by the name %j', (text, to) => {
    expect(() => rewritten(text, { to })).toThrow(
      expect.objectContaining({
        code: 'invalid_arguments',
        details: { path: 'S.md', line: text.startsWith('-') ? 2 : 1 },
      }),
    );
  });
});

describe('a line that only a space in a link keeps from being read as something else', () => {
  it.each([
    ['a definition', '[ref]: a.md[[old name]]'],
    ['a destination', '[t](a.md=[[old name]])'],
  ])('keeps its links, or the move is refused: %s', (_name, text) => {
    expect(parseNote(text).links.map(({ target }) => target)).toEqual(['old name']);
    expect(() => rewritten(text, { from: 'old name.md', to: 'new.md' })).toThrow('cannot be written');
    expect(rewritten(text, { from: 'old name.md', to: 'new name.md' })).toBe(text.replace('old', 'new'));
  });

  it.each(['[ref]: a.md\n([[old(1)]])', "[ref]: a.md '[[old's]]'"])(
    'keeps its links, or the move is refused, if only a mark in a name keeps it from being a title: %j',
    (text) => {
      const [name = ''] = parseNote(text).links.map(({ target }) => target);
      expect(name).toContain('old');
      expect(() => rewritten(text, { from: `${name}.md`, to: 'new.md' })).toThrow('cannot be written');
      const to = name.replace('old', 'new');
      expect(rewritten(text, { from: `${name}.md`, to: `${to}.md` })).toBe(text.replace(name, to));
    },
  );

  it('is left to itself if nothing else is there to be read', () => {
    expect(rewritten('[[old name]]: [t](x.md) (y)', { from: 'old name.md' })).toBe('[[new]]: [t](x.md) (y)');
  });
});
