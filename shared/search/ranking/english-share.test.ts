import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  READABLE,
  WORDS_AROUND_CHUNK,
  WORDS_AROUND_NOTE,
  WORDS_AROUND_QUERY,
  englishShare,
  englishWeight,
} from './english-share.ts';

const PROSE: Record<string, string> = {
  English:
    'The notes that you have written are kept in a folder on your computer, and they can be opened with any editor that you like.',
  Spanish:
    'Las notas que has escrito se guardan en una carpeta de tu ordenador, y se pueden abrir con cualquier editor que te guste a ti.',
  German:
    'Die Notizen, die du geschrieben hast, liegen in einem Ordner auf deinem Rechner, und so kann man sie in jedem Editor öffnen. Das war so.',
  Dutch:
    'De notities die je hebt geschreven staan in een map op je computer, en je kunt ze openen met elke editor die je wilt. Dat was zo.',
  Danish:
    'De noter, du har skrevet, ligger i en mappe på din computer, og de kan åbnes med enhver editor, som du kan lide, for at læse dem.',
  Russian: 'Заметки, которые вы написали, хранятся в папке на вашем компьютере, и их можно открыть в любом редакторе.',
  Japanese:
    '書いたノートはコンピューターのフォルダに保存され、好きなエディタで開くことができます。Markdown の記法に対応しています。',
};
const FOREIGN = Object.entries(PROSE).filter(([language]) => language !== 'English');

describe('prose', () => {
  it('in English is full of English function words, and read in full', () => {
    expect(englishShare(PROSE.English ?? '')).toBeGreaterThan(0.25);
    expect(englishWeight(PROSE.English ?? '', 0, 0)).toBe(1);
    expect(englishWeight(PROSE.English ?? '', 0, WORDS_AROUND_QUERY)).toBe(1);
  });

  it.each(FOREIGN)('in %s is not, and is left out', (_, text) => {
    expect(englishShare(text)).toBeLessThan(0.06);
    expect(englishWeight(text, 0, 0)).toBe(0);
    expect(englishWeight(text, 0, WORDS_AROUND_CHUNK)).toBe(0);
    expect(englishWeight(text, 1, WORDS_AROUND_NOTE)).toBe(0);
  });
});

describe('a note that is not prose', () => {
  const TERSE: Record<string, string> = {
    'a recipe':
      'Red lentils, cumin, carrots, tin of tomatoes. Simmer twenty-five minutes, blend half, finish with lemon juice.',
    'a shopping list': '- milk\n- bread\n- washing powder\n- light bulbs\n- dog food',
    'a name or two': 'Dinner with Zoë at the café near the station. Split bill.',
    code: 'const total = items.map((item) => item.price).reduce((sum, price) => sum + price, 0);\nconsole.log(total);',
    nothing: '',
  };

  it.each(Object.entries(TERSE))('such as %s, is treated as English', (_, text) => {
    expect(englishWeight(text, 1, WORDS_AROUND_NOTE)).toBeGreaterThanOrEqual(READABLE);
  });

  it.each([
    'Leche, pan y huevos para la cena del viernes.',
    'Käse, Brötchen, Müsli, Öl',
    'Köp mjölk och bröd till frukost',
    '牛乳、パン、卵',
    'Молоко, хлеб, яйца, масло. Sync iOS',
  ])('shows its language by a few words: %s', (text) => {
    expect(englishWeight(text, 1, WORDS_AROUND_NOTE)).toBeLessThan(READABLE);
  });
});

describe('a short text', () => {
  it('is read like its surroundings', () => {
    expect(englishWeight('Obsidian Sync', 1, WORDS_AROUND_QUERY)).toBe(1);
    expect(englishWeight('Obsidian Sync', 0, WORDS_AROUND_QUERY)).toBe(0);
    expect(englishWeight('', 1, WORDS_AROUND_QUERY)).toBe(1);
  });

  it('in another script is not, in any surroundings', () => {
    expect(englishWeight('保管庫を作成', 1, WORDS_AROUND_QUERY)).toBe(0);
    expect(englishWeight('создать хранилище', 1, WORDS_AROUND_QUERY)).toBe(0);
  });

  it('speaks for itself if it can', () => {
    expect(englishWeight('how do I open the notes that are lost', 0, WORDS_AROUND_QUERY)).toBe(1);
  });

  it('is half a word for each character of a script without spaces', () => {
    expect(englishShare('the 漢字漢字漢字')).toBe(1 / 4);
  });
});

describe('a chunk of an English note', () => {
  it('is embedded even if it is a table or code', () => {
    expect(
      englishWeight('| Key | Action |\n| Ctrl+B | Bold |\n| Ctrl+I | Italic |', 1, WORDS_AROUND_CHUNK),
    ).toBeGreaterThanOrEqual(READABLE);
  });
});

describe('any text', () => {
  it('has a share and a weight from 0 to 1, the more English its company the higher', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (text, a, b) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)].map((around) =>
            englishWeight(text, around, WORDS_AROUND_QUERY),
          ) as [number, number];
          expect(low).toBeLessThanOrEqual(high);
          for (const value of [englishShare(text), low, high, englishWeight(text, 0, 0)])
            expect(value >= 0 && value <= 1).toBe(true);
        },
      ),
      { numRuns: 200, seed: 14 },
    );
  });

  it('is judged by its beginning, however long it is', () => {
    expect(englishShare('the the '.repeat(500) + 'x '.repeat(1e6))).toBe(1);
  });
});
