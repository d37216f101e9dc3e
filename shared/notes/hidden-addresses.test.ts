import { describe, expect, it } from 'vitest';
import { parseNote } from '../markdown/parse-note.ts';
import { eachOnce, hiddenAddresses, MOST_ADDRESSES } from './hidden-addresses.ts';

const of = (text: string): string[] =>
  hiddenAddresses(parseNote(text)).map(({ address, line }) => `${line} ${address}`);

describe('where links lead that a reader does not see', () => {
  it.each([
    ['a link out of the vault', 'a\n\nb [c](https://d.org/e?f=g#h "i") j', ['3 https://d.org/e?f=g#h']],
    ['an image', '![a](<https://b.org/c d.png>)', ['1 https://b.org/c d.png']],
    ['a reference', '[a][b] and [b]\n\n[b]: https://c.org', ['1 https://c.org']],
    ['a link in a comment', '%% [a](https://b.org) %%', ['1 https://b.org']],
    ['an embedded file', 'a\n![[b/c.png|200]]', ['2 b/c.png']],
    ['a file with another text', '[a](b/c%20d.pdf) [[e.mp3|f]]', ['1 b/c d.pdf', '1 e.mp3']],
    [
      'an address and a file, by line',
      '![[a.png]]\n[b](mailto:c@d.org)\n![[e.png]]',
      ['1 a.png', '2 mailto:c@d.org', '3 e.png'],
    ],
    ['the same twice', '[a](https://b.org)\n[c](https://b.org)', ['1 https://b.org']],
  ])('has %s', (_name, text, addresses) => {
    expect(of(text)).toEqual(addresses);
  });

  it.each([
    ['what stands in the text', 'https://a.org <https://b.org> [[c.pdf]]'],
    ['notes', '[[a|b]] [c](d.md) [e](f) ![[g]] [[Release 2.0|h]]'],
    ['a picture that is part of the text', '![a](data:image/png;base64,AAAA)'],
    ['code', '`[a](https://b.org)`\n\n    ![[c.png]]'],
    ['properties', '---\nup: "[[a.pdf|b]]"\nurl: https://c.org\n---\n'],
    ['an address longer than anybody types', `[a](https://b.org/${'c'.repeat(1_000)})`],
  ])('has no %s', (_name, text) => {
    expect(of(text)).toEqual([]);
  });

  it('of a long list has as many as are kept', () => {
    const text = Array.from({ length: MOST_ADDRESSES + 10 }, (_, i) => `- [a](https://b.org/${i})`).join('\n');
    const found = of(text);
    expect(found).toHaveLength(MOST_ADDRESSES);
    expect(found.at(-1)).toBe(`${MOST_ADDRESSES} https://b.org/${MOST_ADDRESSES - 1}`);
  });

  it('of several parts has each once, where it is first', () => {
    expect(
      eachOnce([
        { address: 'a', line: 1 },
        { address: 'b', line: 2 },
        { address: 'a', line: 3 },
      ]),
    ).toEqual([
      { address: 'a', line: 1 },
      { address: 'b', line: 2 },
    ]);
  });
});
