import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findConnectionsInput, rankNotesInput } from '../../protocol/schemas/graph.ts';
import type { Engine } from '../engine.ts';
import { makePlace, read, search, VAULT, type OpenEngine } from './suite-kit.ts';

/** What an engine still knows after a restart. */
export function keepsSuite(name: string, open: OpenEngine): void {
  describe(`${name}: keeps its index`, () => {
    it('and answers the same after a restart, then with what changed meanwhile', async () => {
      const place = await makePlace(VAULT);
      const session = async <T>(use: (engine: Engine) => Promise<T>): Promise<T> => {
        const { engine, close } = await open(place.vault, place.data);
        await engine.whenReady({ timeoutMs: 30_000 });
        try {
          return await use(engine);
        } finally {
          await close();
        }
      };
      const answers = await session(ask);
      await session(async (engine) => {
        expect(await ask(engine)).toEqual(answers);
        expect((await engine.status()).lastReindexReasons).toEqual([]);
      });
      await writeFile(join(place.vault, 'Lonely.md'), 'Now with a unicorn.\n');
      await rm(join(place.vault, 'Garden.md'));
      await session(async (engine) => {
        expect((await engine.search(search('unicorn'))).rows.map((row) => row.path)).toEqual(['Lonely.md']);
        expect((await engine.search(search('irrigation'))).rows.map((row) => row.path)).toEqual([]);
        expect((await engine.readNote(read('_stub/garden.md'))).incoming?.map((entry) => entry.path)).toContain(
          'Recipes/Soup.md',
        );
      });
      await place.remove();
    });
  });
}

async function ask(engine: Engine): Promise<unknown[]> {
  return [
    (await engine.search(search('tomato garden'))).rows,
    (await engine.search(search('irrigation', { unique: 'chunks' }))).rows,
    // Themes come some time after the first start.
    { ...(await engine.readNote(read('Soup', { mode: 'full' }))), theme: null },
    await engine.connections(findConnectionsInput.parse({ name: 'Garden', depth: 3, includeStubs: true })),
    (await engine.rankNotes(rankNotesInput.parse({ minIncomingLinks: 0 }))).influence?.map(({ path, score }) => [
      path,
      score,
    ]),
  ];
}
