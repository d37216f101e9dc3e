import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query.ts';
import { Tokenizer } from '../terms/tokenizer.ts';
import { excerptsFor, findMatches, wantedBy } from './excerpt.ts';
import { phrasePlaces } from './phrase-places.ts';

const tokenizer = new Tokenizer();

const makeExcerpt = (text: string, query: string, maxLength?: number): string => excerptsFor(query)(text, maxLength);
const FILLER = 'Some words that say nothing at all about it, over and over again. '.repeat(12);

describe('an excerpt', () => {
  it('of a short text is the text, with collapsed whitespace', () => {
    expect(makeExcerpt('  one\n\n two\t three ', 'two')).toBe('one two three');
  });

  it('shows where the words of the query occur, in any of their forms', () => {
    const excerpt = makeExcerpt(`${FILLER}Linked notes make a graph. ${FILLER}`, 'linking');
    expect(excerpt).toContain('Linked notes make a graph.');
    expect(excerpt.startsWith('…')).toBe(true);
    expect(excerpt.endsWith('…')).toBe(true);
  });

  it('shows words that begin as asked, and single characters of scripts without spaces', () => {
    expect(makeExcerpt(`${FILLER}A projector. ${FILLER}`, 'proj*')).toContain('A projector.');
    expect(makeExcerpt(`${FILLER}黒猫が ${FILLER}`, '猫')).toContain('黒猫が');
  });

  it('shows the boxes of tasks, which it never cuts', () => {
    const list = `${FILLER}${'- \u0002 \u0003 open \n- \u0002x\u0003 done '.repeat(20)}${FILLER}`;
    for (let length = 20; length < 90; length++) {
      const excerpt = makeExcerpt(list, 'done open', length);
      expect(excerpt.length).toBeLessThanOrEqual(length);
      const rest = excerpt.replaceAll(/\[[ x]\]/g, '');
      for (const part of ['[', ']', '\u0002', '\u0003']) expect(rest).not.toContain(part);
    }
    expect(makeExcerpt('- \u0002 \u0003 a\n- \u0002x\u0003 b', 'b')).toBe('- [ ] a - [x] b');
  });

  it('prefers the place with the most different words', () => {
    const text = `graph graph graph. ${FILLER} the local graph view. ${FILLER}`;
    expect(makeExcerpt(text, 'local graph view')).toContain('the local graph view');
  });

  it('shows a quoted phrase rather than many of its words apart from each other', () => {
    const text = `Equal, not equal: a comparison that is basic. ${FILLER} A basic comparison. ${FILLER} basic ${FILLER}`;
    expect(makeExcerpt(text, '"basic comparison" equal')).toContain('A basic comparison.');
    expect(makeExcerpt(text, '"comparison equal" "basic comparison"')).toContain('A basic comparison.');
    expect(makeExcerpt(`${'検索の全文。'.repeat(90)}速い全文検索。${'別の文。'.repeat(90)}`, '"全文検索"')).toContain(
      '全文検索',
    );
  });

  it('begins near a quoted phrase, not at single words of it that stand before', () => {
    const row = (number: number): string => `row ${number}, with some words of its own, graph ${number}; `;
    const table = Array.from({ length: 40 }, (_, i) => row(i)).join('');
    const excerpt = makeExcerpt(`${FILLER}${table}${FILLER}`, '"graph 20"', 180);
    expect(excerpt.indexOf('graph 20')).toBeGreaterThan(0);
    expect(excerpt.indexOf('graph 20')).toBeLessThan(50);
    const both = makeExcerpt(`${FILLER}${table}${FILLER}`, '"graph 20" own', 180);
    expect(both.indexOf('graph 20')).toBeLessThan(50);
    expect(both).toContain('own');
  });

  it('shows the beginning of a quoted phrase that is longer than itself', () => {
    const phrase = 'one two three four five six seven eight nine ten '.repeat(2).trim();
    expect(makeExcerpt(`ten one. ${FILLER} ${phrase} ${FILLER}`, `"${phrase}"`, 60)).toMatch(/^…one two three four/);
  });

  it('holds a quoted phrase of the text if it has room for it', () => {
    const words = fc.array(fc.constantFrom('oak', 'ash', 'the', 'C++', 'red-oak', '森林'), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(words, fc.nat(), fc.integer({ min: 1, max: 5 }), (text, at, length) => {
        const start = at % text.length;
        const { quoted } = parseQuery(`"${text.slice(start, start + length).join(' ')}"`, tokenizer);
        const excerpt = makeExcerpt(text.join(' '), `oak "${text.slice(start, start + length).join(' ')}" ash`, 60);
        expect(phrasePlaces(excerpt, quoted, tokenizer)).not.toEqual([]);
      }),
    );
  });

  it('is the beginning if the text has no word of the query', () => {
    const excerpt = makeExcerpt(FILLER, 'absent');
    expect(excerpt.startsWith('Some words')).toBe(true);
    expect(excerpt.endsWith('…')).toBe(true);
  });

  it('is not drawn to stop words', () => {
    expect(makeExcerpt(`${FILLER}a graph ${FILLER}`, 'what is the graph of it')).toContain('a graph');
  });

  it('is cut at word ends', () => {
    const excerpt = makeExcerpt(FILLER + FILLER, 'again', 100);
    const words = new Set(FILLER.split(' '));
    for (const word of excerpt.replaceAll('…', '').split(' ')) expect(words).toContain(word);
  });

  it('of text without spaces still fits and contains the words', () => {
    const excerpt = makeExcerpt('其他文字'.repeat(200) + '知识库' + '其他文字'.repeat(200), '知识库');
    expect(excerpt).toContain('知识库');
    expect(excerpt.length).toBeLessThanOrEqual(240);
  });

  it('keeps letters whole, with their marks, and emoji of several', () => {
    const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
    for (const letter of ['กี่', 'e\u0301', '👩‍👩‍👧', '🇫🇷', '👍🏽']) {
      const text = letter.repeat(200);
      const whole = new Set([letter, '…', '語', '文']);
      for (let length = 30; length < 60; length++) {
        const excerpt = makeExcerpt(`${text}語文${text}`, '語文', length);
        expect(excerpt).toContain('語文');
        expect(Array.from(letters.segment(excerpt), ({ segment }) => segment).filter((one) => !whole.has(one))).toEqual(
          [],
        );
      }
    }
  });

  it('of a very long text ends in no half of a character', () => {
    expect(makeExcerpt(`${'x'.repeat(16_300)} oak ${'😀'.repeat(200)}`, 'oak')).toMatch(/^…oak (?:😀)+…$/u);
    expect(makeExcerpt(`${'x'.repeat(16_299)} oak ${'😀'.repeat(200)}`, 'oak')).toMatch(/^…oak (?:😀)+…$/u);
  });

  it('never exceeds its length nor splits a character, for any text and query', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('oak', 'ash ', ' ', '\n', '知识', '𠮷', '😀', 'ab-cd', 'x'.repeat(50)), {
          maxLength: 200,
        }),
        fc.constantFrom('oak ash', '知识', '𠮷', 'cd', '', 'none'),
        fc.integer({ min: 3, max: 300 }),
        (parts, query, length) => {
          const excerpt = makeExcerpt(parts.join(''), query, length);
          expect(excerpt.length).toBeLessThanOrEqual(length);
          expect(() => encodeURIComponent(excerpt)).not.toThrow();
        },
      ),
      { seed: 6 },
    );
  });
});

describe('words of a query in a text', () => {
  it('are the same whether or not words with other beginnings are skipped', () => {
    const letters = fc.constantFrom(..."abvsBVS9éyieodng\u0301ßæжΣς猫\u8c93ガｶﾞ한ﾐﬁİıйи\u0306اىی٣ทิ𠮷-_.' ");
    const text = fc.string({ unit: letters, maxLength: 60 });
    const query = fc.string({ unit: fc.constantFrom(...'abvsBé9yieoж猫ガ한ミfiйиى3ท𠮷* -'), maxLength: 12 });
    fc.assert(
      fc.property(text, query, (searched, asked) => {
        const wanted = wantedBy(asked);
        expect(findMatches(searched, wanted)).toEqual(findMatches(searched, { ...wanted, skips: () => false }));
      }),
      { numRuns: 5_000 },
    );
  });

  it('are found though stemming changes the second letter, or leaves one', () => {
    for (const [text, query] of [
      ['oys', 'oi'],
      ['eying', 'ei'],
      ['oing', 'o'],
      ['I', 'i'],
    ] as const)
      expect(findMatches(text, wantedBy(query))).toHaveLength(1);
  });
});
