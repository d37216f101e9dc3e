import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchRow } from '../../protocol/schemas/find.ts';
import type { Engine } from '../engine.ts';
import { closeAndRemove, openOn, search, VAULT, type OpenedEngine, type OpenEngine, type Place } from './suite-kit.ts';

/** What is true of search by meaning and its status for any embedder and any progress. */
export function meaningSuite(name: string, open: OpenEngine): void {
  describe(`${name}: meaning`, () => {
    let place: Place;
    let opened: OpenedEngine;
    let engine: Engine;

    beforeAll(async () => {
      ({ place, opened, engine } = await openOn(VAULT, open));
    });
    afterAll(() => closeAndRemove({ opened, place }));

    const hybrid = (query: string, more: object = {}): Promise<SearchRow[]> =>
      engine.search(search(query, { mode: 'hybrid', ...more })).then(({ rows }) => rows);

    it('hybrid finds what full text finds, and quoted words only where they occur', async () => {
      const row = (await hybrid('irrigation barrels')).find(({ path }) => path === 'Garden.md');
      expect(row?.matchedBy).toContain('fulltext');
      expect((await hybrid('"rain barrels"')).map(({ path }) => path)).toEqual(['Garden.md']);
      const passage = (await hybrid('irrigation', { unique: 'chunks' })).find(
        ({ chunkHeading }) => chunkHeading === 'Water',
      );
      expect(passage?.chunkExcerpt).toContain('Rain barrels');
    });

    it('no way of searching shows excluded or hidden notes', async () => {
      for (const mode of ['hybrid', 'fulltext']) {
        const paths = (await engine.search(search('tomatoes archived hidden diary', { mode, limit: 50 }))).rows.map(
          ({ path }) => path,
        );
        expect(paths.filter((path) => path.startsWith('Archive/') || path.startsWith('Private/'))).toEqual([]);
      }
    });

    it('semantic answers by meaning alone, or says why it cannot', async () => {
      const answer = await engine
        .search(search('a place where plants grow', { mode: 'semantic' }))
        .then(({ rows }) => rows)
        .catch((error: unknown) => error);
      if (Array.isArray(answer)) for (const row of answer as SearchRow[]) expect(row.matchedBy).toEqual(['semantic']);
      else expect(answer).toMatchObject({ code: 'embedder_unavailable', hint: expect.any(String) as string });
    });

    it('the status counts no note twice', async () => {
      const status = await engine.status();
      const {
        notesTotal,
        notesWithEmbeddings,
        notesMissingEmbeddings,
        notesNoEmbeddableContent,
        notesInOtherLanguages = 0,
      } = status;
      expect(
        notesWithEmbeddings + notesMissingEmbeddings + notesNoEmbeddableContent + notesInOtherLanguages,
      ).toBeLessThanOrEqual(notesTotal);
      expect(status.discoveredMaxTokens).toBeLessThanOrEqual(status.advertisedMaxTokens);
      expect(status.summary).toMatch(/embed|lsa/i);
    });
  });
}
