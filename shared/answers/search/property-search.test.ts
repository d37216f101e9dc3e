import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchInput } from '../../protocol/schemas/find.ts';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';

let folder: string;
let vault: string;
const open: EngineHost[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-properties-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  await writeFile(
    join(vault, 'Pear.md'),
    '---\nstate: winterhard\nplace: by the north wall\nnumbers: [4711, 12]\nplanted: 2026-10-01\ndeep:\n  list: [nestling]\nup: "[[Quincetree|the tree]]"\nurl: https://example.net/pears\ncssclasses: [narrowpage]\n---\n- [ ] prune\n- [x] mulch\n- [/] water\n',
  );
  await writeFile(join(vault, 'Apple.md'), 'A tree by the south wall.\n\n%% winterhard and pruned %%\n');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<EngineHost> {
  const engine = await createDiskEngine({
    vaultPath: vault,
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  open.push(engine);
  await engine.start();
  await engine.whenReady({ timeoutMs: 20_000 });
  return engine;
}

async function found(engine: EngineHost, query: string): Promise<[string, string][]> {
  return (await engine.search(searchInput.parse({ query, mode: 'fulltext' }))).rows.map(({ path, excerpt }) => [
    path,
    excerpt ?? '',
  ]);
}

describe('searching', () => {
  it('finds values of properties of any kind, and shows what matched, even from a saved index', async () => {
    const first = await start();
    const expectAll = async (engine: EngineHost): Promise<void> => {
      for (const [query, excerpt] of [
        ['winterhard', 'state: winterhard'],
        ['winterh*', 'state: winterhard'],
        ['"north wall"', 'place: by the north wall'],
        ['4711', 'numbers: 4711'],
        ['2026-10-01', 'planted: 2026-10-01'],
        ['nestling', 'deep.list: nestling'],
        ['quincetree', 'up: [[Quincetree|the tree]]'],
        ['example', 'url: https://example.net/pears'],
        ['narrowpage', 'cssclasses: narrowpage'],
      ] as const) {
        const rows = await found(engine, query);
        expect(
          rows.find(([path]) => path === 'Pear.md'),
          query,
        ).toEqual(['Pear.md', excerpt]);
        expect(rows, query).toHaveLength(1);
      }
      expect(await found(engine, '"wall winterhard"')).toEqual([]);
      expect(await found(engine, 'cssclasses')).toEqual([]);
    };
    await expectAll(first);
    await first.close();
    const second = await start();
    expect((await second.status()).lastReindexReasons).toEqual([]);
    await expectAll(second);
  });

  it('finds a value that has changed, and no longer the old one', async () => {
    const engine = await start();
    await writeFile(join(vault, 'Pear.md'), '---\nstate: summerly\n---\ntext\n');
    await engine.refresh({ paths: ['Pear.md'] });
    expect(await found(engine, 'summerly')).toEqual([['Pear.md', 'state: summerly']]);
    expect(await found(engine, 'winterhard')).toEqual([]);
  });

  it('shows the boxes of tasks, which the full text does not contain', async () => {
    const engine = await start();
    const tasks = '- [ ] prune - [x] mulch - [/] water';
    expect(await found(engine, 'mulch')).toEqual([['Pear.md', tasks]]);
    expect(await found(engine, '"prune mulch"')).toEqual([['Pear.md', tasks]]);
    expect(await found(engine, 'x')).toEqual([]);
  });

  it('finds nothing in a comment, but knows its links and tags', async () => {
    await writeFile(join(vault, 'Plum.md'), 'text\n\n%%\n[[Pear]] #secret unseenword\n%%\n');
    const engine = await start();
    expect(await found(engine, 'unseenword')).toEqual([]);
    expect(await engine.readNote({ name: 'Plum', mode: 'brief', maxContentLength: 10 })).toMatchObject({
      tags: ['secret'],
      outgoing: [{ path: 'Pear.md' }],
    });
  });
});
