import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NoteDetails } from '../../protocol/schemas/find.ts';
import { relatedInput } from '../../protocol/schemas/related.ts';
import { closeAndRemove, openOn, read, search, type OpenEngine, type OpenedEngine, type Place } from './suite-kit.ts';

const LONG = [
  '---',
  'status: active',
  '---',
  '# Plan',
  '',
  'Intro about the harbour. ^intro',
  '',
  '## Steps',
  '',
  '- [ ] Order timber',
  '- [x] Draw it ^drawn',
  '  - in ink',
  '- [-] Ask Joss',
  '',
  '## Costs',
  '',
  '| a | b |',
  '| - | - |',
  '| 1 | 2 |',
  '',
  '^table',
  '',
  '### Steps',
  '',
  'Cheaper steps, ![[shed.png]] and [[Boats]].',
  '',
  'Last paragraph mentions the [[Boats|boats]] and TODO 42.',
  '',
].join('\n');

/** More than one answer can hold. */
const WALL_CARDS = 300;

const FILES: Record<string, string> = {
  '.vaultloomignore': 'Private/\n',
  'Shed.md': LONG,
  'Boats.md': '---\naliases: [Dinghies]\n---\nA boat needs a keel and a mast.\n\nTODO 7: caulk the seams.\n',
  'Sailing.md': 'Hoist the sail. Boats and dinghies race; see [[Boats]].\n\n```\nBoats in code\n```\n',
  'Fair/Boat-Show 2026-05-01.md': 'Doors open at ten.\n',
  'Fair/Dates.md': 'See you at boat-show 2026-05-01 %%\n',
  'Old.md': 'An old note about a keel.\n\n- [ ] Sell the keel\n',
  'Deep/Twin.md': '# A\n\n## Same\n\none\n\n# B\n\n## Same\n\ntwo\n',
  'Private/Secret.md': 'TODO 99: boats.\n',
  'East/緑茶.md': 'A drink.\n',
  'East/서울.md': 'A city.\n',
  'East/กรุงเทพ.md': '---\naliases: ["Fe\u0302te"]\n---\n',
  'East/Trip.md': '私は緑茶が好き\n\n서울에 갔다\n\nไปกรุงเทพแล้ว\n\nune f\u00eate\n',
  'shed.png': 'a picture',
  'Fleet.base': 'views:\n  - type: table\n    name: All boats\n  - type: cards\n    name: Small ones\n',
  'Board.canvas': JSON.stringify({
    nodes: [
      { id: 'g', type: 'group', label: 'Water', x: 0, y: 0, width: 500, height: 500 },
      { id: 'a', type: 'text', text: 'Buy a [[Boats|boat]]', x: 10, y: 10, width: 100, height: 50 },
      { id: 'b', type: 'file', file: 'Shed.md', subpath: '#Steps', x: 900, y: 10, width: 100, height: 50 },
      { id: 's', type: 'file', file: 'Private/Secret.md', x: 900, y: 90, width: 100, height: 50 },
      { id: 'l', type: 'link', url: 'https://example.org/boats', x: 10, y: 90, width: 100, height: 50 },
    ],
    edges: [
      { id: '1', fromNode: 'a', toNode: 'b', label: 'first' },
      { id: '2', fromNode: 'a', toNode: 's' },
    ],
  }),
  'Wall.canvas': JSON.stringify({
    nodes: Array.from({ length: WALL_CARDS }, (_, at) => ({
      id: `w${at}`,
      type: 'text',
      text: `Brick ${at} ${'mortar '.repeat(60)}`,
    })),
    edges: Array.from({ length: WALL_CARDS - 1 }, (_, at) => ({ fromNode: `w${at}`, toNode: `w${at + 1}` })),
  }),
};

