import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { searchBoxInput, type BoxPassage } from '../../protocol/schemas/search-box.ts';

const NOTES = {
  'Inline.md': 'First.\n\n## Beds\n\nDig them #Garden/water now. #gardening is another.\n\n#garden, again\n',
  'Properties.md': '---\nstatus: open\ntags:\n  - home\n  - garden\n---\nText.\n',
  'Decomposed.md': 'Drink #cafe\u0301 here.\n',
  'Other.md': '#gardening #gardenä\n',
};

describe('a search for a tag alone', () => {
  let folder: string;
  let engine: EngineHost;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'search-box-'));
    await mkdir(join(folder, 'vault'));
    for (const [path, text] of Object.entries(NOTES)) await writeFile(join(folder, 'vault', path), text);
    engine = await createDiskEngine({
      vaultPath: join(folder, 'vault'),
      env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
      log: () => undefined,
    });
    await engine.start();
  });

  afterEach(async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function passages(query: string): Promise<Record<string, BoxPassage[]>> {
    const { rows } = await engine.searchBox(searchBoxInput.parse({ query, passages: 3 }));
    return Object.fromEntries(rows.map((row) => [row.path, row.passages]));
  }

  it('leads to the lines that have it, with the tag marked', async () => {
    const { 'Inline.md': inline, ...others } = await passages('tag:#garden');
    expect(inline).toMatchObject([
      { line: 5, heading: 'Beds', ranges: [[9, 16]] },
      { line: 7, excerpt: '#garden, again', ranges: [[0, 7]] },
    ]);
    expect(Object.keys(others)).toEqual(['Properties.md']);
  });

  it('takes either Unicode form of a tag', async () => {
    for (const query of ['tag:caf\u00E9', 'tag:cafe\u0301'])
      expect(await passages(query)).toMatchObject({ 'Decomposed.md': [{ ranges: [[6, 12]] }] });
  });

  it('finds nothing for a tag that no note has, however long it is', async () => {
    expect(await passages(`tag:${'x'.repeat(3_000)}`)).toEqual({});
  });

  it('leads to the properties that have it', async () => {
    expect(await passages('tag:garden -tag:water')).toMatchObject({
      'Properties.md': [{ line: 5, inProperties: true, excerpt: 'tags: garden', ranges: [[6, 12]] }],
    });
  });
});
