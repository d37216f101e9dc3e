import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, removeBenches, type WritingBench } from '../../../shared/tools/test-support/writing-bench.ts';
import type { BaseApp } from './run-base.ts';
import { appOver, askBase } from './bases-app-test-kit.ts';

/** The same base on the same vault: the app's metadata and the index of the disk give the same answer. */

const FILES: Record<string, string> = {
  'Books/Emma.md':
    '---\nauthor: "[[Jane Austen]]"\nrating: 5\nfinished: 2026-02-01\ngenres: [novel, classic]\ntags: [book, Classic]\n---\nBy [[Jane Austen|Jane]], see [[Dune#Plot]] and ![[cover.png]]. [[Emma#Itself]] [[#Itself]] #reread #classic\n',
  'Books/Dune.md':
    '---\nauthor: "[[Frank Herbert]]"\nrating: 4\nprice: "12.50"\nstarted: 2026-06-10T20:00\n---\n#book/sf [[Emma]]\n',
  'Books/Empty.md': 'No properties, [a link](Dune.md).\n',
  'People/Jane Austen.md': '---\nborn: 1775-12-16\naliases: [Jane]\n---\n',
  'Daily/2026-06-20.md': '---\nmood: 4\n---\nRead [[Emma]].\n',
  'cover.png': 'x',
  'Board.canvas': JSON.stringify({
    nodes: [
      { type: 'file', file: 'Books/Dune.md' },
      { type: 'file', file: 'cover.png' },
      { type: 'file', file: 'Board.canvas' },
      { type: 'text', text: 'See [[Emma#Plot|her]], ![[Dune]] and [[Nobody]]. #canvas' },
    ],
  }),
  'Torn.canvas': '{"nodes": [{"type": "file", "file": "Books/Dune.md"}',
  'Own.base': 'filters: file.folder == this.file.folder\nviews: [{name: V, order: [file.name]}]\n',
  'Secret/Hidden.md': '---\nrating: 9\n---\n[[Emma]]\n',
  'Dashboard.md':
    'Text\n\n```base\nviews:\n  - name: One\n    filters: rating\n```\n\n> [!info]\n> ```base\n> views:\n>   - name: Two\n>     filters: file.hasLink(this.file)\n> ```\n\n[[Dune]]\n',
  '.vaultloomignore': 'Secret/\n',
};

const BASES: [what: string, yaml: string][] = [
  ['all files', 'views: [{name: V, order: [file.name, file.ext, file.folder, file.tags, file.size]}]'],
  ['times', 'views: [{name: V, order: [file.mtime, file.ctime, file.mtime - file.ctime]}]'],
  ['links', 'views: [{name: V, order: [file.links, file.embeds, file.backlinks]}]'],
  [
    'a formula over backlinks',
    'formulas: {n: file.backlinks.map(value.asFile().name).join()}\nviews: [{name: V, order: [formula.n]}]',
  ],
  ['properties', 'views: [{name: V, order: [author, rating, finished, genres, price, file.properties]}]'],
  [
    'dates',
    'formulas: {d: (date("2026-07-01") - finished).days, s: started.format("ddd HH:mm")}\nviews: [{name: V, order: [formula.d, formula.s]}]',
  ],
  ['a link as a condition', 'filters: author == link("Jane Austen")\nviews: [{name: V}]'],
  ['notes linked by others', 'filters: file.backlinks.contains(file)\nviews: [{name: V, order: [file.backlinks]}]'],
  ['notes that link to themselves', 'filters: file.hasLink(file)\nviews: [{name: V}]'],
  ['links to a file', 'filters: file.hasLink("Emma") || file.hasLink(file("cover.png"))\nviews: [{name: V}]'],
  ['tags', 'filters: file.hasTag("book", "reread")\nviews: [{name: V}]'],
  [
    'groups and summaries',
    'views: [{name: V, groupBy: {property: author}, order: [rating], summaries: {rating: Sum, author: Unique}, sort: [{property: rating, direction: DESC}]}]',
  ],
  [
    'what fails',
    'formulas: {p: number(price) * 2, q: number(author)}\nviews: [{name: V, order: [formula.p, formula.q]}]',
  ],
  ['a linked property', 'formulas: {b: author.asFile().properties.born.year}\nviews: [{name: V, order: [formula.b]}]'],
];

let bench: WritingBench;
let app: BaseApp;
beforeAll(async () => {
  bench = await openBench(FILES);
  app = await appOver(bench.root);
});
afterAll(removeBenches);

