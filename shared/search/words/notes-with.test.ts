import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
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

describe('whether notes have any of the words', () => {
  it.each([...QUERIES, ...MORE_QUERIES])('is whether a search ranks any: %s', (query) => {
    const index = indexOf(TEXTS);
    const wanted = found(index, query).sort(ascending);
    expect(index.hasAny(query)).toBe(wanted.length > 0);
    expect(index.hasAny(query, (id) => id > 2)).toBe(wanted.some((id) => id > 2));
    runSteps(index.freeze('saved'));
    expect(index.hasAny(query, (id) => id < 3)).toBe(wanted.some((id) => id < 3));
    indexOf(TEXTS, index);
    expect(index.hasAny(query)).toBe(wanted.length > 0);
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

describe('whether any note may have a word', () => {
  it('is told by its stem, and by its beginning', () => {
    const index = indexOf(['Growing leeks in winter.']);
    expect(['leek', 'Leeks', 'winter', 'summer'].map((word) => index.mayHave(word))).toEqual([true, true, true, false]);
    expect(['Wint', 'winter', 'inter'].map((word) => index.hasBeginning(word))).toEqual([true, true, false]);
  });
});
