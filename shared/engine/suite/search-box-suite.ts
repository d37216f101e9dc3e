import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchBoxInput, type BoxRow } from '../../protocol/schemas/search-box.ts';
import type { Engine } from '../engine.ts';
import { makePlace, search, VAULT, type OpenedEngine, type OpenEngine, type Place } from './suite-kit.ts';

const LONG = Array.from(
  { length: 12 },
  (_, i) => `## Part ${i}\n\nFirst line of ${i}.\nA second with ${'words '.repeat(80)}\nThe marmalade jar ${i}.\n`,
);

const OVEN = [
  '---',
  'aliases: [Grandmother bread]',
  'shelf: 3',
  'cover: fig',
  'source: The quince cookbook',
  'tags: [baking]',
  'paper: the cover is torn',
  '---',
  '',
  '# Bread',
  'Flour and water.',
].join('\n');

const OTHERS = {
  'にっき.md': '# ノートの使い方\n\nごはんをたべる。\n',
  'こんだて.md': 'きょうのこんだて。\n\n## 肉じゃが\n\nじゃあ、はじめよう。\n',
  'Kestrel.md': `# Kestrel

A short, quick bird without lugs. Do not leave seed on the table when it visits, and do not count on it.

Sizes in [[Geometry]]. Mistakes to avoid in the [[Build Log]].

The best practice, from the weekend of the spring, is the right-hand bottle. She made it on an offcut of the same tube, so I let the offcut in as a sleeve. It is half a millimetre proud. It stays.

> [!tip]+ Passes
> Two, not three. First one to wet, second to shape. Filing is not a place to fix what the torch left.

- [x] Front
- [x] Rear end
- [x] Paint, by hand

Given on Monday.
`,
};

const SIGNS = {
  'A $ sign.md': 'Nothing inside.\n',
  'Till.md': '---\na: 1\n---\n# Change\n\nPaid 5 $, and 7 $.\n\nThe rest -> the jar.\n',
  'Private/Purse.md': 'Three $.\n',
};

/** Its last words are a passage of their own, short and so first by one word alone. */
const SEDIMENT = `# Sediment

The vonnegut parameter decides what moves.

${'Of other things, at length. '.repeat(40)}

Named after Vonnegut.
`;

