import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenScan, Tokenizer } from './tokenizer.ts';
import { keptShare } from '../../../kit/memory/kept-test-kit.ts';

describe('words', () => {
  it('are folded to lower case and stemmed as English', () => {
    expect(terms('Linking NOTES easily')).toEqual(['link', 'note', 'easili']);
  });

  it('lose the diacritics of Latin and Greek letters, composed or not', () => {
    expect(terms('Čeština Ångström Ελλάδα straße')).toEqual(['cestina', 'angstrom', 'ελλαδα', 'strass']);
    expect(terms('Ångström'.normalize('NFD'))).toEqual(terms('Ångström'.normalize('NFC')));
  });

  it('keep the Cyrillic letters that only look like others with a mark, except ё', () => {
    expect(terms('мой мои їжак ещё')).toEqual(['мой', 'мои', 'їжак', 'еще']);
  });

  it('are the same in Arabic with and without vowel marks, and for the forms of alef', () => {
    expect(terms('الكِتَابُ')).toEqual(terms('الكتاب'));
    expect(terms('أحمد')).toEqual(terms('احمد'));
  });

  it('are the same in Hindi with and without the dot below, and with either sign of a nasal vowel', () => {
    expect(terms('क़लम सब्ज़ी फ़ोन चाँद')).toEqual(terms('कलम सब्जी फोन चांद'));
    expect(terms('फ़ोन'.normalize('NFD'))).toEqual(['फोन']);
  });

  it('are the same with any apostrophe', () => {
    for (const apostrophe of ['\u2019', '\u02bc']) expect(terms(`об${apostrophe}єкт`)).toEqual(terms("об'єкт"));
  });

  it('are the same in full-width and other compatibility forms', () => {
    expect(terms('Ｏｂｓｉｄｉａｎ ﬁle')).toEqual(['obsidian', 'file']);
  });

  it('are lower-cased alike in every locale', () => {
    expect(terms('TITLE İstanbul ılık')).toEqual(['titl', 'istanbul', 'ilik']);
  });

  it('end in no possessive s, and keep their apostrophe to themselves', () => {
    expect(terms("the vault's notes")).toEqual(['the', 'vault', 'note']);
    expect(terms('the vault’s notes')).toEqual(['the', 'vault', 'note']);
  });

  it('keep their form however many others were seen since', () => {
    const tokenizer = new Tokenizer();
    for (let i = 0; i < 100_000; i += 1) tokenizer.terms(`word${i}`);
    expect(tokenizer.terms('Linked word5')).toEqual(['link', 'word5']);
  });

  it('longer than any real word are cut', () => {
    const [term] = terms('x'.repeat(10_000));
    expect(term).toHaveLength(64);
  });
});

