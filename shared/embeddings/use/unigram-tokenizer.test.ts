import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { quantiseUse } from '../../../build/model/quantise-use.mjs';
import type { VocabularyEntry } from './unigram-tokenizer.ts';
import { UnigramTokenizer } from './unigram-tokenizer.ts';
import { keptShare } from '../../kit/memory/kept-test-kit.ts';

let vocabulary: VocabularyEntry[];
let tokenizer: UnigramTokenizer;

beforeAll(async () => {
  vocabulary = JSON.parse((await quantiseUse()).vocabulary) as VocabularyEntry[];
  tokenizer = new UnigramTokenizer(vocabulary);
});

const piecesOf = (text: string): string[] => tokenizer.encode(text).map((id) => vocabulary[id]?.[0] ?? '');

describe('UnigramTokenizer', () => {
  it('gives the ids that @tensorflow-models/universal-sentence-encoder 1.3.3 gives', () => {
    for (const [text, ids] of RECORDED) expect([text, tokenizer.encode(text)]).toEqual([text, ids]);
  });

  it('marks the beginning of words', () => {
    expect(piecesOf('the harbour wall')).toEqual(['▁the', '▁har', 'b', 'our', '▁wall']);
  });

  it('takes compatible characters for one', () => {
    expect(tokenizer.encode('ｆｉｓｈ')).toEqual(tokenizer.encode('fish'));
    expect(tokenizer.encode('cafe\u0301')).toEqual(tokenizer.encode('caf\u00e9'));
  });

  it('joins unknown characters in a row into one', () => {
    expect(piecesOf('日本語')).toEqual(['▁', '\ufffd']);
  });

  it('gives pieces that make up the text, except for unknown parts', () => {
    const known = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz ABCXYZ,.!?0123456789'),
      minLength: 1,
      maxLength: 80,
    });
    fc.assert(
      fc.property(known, (text) => {
        expect(piecesOf(text).join('')).toBe(`▁${text.replaceAll(' ', '▁')}`);
      }),
      { seed: 4 },
    );
  });

  it('takes any text, and each unknown run once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const ids = tokenizer.encode(text);
        expect(ids.every((id) => id === 0 || (id >= 6 && id < vocabulary.length))).toBe(true);
        expect(ids.some((id, i) => id === 0 && ids[i + 1] === 0)).toBe(false);
      }),
      { seed: 4 },
    );
  });

  it('counts what it would give', () => {
    for (const text of [
      '',
      'one',
      'a sentence with eight words and a stop.',
      '日本語 and English',
      'well-known, of course: 42 %',
    ]) {
      expect(tokenizer.count(text)).toBe(tokenizer.encode(text).length);
    }
  });
});

/** Texts with the ids that the published tokenizer gave for them with the same vocabulary. */
const RECORDED: [text: string, ids: number[]][] = [
  ['', []],
  ['a', [11]],
  [' ', [30, 30]],
  ['  two  blanks', [30, 30, 174, 30, 2071, 1417, 7]],
  ['Hello, world!', [341, 4125, 8, 311, 78]],
  ['How do I move a note to another folder?', [728, 64, 16, 652, 11, 2354, 10, 376, 6776, 54]],
  ['naïve ﬁne Ⅷ', [1216, 0, 105, 839, 651, 109, 109, 109]],
  ['tabs\tand\nnew lines', [5520, 7, 0, 381, 0, 2664, 3022]],
  ['日本語のテキスト', [30, 0]],
  ['emoji 👩‍👩‍👧 and 🐌🐌', [299, 451, 2501, 30, 0, 12, 30, 0]],
  ['� x', [30, 0, 649]],
  ['zzzzqqqqxxxx', [30, 1093, 1093, 1111, 1111, 1111, 1111, 152, 152, 152, 152]],
  [
    '[[Link|alias]] #tag/nested ^block-id',
    [763, 1507, 277, 3961, 4855, 90, 410, 7, 471, 471, 1833, 17, 891, 68, 2418, 703, 4335, 151, 2177, 24, 303],
  ],
  ['- [ ] call Aled at 10:30 about £45.50', [116, 763, 30, 471, 555, 723, 26, 38, 320, 4177, 72, 3011, 3285, 6, 1019]],
  [
    'at 9:00 :) https://example.org/a_b?c=d',
    [38, 538, 5920, 658, 290, 7, 255, 773, 1563, 147, 6, 1649, 68, 86, 435, 151, 54, 131, 413, 29],
  ],
  ['| --- | :---: |', [1775, 790, 24, 1775, 604, 3280, 57, 1775]],
  ['Überraschung für Ærø', [30, 0, 949, 276, 7, 397, 2372, 490, 6980, 93, 30, 0, 93, 7958]],
  ['antidisestablishmentarianism', [1531, 3175, 281, 1112, 2873, 284, 3619, 639]],
];

describe('what is remembered of words', () => {
  it('does not keep the texts they were in', () => {
    const fresh = new UnigramTokenizer([]);
    expect(keptShare((text) => void fresh.count(text))).toBeLessThan(0.1);
    expect(fresh).toBeDefined();
  });
});
