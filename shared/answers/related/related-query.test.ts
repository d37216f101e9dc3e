import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { until } from '../../engine/engine-test-kit.ts';
import { makePlace, type Place } from '../../engine/suite/suite-kit.ts';
import { relatedInput, type RelatedOutput } from '../../protocol/schemas/related.ts';

const BREAD =
  'Sourdough bread needs flour, water, salt and a starter. Knead the dough, let it rise, then bake the loaf.';
const BOATS = 'A sailing boat needs a mast, a keel and a rudder. Hoist the sail, trim the sheet, and tack to windward.';

/** Enough text for terms to be learned from: two subjects that share no word. */
function vault(): Record<string, string> {
  const files: Record<string, string> = {
    'Loaf.md': `# Loaf [![Build](https://x.io/b.svg)](https://x.io)\n\nA loaf of bread.\n\n## <a id="rise"></a>Rising\n\n${BREAD}\n`,
    'Loaf copy.md': `# Loaf [![Build](https://x.io/b.svg)](https://x.io)\n\nA loaf of bread.\n\n## <a id="rise"></a>Rising\n\n${BREAD}\n`,
    'Rolls.md': `# Rolls\n\nSmall ones.\n\n## Method\n\nKnead flour, water and salt; let the dough rise with a starter.\n`,
    'Rolls again.md': `# Rolls\n\nSmall ones.\n\n## Method\n\nKnead flour, water and salt; let the dough rise with a starter.\n`,
    'Tandoor.md': '',
    'Naan.md': '# Naan\n\nFlat, of yeast dough with yoghurt, baked by tandoor: flour, butter, water, salt.\n',
    'Naan again.md': '# Naan\n\nFlat, of yeast dough with yoghurt,\nbaked by tandoor: flour, butter, water, salt.\n',
    'Dinghy.md': `# Dinghy\n\n${BOATS}\n`,
  };
  for (const name of ['Alice Smith', 'Bob Jones', 'Carol White']) {
    files[`People/${name}.md`] = '';
    files[`Cards/${name} card.md`] = '---\nkind: card\n---\n';
  }
  files['People.md'] = '[[Alice Smith]] [[Bob Jones]] [[Carol White]]\n';
  files['Cards.md'] = '[[Alice Smith card]] [[Bob Jones card]] [[Carol White card]]\n';
  files['Ways/A.md'] = 'First. [[To one]] [[To two]] [[Through]]\n';
  files['Ways/B.md'] = 'Second. [[To one]] [[To two]]\n';
  files['Ways/From.md'] = '[[A]] [[B]]\n';
  files['Ways/Through.md'] = '[[B]]\n';
  for (let i = 0; i < 20; i++) {
    files[`bread/${i}.md`] = `# Bake ${i}\n\n${BREAD} Oven number ${i}.\n`;
    files[`boats/${i}.md`] = `# Sail ${i}\n\n${BOATS} Harbour number ${i}.\n`;
  }
  return files;
}

