import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from './query.ts';
import type { ParsedQuery } from './query.ts';
import { Tokenizer } from './terms/tokenizer.ts';

describe('a query', () => {
  it('is ranked by its words without stop words', () => {
    expect(words(parse('how to link the notes'))).toEqual(['link', 'note']);
  });

  it('of stop words only is ranked by all of them', () => {
    expect(words(parse('to be or not to be'))).toEqual(['to', 'be', 'or', 'not']);
  });

  it('has no English stop words in words of other languages that only look like one without their accents', () => {
    expect(words(parse('cơ sở dữ liệu'))).toEqual(['co', 'so', 'du', 'lieu']);
    expect(words(parse(`${'sở'.normalize('NFD')} an`))).toEqual(['so']);
    expect(words(parse('ｔｈｅ note'))).toEqual(['note']);
  });

  it('is ranked by its emoji, by other signs only if there is nothing else', () => {
    expect(words(parse('🎉 Settings → Editor 20€'))).toEqual(['🎉', 'set', 'editor', '20']);
    expect(words(parse('→ €'))).toEqual(['→', '€']);
  });

  it('has words with signs in place of the words, and with a full stop before them as well', () => {
    expect(words(parse('C++ or .NET'))).toEqual(['c++', 'net', '.net']);
    expect(parse('C++').words[0]).toMatchObject({ parts: ['c'], position: 0 });
    expect(parse('"the .NET"').quoted[0]?.map(({ term, position }) => [term, position])).toEqual([
      ['the', 0],
      ['net', 1],
      ['.net', 1],
    ]);
    expect(words(parse('.ne*'))).toEqual(['.ne']);
  });

  it('keeps quoted words together, stop words included, in straight and curly quotation marks', () => {
    for (const text of ['"drag and drop" tutorial', '“drag and drop” tutorial']) {
      const query = parse(text);
      expect(query.quoted.map((phrase) => phrase.map((word) => word.term))).toEqual([['drag', 'and', 'drop']]);
      expect(words(query)).toEqual(['drag', 'drop', 'tutori']);
    }
  });

  it('makes a compound only of the run with a mark, not of the whole query', () => {
    const query = parse('drag-and-drop tutorial');
    expect(query.compounds.map(({ words: parts, whole }) => [parts.map((word) => word.term), whole?.term])).toEqual([
      [['drag', 'and', 'drop'], 'draganddrop'],
    ]);
    expect(query.words.find((word) => word.term === 'tutori')?.compound).toBeNull();
  });

  it('keeps a Hebrew abbreviation together, with either mark', () => {
    for (const written of ['מנכ"ל', 'מנכ״ל', 'מנכ\u201dל']) {
      const { quoted, compounds } = parse(`${written} רבעוני`);
      expect(quoted).toEqual([]);
      expect(compounds.map((compound) => words(compound))).toEqual([['מנכ', 'ל']]);
    }
    expect(parse('"שמע דו"ח"').quoted.map((phrase) => words({ words: phrase }))).toEqual([['שמע', 'דו', 'ח']]);
    expect(parse('ה"ארץ"').quoted.map((phrase) => words({ words: phrase }))).toEqual([['ארץ']]);
  });

  it('does not read an emoji with a star as the beginning of a word', () => {
    expect(parse('❤\ufe0f*').words[0]).toMatchObject({ term: '❤', prefix: null });
  });

  it.each(['10:30', 'notes/daily', '(see below)', 'call(back)', 'e-mail'])('reads %s without fail', (text) => {
    expect(parse(text).words.length).toBeGreaterThan(0);
  });

  it('treats only a run that is one compound as the same as one word', () => {
    expect(parse('wi-fi').compounds[0]?.whole?.term).toBe('wifi');
    expect(parse('(wi-fi)').compounds[0]?.whole?.term).toBe('wifi');
    expect(parse('wi-fi/lo-fi').compounds[0]?.whole).toBeNull();
  });

  it('ignores a mark before or after a single word', () => {
    expect(parse('-draft note: (maybe)').compounds).toEqual([]);
  });

  it('makes a prefix of a word with one trailing star, but not of markdown bold', () => {
    expect(parse('proj*').words[0]).toMatchObject({ term: 'proj', prefix: expect.any(Array) as unknown });
    expect(parse('**bold**').words[0]).toMatchObject({ term: 'bold', prefix: null });
    for (const text of ['proj*, notes', '(proj*)', 'proj*?'])
      expect(parse(text).words[0]).toMatchObject({ term: 'proj', prefix: expect.any(Array) as unknown });
    for (const text of ['*proj*,', 'proj*x,', 'proj**,']) expect(parse(text).words[0]).toMatchObject({ prefix: null });
    expect(parse('a * b').words.every((word) => word.prefix === null)).toBe(true);
  });

  it('looks under a prefix for the shorter stems of words that begin so, too', () => {
    expect(parse('organiz*').words[0]?.prefix).toContain('organ');
    expect(parse('settings*').words[0]?.prefix).toContain('set');
  });

  it('finds a word by each of its beginnings, also those that end within an ending', () => {
    const words =
      'meetings notification credentials mapping compatibility readability moderators useful dangerous assistance ' +
      'separately alternative customized replacement effectiveness important mechanisms';
    const lost = words.split(' ').flatMap((word) => {
      const [form = ''] = new Tokenizer().terms(word);
      return Array.from({ length: word.length - 2 }, (_, i) => word.slice(0, i + 3)).filter((beginning) => {
        const { term, prefix } = parse(`${beginning}*`).words[0] ?? {};
        return term === undefined || !(form.startsWith(term) || prefix?.includes(form) === true);
      });
    });
    expect(lost).toEqual([]);
  });

  it('of one character of a script without spaces finds all runs containing it', () => {
    expect(parse('猫').words).toMatchObject([{ term: '猫', prefix: [] }]);
  });

  it('looks for a camel-case word as a whole, keeping its parts in reserve', () => {
    expect(parse('VaultSource').words).toMatchObject([{ term: 'vaultsourc', parts: ['vault', 'sourc'] }]);
  });

  it('without a word asks for nothing', () => {
    for (const text of ['', '   ', '?!…', '""', '*', '-', '"'])
      expect(parse(text)).toMatchObject({ words: [], quoted: [] });
  });

  it('of very many words is read up to a limit', () => {
    const sentence = Array.from({ length: 200 }, (_, i) => String.fromCharCode(0x4e00 + i)).join('');
    expect(parse(sentence).words.length).toBe(64);
    expect(parse(`"${sentence}"`).quoted[0]).toHaveLength(64);
  });

  it('never throws and stays small', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(parse(text).words.length).toBeLessThanOrEqual(128);
      }),
      { seed: 3, numRuns: 50 },
    );
    expect(parse('word-'.repeat(100_000)).words.length).toBeLessThanOrEqual(128);
    expect(parse('a1b '.repeat(100_000)).words.length).toBeLessThanOrEqual(128);
  });
});

function parse(text: string): ParsedQuery {
  return parseQuery(text, new Tokenizer());
}

function words(query: Pick<ParsedQuery, 'words'>): string[] {
  return query.words.map((word) => word.term);
}