describe('compounds', () => {
  it('with hyphens, dots and underscores give their parts and the whole', () => {
    expect(terms('drag-and-drop')).toEqual(['drag', 'and', 'drop', 'draganddrop']);
    expect(terms('2024-01-01')).toEqual(['2024', '01', '01', '20240101']);
    expect(terms('main.js')).toEqual(['main', 'js', 'mainj']);
  });

  it('count one position for each part, with the whole at the first', () => {
    expect(positions('a wi-fi network')).toEqual([
      ['a', 0],
      ['wi', 1],
      ['fi', 2],
      ['wifi', 1],
      ['network', 3],
    ]);
  });

  it('in camel case are at one position, so that phrases match in any case', () => {
    expect(positions('GitHub Actions')).toEqual([
      ['github', 0],
      ['git', 0],
      ['hub', 0],
      ['action', 1],
    ]);
  });

  it('are not made from spellings such as LaTeX or iCloud', () => {
    expect(terms('LaTeX iCloud PDFs')).toEqual(['latex', 'icloud', 'pdf']);
  });

  it('of many parts, such as addresses, give their parts only', () => {
    expect(terms('a.b.c.d.e.f.g')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });
});

describe('scripts without spaces', () => {
  it('give pairs of characters and the last one, so that every character begins a term', () => {
    expect(terms('知识库')).toEqual(['知识', '识库', '库']);
    expect(terms('ノート')).toEqual(['ノー', 'ート', 'ト']);
    expect(terms('猫')).toEqual(['猫']);
  });

  it('keep vowel and tone marks with their letter', () => {
    expect(terms('ที่นี่')).toEqual(['ที่นี่', 'นี่']);
  });

  it('are cut off from words of other scripts next to them', () => {
    expect(terms('Obsidian笔记app')).toEqual(['obsidian', '笔记', '记', 'app']);
  });

  it('are the same in half-width and decomposed form', () => {
    expect(terms('ｶﾞｲﾄﾞ')).toEqual(terms('ガイド'));
    expect(terms('한국어'.normalize('NFD'))).toEqual(terms('한국어'));
  });

  it('are the same with marks that are not seen: blanks without width, and variants of a character', () => {
    expect(terms('ភាសា\u200bខ្មែរ\u200b')).toEqual(terms('ភាសាខ្មែរ'));
    expect(terms('葛\u{e0100}城')).toEqual(terms('葛城'));
  });

  it('include characters beyond the first plane', () => {
    expect(terms('𠮷野')).toEqual(['𠮷野', '野']);
  });
});

describe('symbols', () => {
  it('are terms of their own, alone, in a row, and next to words', () => {
    expect(terms('🎉 Party🎈time → 20€')).toEqual(['🎉', 'parti', '🎈', 'time', '→', '20', '€']);
    expect(terms('￥1 ¥1')).toEqual(['¥', '1', '¥', '1']);
  });

  it('are the same in any skin tone, and as text or picture', () => {
    expect(terms('👍🏽 👍 ❤️ ❤')).toEqual(['👍', '👍', '❤', '❤']);
    expect(terms('⚠️Warning')).toEqual(['⚠', 'warn']);
  });

  it('are one term if joined: families, professions, flags', () => {
    expect(terms('👩🏽‍💻 👨‍👩‍👧 🇩🇪🇫🇷')).toEqual(['👩‍💻', '👨‍👩‍👧', '🇩🇪', '🇫🇷']);
  });

  it('are at the position of the word after them, so that phrases match across them', () => {
    expect(positions('in → out ✓')).toEqual([
      ['in', 0],
      ['→', 1],
      ['out', 1],
      ['✓', 2],
    ]);
  });

  it('are not ASCII, drawn lines, blocks, or what cannot be read', () => {
    expect(terms('$ < | ~ ├── █ ⠿ ｜ \uFFFD 🏽')).toEqual([]);
  });
});

describe('words with signs', () => {
  it('give their term with the signs, too, at the same position', () => {
    expect(positions('modern C++ or C#')).toEqual([
      ['modern', 0],
      ['c', 1],
      ['c++', 1],
      ['or', 2],
      ['c', 3],
      ['c#', 3],
    ]);
    expect(terms('C++17 C#の')).toEqual(['c', 'c++', '17', 'c', 'c#', 'の']);
    expect(terms('Objective-C++')).toEqual(['object', 'c', 'objectivec', 'c++']);
  });

  it('may have a full stop before them', () => {
    expect(terms('the .NET, “.obsidian/”')).toEqual(['the', '.net', 'net', '.obsidian', 'obsidian']);
    expect(terms('ASP.NET')).toEqual(['asp', 'net', 'aspnet']);
  });

  it('are not those with other signs, nor the beginnings of others', () => {
    expect(terms('C+ C+++ C## i++j a#b 1.5 ...and')).toEqual([
      'c',
      'c',
      'c',
      'i',
      'j',
      'a',
      'b',
      '1',
      '5',
      '15',
      'and',
    ]);
  });
});

describe('a scan', () => {
  it('gives the position of each term in the text', () => {
    const text = 'Die Straße, 知识库 und Wi-Fi.';
    const ranges: string[] = [];
    new TokenScan(new Tokenizer(), text).run(text.length, (_term, _position, start, end) =>
      ranges.push(text.slice(start, end)),
    );
    expect(ranges).toEqual(['Die', 'Straße', '知识', '识库', '库', 'und', 'Wi', 'Fi', 'Wi-Fi']);
  });

  it('gives the same terms in pieces of any size', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 1, max: 20 }), (text, step) => {
        const pieces: [string, number][] = [];
        const scan = new TokenScan(new Tokenizer(), text);
        while (!scan.done) scan.run(scan.offset + step, (term, position) => pieces.push([term, position]));
        expect(pieces).toEqual(positions(text));
      }),
      { seed: 1 },
    );
  });

  it('takes any text and gives no empty term', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const [term] of positions(text)) expect(term).not.toBe('');
      }),
      { seed: 2, numRuns: 50 },
    );
  });

  it('stays in bounds on a blob without any space', () => {
    const scan = new TokenScan(new Tokenizer(), 'a.'.repeat(50_000));
    scan.run(100, () => undefined);
    expect(scan.offset).toBeLessThan(10_000);
  });
});

function terms(text: string): string[] {
  return new Tokenizer().terms(text);
}

function positions(text: string): [string, number][] {
  const found: [string, number][] = [];
  new TokenScan(new Tokenizer(), text).run(text.length, (term, position) => found.push([term, position]));
  return found;
}

describe('what is remembered of words', () => {
  it('does not keep the texts they were in', () => {
    const tokenizer = new Tokenizer();
    expect(keptShare((text) => void tokenizer.terms(text))).toBeLessThan(0.1);
    expect(tokenizer).toBeDefined();
  });
});
