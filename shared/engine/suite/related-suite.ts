import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relatedInput, type RelatedNote } from '../../protocol/schemas/related.ts';
import type { Engine } from '../engine.ts';
import { makePlace, VAULT, type OpenedEngine, type OpenEngine, type Place } from './suite-kit.ts';

/** What is related to a note, for any engine: no model is needed. */
export function relatedSuite(name: string, open: OpenEngine): void {
  describe(`${name}: related notes`, () => {
    let place: Place;
    let opened: OpenedEngine;
    let engine: Engine;

    beforeAll(async () => {
      place = await makePlace(VAULT);
      opened = await open(place.vault, place.data);
      engine = opened.engine;
      await engine.whenReady({ timeoutMs: 30_000 });
    });
    afterAll(async () => {
      await opened.close();
      await place.remove();
    });

    const related = async (input: object): Promise<RelatedNote[]> =>
      (await engine.related(relatedInput.parse(input))).notes;
    const pathsOf = (notes: readonly RelatedNote[]): string[] => notes.map(({ path }) => path);

    it('gives notes that share links, with what both are linked with', async () => {
      const rows = await related({ path: 'Garden.md' });
      const greenhouse = rows.find(({ path }) => path === 'Projects/Greenhouse.md');
      expect(greenhouse).toMatchObject({ title: 'Greenhouse', linked: true });
      expect(greenhouse?.sharedLinks).toContainEqual({ path: 'Home.md', title: 'Home', way: 'from' });
      expect(rows.find(({ path }) => path === 'Recipes/Notes.md')?.sharedLinks).toContainEqual({
        path: 'Recipes/Soup.md',
        title: 'Tomato soup',
        way: 'to',
      });
    });

    it('counts a target without a note as shared', async () => {
      const home = (await related({ path: 'Home.md' })).find(({ path }) => path === 'Projects/Greenhouse.md');
      expect(home?.sharedLinks).toContainEqual({ path: '_stub/Beehive.md', title: 'Beehive', stub: true, way: 'to' });
    });

    it('never gives the note itself, an excluded or a hidden one', async () => {
      for (const path of ['Garden.md', 'Home.md', 'Recipes/Soup.md'])
        for (const found of pathsOf(await related({ path, limit: 100 })))
          expect([path, 'Archive/Old.md', 'Private/Diary.md']).not.toContain(found);
    });

    it('names no hidden note as what is shared', async () => {
      const shared = (await related({ path: 'Recipes/Soup.md', limit: 100 })).flatMap(
        ({ sharedLinks = [] }) => sharedLinks,
      );
      expect(shared.map(({ path }) => path)).not.toContain('Private/Diary.md');
    });

    it('leaves out linked notes, and all but some folders, when asked to', async () => {
      const unlinked = await related({ path: 'Garden.md', hideLinked: true });
      expect(unlinked.filter(({ linked }) => linked === true)).toEqual([]);
      expect(pathsOf(unlinked)).not.toContain('Home.md');
      const inRecipes = pathsOf(await related({ path: 'Garden.md', folders: ['recipes/'] }));
      expect(inRecipes).toContain('Recipes/Soup.md');
      expect(inRecipes.filter((path) => !path.startsWith('Recipes/'))).toEqual([]);
      expect(await related({ path: 'Garden.md', folders: [] })).toEqual([]);
    });

    it('gives notes with the words of a text, and where they are', async () => {
      const [first] = await related({ text: 'rain barrels for irrigation' });
      expect(first).toMatchObject({ path: 'Garden.md', similar: { heading: 'Water' } });
      expect(first?.similar?.text).toContain('Rain barrels');
    });

    it('does not give the note that the text was taken from', async () => {
      const rows = await related({ path: 'Garden.md', text: 'rain barrels for irrigation' });
      expect(pathsOf(rows)).not.toContain('Garden.md');
    });

    it('says that there is no such note, rather than take the path for the name of another', async () => {
      for (const path of ['Private/Diary.md', 'Garden# [draft] | v1.md', 'Gardn.md', 'Garden', '_stub/Beehive.md'])
        await expect(engine.related(relatedInput.parse({ path })), path).rejects.toMatchObject({
          code: 'note_not_found',
        });
    });
  });
}
