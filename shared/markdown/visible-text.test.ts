import { describe, expect, it } from 'vitest';
import { parseNote } from './parse-note.ts';
import { visibleText } from './visible-text.ts';

function visible(text: string): string {
  return visibleText(text, parseNote(text).hidden, 0, text.length);
}

describe('visibleText', () => {
  it('leaves out the hidden ranges, cut at the range requested', () => {
    const hidden = [
      { start: 2, end: 4 },
      { start: 6, end: 8 },
    ];
    expect(visibleText('abXXcdYYef', hidden, 0, 10)).toBe('abcdef');
    expect(visibleText('abXXcdYYef', hidden, 3, 7)).toBe('cd');
    expect(visibleText('abXXcdYYef', hidden, 2, 4)).toBe('');
    expect(visibleText('abXXcdYYef', hidden, 8, 10)).toBe('ef');
  });
});

describe('what a reader sees of', () => {
  it.each([
    ['links', 'a [[Target|shown]] b [[Plain]] c [text](dest.md "title") d', 'a shown b Plain c text d'],
    ['external links', '[site](https://example.org/x_y_z) and <https://example.org>', 'site and https://example.org'],
    ['embeds', 'x ![[image.png|300]] y ![alt](pic.png) z ![[Note]] w ![[pic.svg]]', 'x  y alt z Note w '],
    ['emphasis', '**bold** *it* __b__ _i_ ~~no~~ ==mark== ***both***', 'bold it b i no mark both'],
    [
      'what only looks like emphasis',
      '2 * 3 * 4, snake_case_name, a = b == c',
      '2 * 3 * 4, snake_case_name, a = b == c',
    ],
    ['code and math', 'run `x = 1` and $a+b$ for $5', 'run x = 1 and a+b for $5'],
    ['comments', 'a %%hidden%% b <!-- gone --> c', 'a  b  c'],
    ['escapes', '\\*not\\* \\[\\[x]]', '*not* [[x]]'],
    ['block ids', 'text ^id-1', 'text '],
    ['HTML, with a space where a tag separates words', 'one<br>two H<sub>2</sub>O', 'one two H2O'],
    ['quotes and callouts', '> [!tip]- Title\n> body', ' Title\nbody'],
    ['fences', '```js\ncode\n```', '\ncode\n'],
    ['headings', '## Title ##', ' Title '],
    ['footnotes', 'text[^1]\n\n[^1]: note', 'text\n\n note'],
    ['reference definitions', '[a]\n\n[a]: https://example.org', 'a\n\n'],
    ['tasks', '- [x] done', '-  done'],
    ['scripts and styles', '<style>\np {}\n</style>', ''],
  ])('%s', (_name, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('has hidden ranges that are sorted and disjoint', () => {
    const { hidden } = parseNote('**[a *b* [[c|d]] ![e](f)](g)** %%x%% [h][i]\n\n[i]: j');
    for (let index = 1; index < hidden.length; index++)
      expect(hidden[index]?.start).toBeGreaterThan(hidden[index - 1]?.end ?? Infinity);
    expect(hidden.length).toBeGreaterThan(5);
  });
});
