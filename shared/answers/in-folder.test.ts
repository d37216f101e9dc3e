import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskEngine } from '../engine/disk-engine.ts';
import type { EngineHost } from '../engine/engine.ts';
import { makePlace, type Place } from '../engine/suite/suite-kit.ts';
import { listNotesInput, searchInput } from '../protocol/schemas/find.ts';
import { relatedInput } from '../protocol/schemas/related.ts';

const TEXT = 'Kneaded dough rises. [[Hub]]\n';

describe('a folder whose name has blanks around it', () => {
  let place: Place;
  let engine: EngineHost;

  beforeAll(async () => {
    const folders = ['Bread', ' Bread', 'Tins ', ' Lone'];
    place = await makePlace({
      'Hub.md': 'Hub.\n',
      ...Object.fromEntries(folders.map((folder) => [`${folder}/In${folder.replace(/ /g, '_')}.md`, TEXT])),
    });
    engine = await createDiskEngine({
      vaultPath: place.vault,
      env: { VAULT_LOOM_DATA_DIR: place.data, VAULT_LOOM_EMBEDDER: 'none' },
      log: () => undefined,
    });
    await engine.start();
  });
  afterAll(async () => {
    await engine.close();
    await place.remove();
  });

  const pathsOf = ({ notes }: { notes: readonly { path: string }[] }): string[] => notes.map(({ path }) => path);

  it.each([
    [' Bread', [' Bread/In_Bread.md']],
    ['Bread', ['Bread/InBread.md']],
    [' bread/', [' Bread/In_Bread.md']],
    ['Tins ', ['Tins /InTins_.md']],
    // Nothing is called so: the blanks are a slip.
    ['Bread ', ['Bread/InBread.md']],
    ['  Bread  ', ['Bread/InBread.md']],
  ])('is meant by %j, or by its name where no other is', async (directory, expected) => {
    expect(pathsOf(await engine.listNotes(listNotesInput.parse({ directory })))).toEqual(expected);
    const { rows } = await engine.search(searchInput.parse({ query: 'dough', mode: 'fulltext', directory }));
    expect(rows.map(({ path }) => path)).toEqual(expected);
    const related = await engine.related(relatedInput.parse({ text: 'dough rises', folders: [directory] }));
    expect(pathsOf(related)).toEqual(expected);
  });
});