/** Searching by line, time and likeness; reading parts of notes, canvases and bases. */
export function findingSuite(name: string, open: OpenEngine): void {
  describe(`${name}: finding and reading parts`, () => {
    let at: { place: Place; opened: OpenedEngine };
    const engine = (): OpenedEngine['engine'] => at.opened.engine;
    const paths = async (query: string, more: object = {}): Promise<string[]> =>
      (await engine().search(search(query, more))).rows.map((row) => row.path);
    const readPart = (note: string, more: object = {}): Promise<NoteDetails> => engine().readNote(read(note, more));

    beforeAll(async () => {
      at = await openOn(FILES, open);
      await utimes(join(at.place.vault, 'Old.md'), new Date(2020, 0, 2), new Date(2020, 0, 2));
      await engine().refresh({ paths: ['Old.md'] });
    });
    afterAll(() => closeAndRemove(at));

    it('tells the line of what it found, in text and in properties', async () => {
      const [seams] = (await engine().search(search('caulk seams'))).rows;
      expect(seams).toMatchObject({ path: 'Boats.md', line: 6 });
      expect((await engine().search(search('active'))).rows[0]).toMatchObject({ path: 'Shed.md', line: 2 });
    });

    it('gives the text of a passage once', async () => {
      const [row] = (await engine().search(search('caulk', { unique: 'chunks' }))).rows;
      expect(row).toMatchObject({ chunkExcerpt: expect.stringContaining('caulk') as string });
      expect(row).not.toHaveProperty('excerpt');
    });

    it('pages through what it finds', async () => {
      const all = await paths('boats keel mast', { limit: 10 });
      const first = await engine().search(search('boats keel mast', { limit: 1 }));
      expect(first.hasMore).toBe(true);
      const rest = await engine().search(search('boats keel mast', { limit: 10, offset: 1 }));
      expect(rest.hasMore).toBeUndefined();
      expect([...first.rows, ...rest.rows].map((row) => row.path)).toEqual(all);
    });

    it('narrows by when notes were changed', async () => {
      expect(await paths('keel', { modifiedBefore: '2020-01-02' })).toEqual(['Old.md']);
      expect(await paths('keel', { modifiedAfter: '30d' })).toEqual(['Boats.md']);
    });

    it('narrows by properties, in any of its ways', async () => {
      const where = { status: 'active' };
      expect(await paths('boats', { where })).toEqual(['Shed.md']);
      expect(await paths('TODO', { where, mode: 'regex' })).toEqual(['Shed.md']);
      const { rows } = await engine().search(search('', { query: undefined, like: 'Boats', mode: 'hybrid', where }));
      expect(rows.map((row) => row.path)).toEqual(['Shed.md']);
      await expect(engine().search(search('boats', { where: { status: { '~': 1 } } }))).rejects.toMatchObject({
        code: 'invalid_arguments',
      });
    });

    it('finds by other wordings what the query misses, and keeps what the query finds', async () => {
      const { rows, match } = await engine().search(
        search('vessel spars', { variants: ['mast', 'vessel spars', 'nothing of the kind'] }),
      );
      expect(rows.map((row) => row.path)).toEqual(['Boats.md']);
      expect(rows[0]?.excerpt).toContain('mast');
      expect(match).toBe('strong');
      const found = await paths('timber', { variants: ['keel', 'sail'] });
      expect(found[0]).toBe('Shed.md');
    });

    it('finds lines by a regular expression, in order, and none that are hidden', async () => {
      const { rows } = await engine().search(search('TODO \\d+', { mode: 'regex' }));
      expect(rows.map(({ path, line, excerpt }) => [path, line, excerpt])).toEqual([
        ['Boats.md', 6, 'TODO 7: caulk the seams.'],
        ['Shed.md', 27, 'Last paragraph mentions the [[Boats|boats]] and TODO 42.'],
      ]);
      expect(await paths('todo', { mode: 'regex' })).toEqual([]);
      const first = await engine().search(search('TODO', { mode: 'regex', limit: 1 }));
      expect([first.rows.length, first.hasMore]).toEqual([1, true]);
    });

    it('finds the lines with signs that are no word, and says how', async () => {
      const { rows, match, hints } = await engine().search(search('%%', { mode: 'hybrid' }));
      expect(rows).toMatchObject([{ path: 'Fair/Dates.md', line: 1, matchedBy: ['regex'] }]);
      expect([match, hints]).toEqual(['strong', [expect.stringContaining('no word')]]);
      const all = await engine().search(search('*', { mode: 'hybrid' }));
      expect([all.rows, all.hints]).toEqual([[], [expect.stringContaining('list_notes lists all notes')]]);
    });

    it.each(['(a+)+$', '(', '(\\w+,)*'])('refuses the pattern %s', async (query) => {
      await expect(engine().search(search(query, { mode: 'regex' }))).rejects.toMatchObject({
        code: 'invalid_arguments',
      });
    });

    it('finds notes like another one', async () => {
      const { rows } = await engine().search(search('', { query: undefined, like: 'Boats', mode: 'hybrid' }));
      expect(rows.map((row) => row.path)).not.toContain('Boats.md');
      expect(rows.find((row) => row.path === 'Old.md')).toMatchObject({
        excerpt: 'An old note about a keel. - [ ] Sell the keel',
      });
      await expect(engine().search(search('boats', { like: 'Boats' }))).rejects.toMatchObject({
        code: 'invalid_arguments',
      });
    });

    it('shows the boxes of tasks in the passages of related notes', async () => {
      const { notes } = await engine().related(relatedInput.parse({ path: 'Boats.md' }));
      expect(notes.find(({ path }) => path === 'Old.md')?.similar?.text).toContain('- [ ] Sell the keel');
    });

    it('reads a section with what is below it, named as a path where it is repeated', async () => {
      expect(await readPart('Shed', { section: 'Costs > Steps' })).toEqual({
        path: 'Shed.md',
        title: 'Shed',
        startLine: 23,
        endLine: 27,
        content: expect.stringMatching(/^### Steps\n\nCheaper[^]*TODO 42\.$/) as string,
        truncated: false,
        contentLength: expect.any(Number) as number,
      });
      await expect(readPart('Twin', { section: 'Same' })).rejects.toMatchObject({ code: 'multiple_matches' });
      expect((await readPart('Twin', { section: 'B' })).content).toBe('# B\n\n## Same\n\ntwo');
      await expect(readPart('Shed', { section: 'Nowhere' })).rejects.toMatchObject({ code: 'heading_not_found' });
    });

    it.each([
      ['intro', 'Intro about the harbour. ^intro'],
      ['^DRAWN', '- [x] Draw it ^drawn\n  - in ink'],
      ['table', '| a | b |\n| - | - |\n| 1 | 2 |'],
    ])('reads the block %s', async (block, content) => {
      expect((await readPart('Shed', { block })).content).toBe(content);
    });

    it('says which blocks there are if one is not', async () => {
      await expect(readPart('Shed', { block: 'gone' })).rejects.toMatchObject({
        code: 'block_not_found',
        details: { blocks: expect.arrayContaining([{ id: 'intro', line: 6 }]) as unknown },
      });
    });

    it('reads lines, and the text from an offset on', async () => {
      expect(await readPart('Shed', { lines: [2, 4] })).toMatchObject({
        startLine: 2,
        endLine: 4,
        content: 'status: active\n---\n# Plan',
      });
      const first = await readPart('Shed', { mode: 'full', maxContentLength: 50 });
      expect(first).toMatchObject({ truncated: true, nextOffset: 50 });
      const rest = await readPart('Shed', { offset: first.nextOffset, maxContentLength: 9_999 });
      expect(`---\nstatus: active\n---\n${first.content ?? ''}${rest.content ?? ''}`).toBe(LONG);
      expect(rest.truncated).toBe(false);
      const top = await readPart('Shed', { lines: [1, 4], maxContentLength: 10 });
      const below = await readPart('Shed', { lines: [1, 4], offset: top.nextOffset });
      expect(`${top.content ?? ''}${below.content ?? ''}`).toBe('---\nstatus: active\n---\n# Plan');
      for (const more of [{ lines: [9, 3] }, { lines: [400, 401] }, { offset: 99_999 }, { lines: [1, 1], block: 'a' }])
        await expect(readPart('Shed', more)).rejects.toMatchObject({ code: 'invalid_arguments' });
    });

    it('reads what a link means, and the note where it means nothing', async () => {
      expect((await readPart('[[Twin#B|that one]]')).content).toContain('two');
      expect((await readPart('Shed#^intro')).content).toContain('Intro');
      expect(await readPart('Shed#Nowhere')).toMatchObject({
        path: 'Shed.md',
        words: expect.any(Number) as number,
        hint: expect.stringContaining('Nowhere') as string,
      });
    });

    it('tells tasks and attachments, and as much of links as asked for', async () => {
      const brief = await readPart('Shed');
      expect(brief).toMatchObject({ tasks: { open: 1, done: 1 }, attachments: ['shed.png'] });
      expect(brief.outgoing?.map((link) => link.path)).toEqual(['Boats.md']);
      const counts = await readPart('Shed', { links: 'counts' });
      expect(counts).toMatchObject({ outgoingTotal: 1, incomingTotal: 1 });
      expect(counts).not.toHaveProperty('outgoing');
      expect(await readPart('Shed', { links: 'none' })).not.toHaveProperty('incomingTotal');
    });

    it('leaves out the line of a link that the text shows', async () => {
      const whole = await readPart('Shed', { mode: 'full', maxContentLength: 9_999 });
      expect(whole.outgoing?.[0]).not.toHaveProperty('context');
      const cut = await readPart('Shed', { mode: 'full', maxContentLength: 20 });
      expect(cut.outgoing?.[0]?.context).toContain('Cheaper steps');
      expect((await readPart('Boats', { mode: 'full' })).incoming?.map(({ context }) => context)).toContainEqual(
        expect.stringContaining('Hoist'),
      );
    });

    it('finds mentions of a name with signs in it', async () => {
      const { mentions } = await readPart('Boat-Show 2026-05-01', { mentions: true });
      expect(mentions).toEqual([{ path: 'Fair/Dates.md', line: 1, text: 'See you at boat-show 2026-05-01 %%' }]);
    });

    it.each([
      ['緑茶', [1]],
      ['서울', [3]],
      ['กรุงเทพ', [5, 7]],
    ])('finds mentions of %s in text without spaces, in either Unicode form', async (named, lines) => {
      const { mentions = [] } = await readPart(named, { mentions: true });
      expect(mentions.map(({ path, line }) => [path, line])).toEqual(lines.map((line) => ['East/Trip.md', line]));
    });

    it('finds mentions that are no links, by title and alias', async () => {
      const { mentions } = await readPart('Boats', { mentions: true });
      expect(mentions).toEqual([{ path: 'Sailing.md', line: 1, text: expect.stringContaining('dinghies') as string }]);
    });

    it('reads a canvas as its cards and what joins them', async () => {
      expect(await readPart('Board.canvas')).toMatchObject({
        path: 'Board.canvas',
        kind: 'canvas',
        cards: [
          { card: 1, kind: 'text', text: 'Buy a [[Boats|boat]]', group: 'Water' },
          { card: 2, kind: 'file', file: 'Shed.md#Steps' },
          { card: 3, kind: 'link', url: 'https://example.org/boats', group: 'Water' },
        ],
        links: [{ from: 1, to: 2, label: 'first' }],
        outgoing: [{ path: 'Boats.md' }, { path: 'Shed.md' }],
      });
    });

    it('reads a large canvas to its end, each card and each link once', async () => {
      const first = await readPart('Wall.canvas', { mode: 'full' });
      expect(first).toMatchObject({ cardsTotal: WALL_CARDS, truncated: true });
      const cards = [...(first.cards ?? [])];
      const links = [...(first.links ?? [])];
      for (let offset = first.nextOffset; offset !== undefined; ) {
        const next = await readPart('Wall.canvas', { mode: 'full', offset });
        expect(next.cards?.[0]?.card).toBe(offset + 1);
        cards.push(...(next.cards ?? []));
        links.push(...(next.links ?? []));
        offset = next.nextOffset;
      }
      expect(cards.map(({ card }) => card)).toEqual(Array.from({ length: WALL_CARDS }, (_, at) => at + 1));
      expect(links).toHaveLength(WALL_CARDS - 1);
      await expect(readPart('Wall.canvas', { offset: WALL_CARDS })).rejects.toMatchObject({
        code: 'invalid_arguments',
        message: expect.stringContaining(String(WALL_CARDS)) as string,
      });
    });

    it('reads a base as its text and the names of its views', async () => {
      expect(await readPart('Fleet.base')).toMatchObject({
        kind: 'base',
        views: ['All boats', 'Small ones'],
        content: FILES['Fleet.base'],
      });
    });

    it('reads lines of a base, and refuses the parts that only notes have', async () => {
      expect(await readPart('Fleet.base', { lines: [2, 3] })).toMatchObject({
        content: '  - type: table\n    name: All boats',
        startLine: 2,
        endLine: 3,
      });
      for (const [name, more] of [
        ['Fleet.base', { section: 'views' }],
        ['Fleet.base', { block: 'a' }],
        ['Board.canvas', { section: 'Water' }],
        ['Board.canvas', { lines: [1, 1] }],
      ] as const)
        await expect(readPart(name, more)).rejects.toMatchObject({
          code: 'invalid_arguments',
          message: expect.stringContaining(Object.keys(more)[0] ?? '') as string,
        });
    });

    it('says of other files what they are', async () => {
      await expect(readPart('shed.png')).rejects.toMatchObject({
        code: 'note_not_found',
        hint: expect.stringContaining('attachment') as string,
      });
      await expect(readPart('Private/Secret.canvas')).rejects.toMatchObject({ code: 'note_not_found' });
    });
  });
}
