import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relatedInput } from '../../protocol/schemas/related.ts';
import { BOATS } from './boats-vault.ts';
import { closeAndRemove, openOn, search, type OpenEngine, type OpenedEngine, type Place } from './suite-kit.ts';

/** Searching by line, time and likeness. */
export function findingSuite(name: string, open: OpenEngine): void {
  describe(`${name}: finding`, () => {
    let at: { place: Place; opened: OpenedEngine };
    const engine = (): OpenedEngine['engine'] => at.opened.engine;
    const paths = async (query: string, more: object = {}): Promise<string[]> =>
      (await engine().search(search(query, more))).rows.map((row) => row.path);

    beforeAll(async () => {
      at = await openOn(BOATS, open);
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

    it.each<[string, unknown]>([
      ['/TODO \\d+/', [expect.stringContaining('give it without, as `TODO \\d+`')]],
      ['/todo/gi', [expect.stringContaining('as `todo`'), expect.stringContaining('[Aa]')]],
      ['todo', undefined],
      ['a/b', undefined],
    ])('says of %s what keeps it from being found', async (query, expected) => {
      const { rows, hints } = await engine().search(search(query, { mode: 'regex' }));
      expect([rows, hints]).toEqual([[], expected]);
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
  });
}
