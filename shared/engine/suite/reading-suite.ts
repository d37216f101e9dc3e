import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NoteDetails } from '../../protocol/schemas/find.ts';
import { BOATS, SHED, WALL_CARDS } from './boats-vault.ts';
import { closeAndRemove, openOn, read, type OpenEngine, type OpenedEngine, type Place } from './suite-kit.ts';

/** Reading notes, and parts of notes, canvases and bases. */
export function readingSuite(name: string, open: OpenEngine): void {
  describe(`${name}: reading parts`, () => {
    let at: { place: Place; opened: OpenedEngine };
    const engine = (): OpenedEngine['engine'] => at.opened.engine;
    const readPart = (note: string, more: object = {}): Promise<NoteDetails> => engine().readNote(read(note, more));

    beforeAll(async () => {
      at = await openOn(BOATS, open);
    });
    afterAll(() => closeAndRemove(at));

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
      expect(`---\nstatus: active\n---\n${first.content ?? ''}${rest.content ?? ''}`).toBe(SHED);
      expect(rest.truncated).toBe(false);
      const top = await readPart('Shed', { lines: [1, 4], maxContentLength: 10 });
      const below = await readPart('Shed', { lines: [1, 4], offset: top.nextOffset });
      expect(`${top.content ?? ''}${below.content ?? ''}`).toBe('---\nstatus: active\n---\n# Plan');
      await expect(readPart('Shed', { offset: 99_999 })).rejects.toMatchObject({
        hint: expect.stringMatching(/^The text ends at offset \d+\./) as string,
      });
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
        content: BOATS['Fleet.base'],
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