/** Both answers, without the moment they were made. */
async function both(request: Record<string, unknown>): Promise<[unknown, unknown]> {
  const { executedAt: _then, ...ofApp } = await askBase(app, request);
  const { executedAt: _now, host, ...ofDisk } = await bench.call('base_query', request);
  expect(host).toBe('disk');
  return [ofApp, ofDisk];
}

describe('both hosts answer the same', () => {
  it.each(BASES)('%s', async (_what, yaml) => {
    const [ofApp, ofDisk] = await both({ yaml, view: 'V' });
    expect(ofDisk).toEqual(ofApp);
    expect(JSON.stringify(ofDisk)).not.toContain('Hidden');
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['a base', { file: 'Own.base', view: 'V' }, ['Board.canvas', 'cover.png', 'Dashboard', 'Own.base', 'Torn.canvas']],
    ['a base for another file', { file: 'Own.base', view: 'V', source: 'People/Jane Austen.md' }, ['Jane Austen']],
    ['a base for a file by its name', { file: 'Own.base', view: 'V', source: '[[Dune|x]]' }, ['Dune', 'Emma', 'Empty']],
    ['the first block of a note', { file: 'Dashboard.md', view: 'One' }, ['Dune', 'Emma']],
    [
      'the second block of a note, with `this`',
      { file: 'Dashboard.md', view: 'Two', block: 2, source: 'Dune' },
      ['Board.canvas', 'Dashboard', 'Emma', 'Empty'],
    ],
  ])('%s', async (_what, request, names) => {
    const [ofApp, ofDisk] = await both(request);
    expect(ofDisk).toEqual(ofApp);
    expect((ofDisk as { rows: { file: { name: string } }[] }).rows.map(({ file }) => file.name)).toEqual(names);
  });

  it.each<[Record<string, unknown>, string, RegExp]>([
    [
      { file: 'Dashboard.md', view: 'One', block: 3 },
      'base_file_read_failed',
      /there is no block 3; the note has 2 base blocks/,
    ],
    [{ file: 'Books/Emma.md', view: 'One' }, 'base_file_read_failed', /has no base block/],
    [{ file: 'Secret/Hidden.md', view: 'One' }, 'base_file_read_failed', /no such file/],
    [{ file: '../x.base', view: 'One' }, 'base_file_read_failed', /inside the vault/],
    [{ file: '.obsidian/x.base', view: 'One' }, 'base_file_read_failed', /hidden folder/],
    [{ file: 'cover.png', view: 'One' }, 'base_file_read_failed', /does not end in/],
    [{ file: 'Own.base', view: 'W' }, 'base_eval_error', /no view "W"/],
    [{ file: 'Own.base', view: 'V', source: 'Secret/Hidden.md' }, 'note_not_found', /no file "Secret\/Hidden.md"/],
    [{ yaml: 'views: [{name: V, filters: dat()}]', view: 'V' }, 'unsupported_construct', /dat\(\)/],
  ])('%j is refused', async (request, code, words) => {
    await expect(askBase(app, request)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(words) as unknown,
    });
    expect(await bench.refused('base_query', request)).toMatchObject({
      code,
      message: expect.stringMatching(words) as unknown,
    });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ view: 'Two' }, 'This is block 1 of the note\'s 2 base blocks; "Two" is in block 2: give that as `block`.'],
    [
      { view: 'One', block: 2 },
      'This is block 2 of the note\'s 2 base blocks; "One" is in block 1: give that as `block`.',
    ],
    [
      { view: 'Twp', block: 2 },
      'This is block 2 of the note\'s 2 base blocks; `block` picks another. Did you mean "Two"? The letter case counts.',
    ],
  ])('a view that is not in a block of a note leads to the others: %j', async (request, hint) => {
    const asked = { file: 'Dashboard.md', ...request };
    await expect(askBase(app, asked)).rejects.toMatchObject({ code: 'base_eval_error', hint });
    expect(await bench.refused('base_query', asked)).toMatchObject({ code: 'base_eval_error', hint });
  });

  it('a formula of quadratic nature ends in time', async () => {
    const hard =
      'formulas: {n: "[1,2,3,4,5,6,7,8,9,10].map([1,2,3,4,5,6,7,8,9,10].map([1,2,3,4,5,6,7,8,9,10].map([1,2,3,4,5,6,7,8,9,10].map([1,2,3,4,5,6,7,8,9,10].map([1,2,3,4,5,6,7,8,9,10].map(value))))))"}\nviews: [{name: V, order: [formula.n]}]';
    const request = { yaml: hard, view: 'V', timeoutMs: 50 };
    await expect(askBase(app, request)).rejects.toMatchObject({ code: 'timeout' });
    expect(await bench.refused('base_query', request)).toMatchObject({ code: 'timeout' });
  });
});