describe('related notes, by vectors learned from the vault', () => {
  let place: Place;
  let engine: EngineHost;

  beforeAll(async () => {
    place = await makePlace(vault());
    engine = await createDiskEngine({
      vaultPath: place.vault,
      env: { VAULT_LOOM_DATA_DIR: place.data, VAULT_LOOM_EMBEDDER: 'lsa' },
      log: () => undefined,
    });
    await engine.start();
    await until(async () => expect((await engine.status()).embeddingsComplete).toBe(true));
  });
  afterAll(async () => {
    await engine.close();
    await place.remove();
  });

  const related = (input: object): Promise<RelatedOutput> => engine.related(relatedInput.parse(input));

  it('gives notes on the same subject that no link leads to', async () => {
    const { notes, similarBy } = await related({ path: 'Dinghy.md', limit: 5, folders: ['bread', 'boats'] });
    expect(similarBy).toBe('learned');
    expect(notes[0]?.path).toMatch(/^boats\//);
  });

  it('does not treat notes without text as copies', async () => {
    for (const [path, others] of [
      ['People/Alice Smith.md', ['People/Bob Jones.md', 'People/Carol White.md']],
      ['Cards/Alice Smith card.md', ['Cards/Bob Jones card.md', 'Cards/Carol White card.md']],
    ] as const) {
      const { notes } = await related({ path, limit: 50, folders: [path.split('/')[0]] });
      expect(notes.map((note) => note.path)).toEqual(others);
      for (const note of notes) expect([note.copy, note.copies]).toEqual([undefined, undefined]);
    }
    const { copies } = await engine.map();
    expect(copies.rows.flat().filter(({ path }) => /^(?:People|Cards)/u.test(path))).toEqual([]);
  });

  it('says which passage is similar: its heading, its text, its line', async () => {
    const { notes } = await related({ path: 'bread/1.md', limit: 50 });
    const loaf = notes.find(({ path }) => path.startsWith('Loaf'));
    expect(loaf?.similar).toMatchObject({ heading: 'Rising', above: ['Loaf Build', 'Rising'], line: 5 });
    expect(loaf?.similar?.text).toContain('Sourdough bread');
  });

  it('folds near copies into one row, and says if one is a copy of the note', async () => {
    const rolls = (await related({ path: 'Rolls.md', limit: 50 })).notes;
    expect(rolls.find(({ path }) => path === 'Rolls again.md')).toMatchObject({ copy: true });
    const { notes } = await related({ path: 'bread/1.md', limit: 50 });
    const names = notes.map(({ path, copies = [] }) => [path, ...copies.map((copy) => copy.path)]);
    const loaf = names.filter((row) => row.includes('Loaf.md') || row.includes('Loaf copy.md'));
    expect(loaf).toEqual([expect.arrayContaining(['Loaf.md', 'Loaf copy.md'])]);
  });

  it('folds them for a note without vectors as well', async () => {
    const { notes, similarBy } = await related({ path: 'Tandoor.md', limit: 50 });
    expect(similarBy).toBe('words');
    const names = notes.map(({ path, copies = [] }) => [path, ...copies.map((copy) => copy.path)]);
    expect(names).toEqual([['Naan again.md', 'Naan.md']]);
  });

  it('counts what both are linked with by the way they are', async () => {
    const { notes } = await related({ path: 'Ways/A.md', limit: 50, folders: ['Ways'] });
    expect(notes.find(({ path }) => path === 'Ways/B.md')).toMatchObject({
      sharedCounts: { to: 2, from: 1, through: 1 },
      sharedLinks: { length: 3 },
    });
  });

  it('compares a text in the same way', async () => {
    const { notes, similarBy } = await related({ text: 'hoisting a sail in the harbour', limit: 3 });
    expect(similarBy).toBe('learned');
    expect(notes[0]?.path).toMatch(/^boats\/|^Dinghy/);
  });
});

it('notes that have a note without text equally in their words stand by their paths, not by when they came', async () => {
  const place = await makePlace({ 'Quince.md': '', 'c/Quince.md': '' });
  const engine = await createDiskEngine({
    vaultPath: place.vault,
    env: { VAULT_LOOM_DATA_DIR: place.data, VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  try {
    await engine.start();
    await engine.whenReady({ timeoutMs: 20_000 });
    for (const folder of ['b', 'a']) {
      await mkdir(join(place.vault, folder));
      await writeFile(join(place.vault, folder, 'Quince.md'), '');
      await engine.refresh({ paths: [`${folder}/Quince.md`] });
    }
    const { notes } = await engine.related(relatedInput.parse({ path: 'Quince.md' }));
    expect(notes.map(({ path }) => path)).toEqual(['a/Quince.md', 'b/Quince.md', 'c/Quince.md']);
  } finally {
    await engine.close();
    await place.remove();
  }
});
