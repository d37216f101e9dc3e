import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query.ts';
import { found, indexOf } from '../search-test-kit.ts';
import { Tokenizer } from '../terms/tokenizer.ts';
import { phrasePlaces } from './phrase-places.ts';

const tokenizer = new Tokenizer();

/** What is found in a text, as written. */
function placesOf(query: string, text: string): string[] {
  const { quoted } = parseQuery(query, tokenizer);
  return phrasePlaces(text, quoted, tokenizer).map(({ start, end }) => text.slice(start, end));
}

describe('places of quoted phrases', () => {
  it('are those where the words stand next to each other in order, in any of their forms', () => {
    const text = 'A comparison, basic. Basic\ncomparisons of basic and comparison.';
    expect(placesOf('"basic comparison"', text)).toEqual(['Basic\ncomparisons']);
    expect(placesOf('basic comparison', text)).toEqual([]);
  });

  it('count stop words, signs and beginnings as asked', () => {
    expect(placesOf('"no, files are"', 'Files are no files. No files are there.')).toEqual(['No files are']);
    expect(placesOf('"in C++"', 'in C, in C++')).toEqual(['in C++']);
    expect(placesOf('"daily no*"', 'daily work, daily notes')).toEqual(['daily notes']);
  });

  it('are found in scripts without spaces', () => {
    expect(placesOf('"全文検索"', '全文の検索と全文検索です')).toEqual(['全文検索']);
  });

  it('are in a text if and only if full text finds the phrase in it', () => {
    const word = fc.constantFrom(
      'oak',
      'Oaks',
      'the',
      'OakAsh',
      'ash-oak',
      'C++',
      '.NET',
      'net',
      '→',
      '🌳',
      '森林',
      '林',
      'a森',
    );
    const words = (maxLength: number) => fc.array(word, { minLength: 1, maxLength }).map((all) => all.join(' '));
    fc.assert(
      fc.property(words(12), fc.array(words(3), { minLength: 1, maxLength: 2 }), (text, phrases) => {
        for (const phrase of phrases)
          expect(placesOf(`"${phrase}"`, text).length > 0, phrase).toBe(
            found(indexOf([text]), `"${phrase}"`).length > 0,
          );
      }),
    );
  });
});