/** What a person types into the search box, for any engine. */
export function searchBoxSuite(name: string, open: OpenEngine): void {
  describe(`${name}: the search box`, () => {
    let place: Place;
    let opened: OpenedEngine;
    let engine: Engine;

    beforeAll(async () => {
      place = await makePlace({
        ...VAULT,
        'Long.md': `---\na: 1\n---\n# Long\n\n${LONG.join('\n')}`,
        'Oven.md': OVEN,
        'Zebrafish handbook.md': '---\ntitle: Quarterly numbers\n---\nTanks and feed.\n',
        ...SIGNS,
        ...OTHERS,
        'Sediment.md': SEDIMENT,
      });
      opened = await open(place.vault, place.data);
      engine = opened.engine;
      await engine.whenReady({ timeoutMs: 30_000 });
    });
    afterAll(async () => {
      await opened.close();
      await place.remove();
    });

    const find = async (query: string, more: object = {}): Promise<BoxRow[]> =>
      (await engine.searchBox(searchBoxInput.parse({ query, mode: 'words', ...more }))).rows;
    const paths = async (query: string, more: object = {}): Promise<string[]> =>
      (await find(query, more)).map(({ path }) => path).sort();

    it('finds a note by its title and by the name of its file', async () => {
      expect(await paths('quarterly')).toEqual(['Zebrafish handbook.md']);
      expect(await paths('zebrafish')).toEqual(['Zebrafish handbook.md']);
      expect(await paths('handb')).toEqual(['Zebrafish handbook.md']);
    });

    it('takes the last word as the beginning of one, which the tool does not', async () => {
      expect(await paths('compos')).toEqual(['Garden.md']);
      expect(await paths('compos ')).toEqual([]);
      expect(await paths('compos', { prefix: false })).toEqual([]);
      expect((await engine.search(search('compos'))).rows).toEqual([]);
    });

    it('leads to the passage with all words while the last one is typed', async () => {
      for (const query of ['vonnegut par', 'vonnegut param', 'vonnegut parameter']) {
        const [row] = await find(query);
        expect(row?.path).toBe('Sediment.md');
        expect(row?.passages[0]?.line, query).toBe(3);
      }
      expect((await find('vonnegut '))[0]?.passages[0]?.line).toBe(7);
    });

    it('marks letters in title and excerpt', async () => {
      const [first] = await find('green');
      expect(first).toMatchObject({ path: 'Projects/Greenhouse.md', titleRanges: [[0, 5]] });
      const passage = (await find('irrig'))[0]?.passages[0];
      const [start, end] = passage?.ranges[0] ?? [0, 0];
      expect(passage?.excerpt.slice(start, end)).toBe('irrig');
    });

    it('says the line and the heading of up to three passages', async () => {
      const [row] = await find('marmalade');
      const text = `---\na: 1\n---\n# Long\n\n${LONG.join('\n')}`.split('\n');
      expect(row?.passages).toHaveLength(3);
      for (const { line, heading } of row?.passages ?? []) {
        expect(text[line - 1]).toContain('The marmalade jar');
        expect(heading).toBe(`Part ${/\d+/.exec(text[line - 1] ?? '')?.[0] ?? ''}`);
      }
    });

    it.each([
      ['torn cover', 7, 'paper: the cover is torn'],
      ['cover', 7, 'paper: the cover is torn'],
      ['quince', 5, 'source: The quince cookbook'],
      ['grandm', 2, 'aliases: Grandmother bread'],
      ['baking', 6, 'tags: baking'],
      ['quince baking', 5, 'source: The quince cookbook · tags: baking'],
    ])('shows %s where it is, in the properties', async (query, line, excerpt) => {
      const [row] = await find(query);
      expect(row?.path).toBe('Oven.md');
      expect(row?.passages).toMatchObject([{ line, excerpt, heading: null, inProperties: true }]);
      const [passage] = row?.passages ?? [];
      const marked = passage?.ranges.map(([start, end]) => passage.excerpt.slice(start, end).toLowerCase());
      expect(marked?.sort()).toEqual(query.split(' ').sort());
    });

    it('shows the beginning of a note that only its names find, and the name of the file if the words are there', async () => {
      const beginning = { line: 4, excerpt: 'Tanks and feed.', ranges: [], isBeginning: true };
      expect(await find('numbers quarterly')).toMatchObject([
        {
          title: 'Quarterly numbers',
          titleRanges: [
            [0, 9],
            [10, 17],
          ],
          passages: [beginning],
        },
      ]);
      const [row] = await find('zebraf');
      expect(row).toMatchObject({ titleRanges: [], passages: [beginning] });
      expect(row?.fileName).toEqual({ text: 'Zebrafish handbook', ranges: [[0, 6]] });
      expect((await find('tanks quarterly'))[0]?.passages).toMatchObject([{ line: 4, ranges: [[0, 5]] }]);
      expect((await find('quarterly'))[0]?.fileName).toBeUndefined();
      for (const { fileName } of await find('greenhouse')) expect(fileName).toBeUndefined();
      expect((await find('path:zebra'))[0]?.passages).toMatchObject([beginning]);
    });

    it('shows properties after the text where both have words', async () => {
      const [row] = await find('flour quince');
      expect(row?.passages.map(({ excerpt }) => excerpt)).toEqual(['Flour and water.', 'source: The quince cookbook']);
      expect((await find('bread'))[0]?.passages[0]?.inProperties).toBeUndefined();
    });

    it('shows only passages with words of a note whose name has them', async () => {
      expect((await find('kestrel'))[0]?.passages).toMatchObject([
        { line: 1, heading: 'Kestrel', headingRanges: [[0, 7]] },
      ]);
    });

    it('marks why a note was found: in the heading, or by what a word has in common with another', async () => {
      expect((await find('ノート'))[0]?.passages).toMatchObject([
        { heading: 'ノートの使い方', headingRanges: [[0, 3]], line: 1, ranges: [] },
      ]);
      expect((await find('たべられる'))[0]?.passages).toMatchObject([
        { excerpt: 'ごはんをたべる。', ranges: [[4, 6]] },
      ]);
    });

    it('leads to the heading that has what was typed, not to letters that the text has by chance', async () => {
      expect((await find('肉じゃが'))[0]?.passages).toMatchObject([
        { heading: '肉じゃが', headingRanges: [[0, 4]], line: 3, ranges: [] },
      ]);
    });

    it('finds signs that are no word as written, notes with them in the title first', async () => {
      expect(await find('$')).toEqual([
        {
          path: 'A $ sign.md',
          title: 'A $ sign',
          titleRanges: [[2, 3]],
          matchedBy: ['fulltext'],
          passages: [{ heading: null, line: 1, excerpt: 'Nothing inside.', ranges: [], isBeginning: true }],
        },
        {
          path: 'Till.md',
          title: 'Till',
          titleRanges: [],
          matchedBy: ['fulltext'],
          passages: [
            {
              heading: 'Change',
              line: 6,
              excerpt: 'Paid 5 $, and 7 $.',
              ranges: [
                [7, 8],
                [16, 17],
              ],
            },
          ],
        },
      ]);
      expect(await paths('$ file:till', { mode: 'both' })).toEqual(['Till.md']);
      expect((await find('"->"'))[0]?.passages).toMatchObject([{ line: 8, ranges: [[9, 11]] }]);
      expect(await find('$', { mode: 'meaning' })).toEqual([]);
    });

    it('narrows by tag, path, file name and excluded words', async () => {
      expect(await paths('tag:garden')).toEqual(['Garden.md']);
      expect(await paths('soup path:recipes/')).toEqual(['Recipes/Notes.md', 'Recipes/Soup.md']);
      expect(await paths('file:notes')).toEqual(['Projects/Notes.md', 'Recipes/Notes.md']);
      expect(await paths('notes -path:recipes file:notes')).toEqual(['Projects/Notes.md']);
      expect(await paths('soup -compost')).not.toContain('Garden.md');
      expect(await paths('"rain barrels"')).toEqual(['Garden.md']);
    });

    it('takes quotation marks that are still open as the beginning of a phrase', async () => {
      for (const query of ['"rain bar', '"rain ', '"rain barrels', '\u201crain barrels\u201d'])
        expect(await paths(query)).toContain('Garden.md');
      expect(await paths('"barrels ra')).toEqual([]);
      expect(await paths('"rain bar"')).toEqual([]);
      const [row] = await find('"rain bar');
      const marked = row?.passages[0]?.ranges.map(([start, end]) => row.passages[0]?.excerpt.slice(start, end));
      expect(marked).toEqual(['Rain', 'bar']);
    });

    it('shows neither excluded nor hidden notes', async () => {
      for (const query of ['tomatoes', 'path:Private', 'path:Archive', 'file:Diary', 'diary -soup'])
        for (const path of await paths(query, { limit: 100 })) expect(path).not.toMatch(/^(Private|Archive)\//);
    });

    it('finds by both in one answer, words first', async () => {
      expect((await find('irrig', { mode: 'both' }))[0]?.path).toBe('Garden.md');
    });

    it('answers an empty query with nothing', async () => {
      expect(await find('')).toEqual([]);
    });
  });
}
