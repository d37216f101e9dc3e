import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { FullTextIndex } from './fulltext-types.ts';
import { found, indexOf, note } from './search-test-kit.ts';

const TEXTS = [
  'Linking notes to notes',
  'A linked note on the WiFi router',
  'wi-fi for guests',
  'Modern C++ and the VaultSource',
  note({ title: 'Keyboard', aliases: ['keys'], tags: ['kept/well'], properties: ['kelp'] }),
  '建立你的知识库。',
  'the drag-and-drop of files',
  'drag them, and drop them',
];
const QUERIES = ['note', 'no*', 'link wifi', 'ke*', 'k*', 'C++', 'vaultsource', '知识', '知*', 'the', 'drag-and-drop'];
const MORE_QUERIES = ['"知识 知识"', '"drag them"', '"them drag"', 'drag-a*', '', '…', 'absent', 'absent no*'];

const ascending = (a: number, b: number): number => a - b;
const notesWith = (index: FullTextIndex, query: string): number[] =>
  [...runSteps(index.notesWith(query))].sort(ascending);

describe('the notes with any of the words', () => {
  it.each([...QUERIES, ...MORE_QUERIES])('are those that a search ranks: %s', (query) => {
    const index = indexOf(TEXTS);
    const wanted = found(index, query).sort(ascending);
    expect(notesWith(index, query)).toEqual(wanted);
    expect(index.hasAny(query)).toBe(wanted.length > 0);
    expect(index.hasAny(query, (id) => id > 2)).toBe(wanted.some((id) => id > 2));
    runSteps(index.freeze('saved'));
    expect(index.hasAny(query, (id) => id < 3)).toBe(wanted.some((id) => id < 3));
    expect(notesWith(index, query)).toEqual(wanted);
    indexOf(TEXTS, index);
    expect(notesWith(index, query)).toEqual(wanted);
  });

  it('are read one word after the other, however many begin with the same letter', () => {
    const words = Array.from({ length: 500 }, (_, i) => `b${String.fromCodePoint(0x3b1 + (i % 20))}${i}`);
    const index = indexOf([words.join(' ')]);
    const stepsTaken = (): number => {
      const steps = index.notesWith('b*');
      let count = 0;
      while (steps.next().done !== true) count++;
      return count;
    };
    expect(stepsTaken()).toBeGreaterThanOrEqual(words.length);
    runSteps(index.freeze('saved'));
    expect(stepsTaken()).toBeGreaterThanOrEqual(words.length);
  });

  it('are those of the moment it began, even if notes are added, removed or saved meanwhile', () => {
    const index = indexOf(['apple', 'apricot', 'avocado']);
    const steps = index.notesWith('a*');
    expect(steps.next().done).toBe(false);
    runSteps(index.insert(3, note({ chunks: ['almond'] })));
    index.remove(1);
    runSteps(index.freeze('saved'));
    runSteps(index.insert(0, note({ chunks: ['bread'] })));
    expect([...runSteps(steps)].sort(ascending)).toEqual([0, 1, 2]);
    expect(notesWith(index, 'a*')).toEqual([2, 3]);
  });
});

describe('the notes with the whole of what is written', () => {
  const TEXTS_WITH = [
    'foo text VaultSource',
    'bar text Vault',
    '東京都へ',
    '京都へ',
    'WiFi',
    'wi fi',
    'v1.2.3',
    '1,000',
    '.NET',
    'net',
  ];
  it.each([
    ['foo-bar', []],
    ['foo/text', [0]],
    ['VaultSource', [0]],
    ['SourceVault', []],
    ['東京都', [2]],
    ['京都', [2, 3]],
    ['wi-fi', [4, 5]],
    ['1.2.3', [6]],
    ['1,000', [7]],
    ['.net', [8]],
    ['te*', [0, 1]],
    ['"bar text"', [1]],
    ['"text bar"', []],
    ['', []],
  ])('%s', (written, wanted) => {
    const index = indexOf(TEXTS_WITH);
    expect([...index.notesWithWhole(written)].sort(ascending)).toEqual(wanted);
    runSteps(index.freeze('saved'));
    index.remove(wanted[0] ?? 9);
    expect([...index.notesWithWhole(written)].sort(ascending)).toEqual(wanted.slice(1));
  });
});

describe('whether any note has a word', () => {
  it('is told by its stem, and by its beginning', () => {
    const index = indexOf(['Growing leeks in winter.']);
    expect(['leek', 'Leeks', 'winter', 'summer'].map((word) => index.hasWord(word))).toEqual([true, true, true, false]);
    expect(['Wint', 'winter', 'inter'].map((word) => index.hasBeginning(word))).toEqual([true, true, false]);
  });

  it('is no longer so once the last note with it is gone, saved or not', () => {
    const index = indexOf(['leek '.repeat(300), 'leek', 'corn']);
    index.remove(0);
    expect(index.hasWord('leek')).toBe(true);
    runSteps(index.freeze('saved'));
    expect(index.hasWord('leek')).toBe(true);
    index.remove(1);
    expect([index.hasWord('leek'), index.hasWord('corn')]).toEqual([false, true]);
    runSteps(index.insert(2, note({ chunks: ['leek'] })));
    index.remove(2);
    expect([index.hasWord('leek'), index.hasWord('corn')]).toEqual([false, false]);
  });
});

describe('the words that have another inside', () => {
  it('are those of live notes, the shortest first, saved or not', () => {
    const index = indexOf(['Straßenbahnhaltestelle, Bushaltestelle', 'Haltestelle und Übergang', 'Endhaltestelle']);
    const around = (word: string): string[] => runSteps(index.wordsAround(word));
    const wanted = ['haltestel', 'endhaltestel', 'bushaltestel', 'strassenbahnhaltestel'];
    expect(around('Haltestelle').sort()).toEqual([...wanted].sort());
    expect(around('haltes')[0]).toBe('haltestel');
    expect(around('bergan')).toEqual(['ubergang']);
    expect(around('leundub')).toEqual([]);
    runSteps(index.freeze('saved'));
    expect(around('Haltestelle').sort()).toEqual([...wanted].sort());
    expect(around('bergan')).toEqual(['ubergang']);
    expect(around('telstra')).toEqual([]);
    expect(around('leund')).toEqual([]);
    index.remove(1);
    expect(around('bergan')).toEqual([]);
    expect(around('haltes').map((word) => word.length)).toEqual([12, 12, 21]);
  });
});
