import { mkdir, mkdtemp, realpath, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { detectThemesInput, findConnectionsInput, findPathInput, rankNotesInput } from '../protocol/schemas/graph.ts';
import { listNotesInput, readNoteInput, searchInput } from '../protocol/schemas/find.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import type { Engine } from './engine.ts';
import { until } from './engine-test-kit.ts';

/** An engine under test, and the way to end it. */
export interface OpenedEngine {
  engine: Engine;
  close(): Promise<void>;
}

/** Opens an engine on a vault folder; `dataFolder` is the per-user data folder it may use. */
export type OpenEngine = (vault: string, dataFolder: string) => Promise<OpenedEngine>;

const search = (query: string, more: object = {}) => searchInput.parse({ query, ...more });
const read = (name: string, more: object = {}) => readNoteInput.parse({ name, ...more });

const VAULT: Record<string, string> = {
  '.obsidian/app.json': JSON.stringify({ userIgnoreFilters: ['Archive/'] }),
  '.vaultloomignore': 'Private/\n',
  'Home.md': 'Welcome. See [[Garden]], [[Soup|the soup]] and [[Projects/Greenhouse#Plan]].\n\nLater: [[Beehive]].\n',
  'Garden.md':
    '---\naliases: [Allotment]\ntags: [outdoor]\n---\n# Beds\n\nThe tomato bed needs compost, see [[Soup]].\n\n## Water\n\nRain barrels feed the irrigation. #garden/water\n',
  'Recipes/Soup.md': '---\ntitle: Tomato soup\n---\nRoast tomatoes from the [[garden]], add basil.\n\n![[pot.png]]\n',
  'Recipes/Notes.md': 'Cooking notes about bread and [[Soup]].\n',
  'Projects/Greenhouse.md': '# Plan\n\nGlass, timber and a [link](../Garden.md) to the beds. Needs [[Beehive]] and ![[Notes]].\n',
  'Projects/Notes.md': 'Measurements: drag-and-drop shelves, 2026-01-15.\n',
  'Journal/2026-03-14.md': '---\nrelated: "[[Greenhouse]]"\n---\nSowed beans. Талисман и сад. 日本語のメモ。\n',
  'Lonely.md': 'Nobody links here.\n',
  'Archive/Old.md': 'An archived thought about tomatoes, [[Garden]].\n',
  'Private/Diary.md': 'A hidden diary about tomatoes, [[Garden]] and [[Only hidden]].\n',
  'Odd/bomb.md': `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n---\nBomb body.\n`,
  'Odd/list title.md': '---\ntitle: [a, b]\naliases: plain string\n---\nList title body.\n',
  'Odd/invalid.md': '---\nkey: "unclosed\n---\nInvalid yaml body.\n',
  'pot.png': 'not really a picture',
};

/** The promises of the Engine port, for any engine: `describe`s itself under `name`. */
export function engineSuite(name: string, open: OpenEngine): void {
  describe(`${name}: answers`, () => {
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

    it('search by body, title, heading, alias and tag, in any script', async () => {
      for (const [query, path] of [
        ['irrigation barrels', 'Garden.md'],
        ['tomato soup', 'Recipes/Soup.md'],
        ['allotment', 'Garden.md'],
        ['"drag-and-drop"', 'Projects/Notes.md'],
        ['талисман', 'Journal/2026-03-14.md'],
        ['日本語', 'Journal/2026-03-14.md'],
        ['measurement shelf', 'Projects/Notes.md'],
      ] as const) {
        const rows = await engine.search(search(query));
        expect(rows[0]?.path, query).toBe(path);
        expect(rows[0]?.matchedBy).toEqual(['fulltext']);
      }
    });

    it('search within a folder or a tag', async () => {
      const inRecipes = await engine.search(search('soup garden', { directory: 'recipes/' }));
      expect(inRecipes.map((row) => row.path).sort()).toEqual(['Recipes/Notes.md', 'Recipes/Soup.md']);
      const tagged = await engine.search(search('tomato', { tag: '#Garden' }));
      expect(tagged.map((row) => row.path)).toEqual(['Garden.md']);
    });

    it('search by passage, with heading and line', async () => {
      const [row] = await engine.search(search('irrigation', { unique: 'chunks' }));
      expect(row).toMatchObject({ path: 'Garden.md', chunkHeading: 'Water' });
      expect(row?.chunkStartLine).toBeGreaterThanOrEqual(9);
      expect(row?.chunkExcerpt).toContain('Rain barrels');
    });

    it('search leaves excluded and hidden notes out, and asks for an embedder where meaning is wanted', async () => {
      const paths = (await engine.search(search('tomatoes archived hidden diary', { limit: 50 }))).map((row) => row.path);
      expect(paths).not.toContain('Archive/Old.md');
      expect(paths).not.toContain('Private/Diary.md');
      await expect(engine.search(search('x', { mode: 'semantic' }))).rejects.toMatchObject({ code: 'embedder_unavailable' });
    });

    it('list_notes by path, with stubs, folder, tag and total', async () => {
      const all = await engine.listNotes(listNotesInput.parse({}));
      const paths = all.notes.map((note) => note.path);
      expect(paths).toEqual([...paths].sort());
      expect(paths).toContain('_stub/Beehive.md');
      expect(paths).toContain('Archive/Old.md');
      expect(paths.filter((path) => path.includes('Private') || path.includes('Only hidden'))).toEqual([]);
      expect(all.total).toBe(paths.length);
      const cut = await engine.listNotes(listNotesInput.parse({ limit: 2, includeStubs: false, directory: '/Recipes' }));
      expect(cut).toMatchObject({ total: 2, notes: [{ path: 'Recipes/Notes.md' }, { path: 'Recipes/Soup.md', title: 'Tomato soup' }] });
      const tagged = await engine.listNotes(listNotesInput.parse({ tag: 'GARDEN' }));
      expect(tagged.notes.map((note) => note.path)).toEqual(['Garden.md']);
    });

    it('read_note brief: metadata and links, no body', async () => {
      const note = await engine.readNote(read('allotment'));
      expect(note).toMatchObject({
        path: 'Garden.md',
        title: 'Garden',
        aliases: ['Allotment'],
        tags: ['outdoor', 'garden/water'],
        headings: [
          { level: 1, text: 'Beds', line: 5 },
          { level: 2, text: 'Water', line: 9 },
        ],
        outgoing: [{ path: 'Recipes/Soup.md', title: 'Tomato soup' }],
      });
      expect(note.incoming.map((entry) => entry.path)).toEqual(['Archive/Old.md', 'Home.md', 'Projects/Greenhouse.md', 'Recipes/Soup.md']);
      expect(note).not.toHaveProperty('content');
    });

    it('read_note full: body, and the line of each link', async () => {
      const note = await engine.readNote(read('Recipes/Soup', { mode: 'full', maxContentLength: 20 }));
      expect(note).toMatchObject({ content: 'Roast tomatoes from ', truncated: true });
      expect(note.contentLength).toBeGreaterThan(20);
      expect(note.outgoing).toEqual([{ path: 'Garden.md', title: 'Garden', context: 'Roast tomatoes from the [[garden]], add basil.' }]);
      expect(note.incoming.find((entry) => entry.path === 'Home.md')?.context).toContain('[[Soup|the soup]]');
      expect(await engine.readNote(read('Lonely', { mode: 'full' }))).toMatchObject({ content: 'Nobody links here.\n', truncated: false });
    });

    it('read_note of a stub: who links to it', async () => {
      const stub = await engine.readNote(read('_stub/Beehive.md'));
      expect(stub).toMatchObject({ path: '_stub/Beehive.md', title: 'Beehive', frontmatter: { _stub: true } });
      expect(stub.incoming.map((entry) => entry.path)).toEqual(['Home.md', 'Projects/Greenhouse.md']);
    });

    it('names: ambiguous with candidates, unknown with suggestions, hidden not at all', async () => {
      await expect(engine.readNote(read('Notes'))).rejects.toMatchObject({ code: 'ambiguous_note' });
      await expect(engine.readNote(read('Diary'))).rejects.toMatchObject({ code: 'note_not_found' });
      const error: unknown = await engine.readNote(read('Projects/Greenhose extension')).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(VaultLoomError);
      expect((error as VaultLoomError).details?.['suggestions']).toContainEqual({ path: 'Projects/Greenhouse.md', title: 'Greenhouse' });
    });

    it('connections by hop, embeds and frontmatter links included', async () => {
      const { root, hops } = await engine.connections(findConnectionsInput.parse({ name: 'Greenhouse', depth: 2 }));
      expect(root).toEqual({ path: 'Projects/Greenhouse.md', title: 'Greenhouse' });
      expect(hops?.[0]).toEqual({
        hop: 1,
        outgoing: [
          { path: 'Garden.md', title: 'Garden' },
          { path: 'Projects/Notes.md', title: 'Notes' },
        ],
        incoming: [
          { path: 'Home.md', title: 'Home' },
          { path: 'Journal/2026-03-14.md', title: '2026-03-14' },
        ],
      });
      expect(hops?.[1]?.hop).toBe(2);
      const withStubs = await engine.connections(findConnectionsInput.parse({ name: 'Greenhouse', includeStubs: true }));
      expect(withStubs.hops?.[0]?.outgoing).toContainEqual({ path: '_stub/Beehive.md', title: 'Beehive', stub: true });
    });

    it('connections as a subgraph', async () => {
      const { subgraph } = await engine.connections(findConnectionsInput.parse({ name: 'Soup', returnSubgraph: true }));
      expect(subgraph?.nodes[0]).toEqual({ path: 'Recipes/Soup.md', title: 'Tomato soup', hop: 0 });
      expect(subgraph?.edges).toContainEqual({ source: 'Recipes/Soup.md', target: 'Garden.md', count: 1 });
      expect(subgraph?.nodes.map((node) => node.path)).not.toContain('Private/Diary.md');
    });

    it('paths: all shortest chains, the real direction of each link, and why there is none', async () => {
      const found = await engine.findPath(findPathInput.parse({ from: 'Recipes/Notes', to: 'Garden', includeCommon: true }));
      expect(found.length).toBe(2);
      expect(found.paths[0]?.notes.map((note) => note.path)).toEqual(['Recipes/Notes.md', 'Recipes/Soup.md', 'Garden.md']);
      expect(found.paths[0]?.links[0]).toEqual({ source: 'Recipes/Notes.md', target: 'Recipes/Soup.md', context: 'Cooking notes about bread and [[Soup]].' });
      expect(found.common).toEqual([{ path: 'Recipes/Soup.md', title: 'Tomato soup' }]);
      expect(await engine.findPath(findPathInput.parse({ from: 'Lonely', to: 'Garden' }))).toEqual({ paths: [], length: null, reason: 'no_path' });
      expect(await engine.findPath(findPathInput.parse({ from: 'Recipes/Notes', to: '2026-03-14', maxDepth: 1 }))).toMatchObject({
        paths: [],
        reason: 'beyond_max_depth',
      });
    });

    it('ranks: influence by incoming links, bridging from 0 to 1, one theme alone', async () => {
      const ranks = await engine.rankNotes(rankNotesInput.parse({ minIncomingLinks: 0 }));
      expect(ranks.influence?.[0]?.path).toBe('Garden.md');
      expect(ranks.influence?.[0]?.incoming).toBe(4);
      expect(ranks.influence?.map((row) => row.path)).not.toContain('Archive/Old.md');
      for (const row of ranks.bridging ?? []) expect(row.score).toBeLessThanOrEqual(1);
      expect(ranks.bridging?.length).toBeGreaterThan(0);
      const theme = (await engine.themes(detectThemesInput.parse({}))).clusters?.[0];
      const inTheme = await engine.rankNotes(rankNotesInput.parse({ themeId: theme?.label, metric: 'influence', minIncomingLinks: 0 }));
      const { cluster } = await engine.themes(detectThemesInput.parse({ themeId: theme?.id }));
      expect(new Set(inTheme.influence?.map((row) => row.path))).toEqual(new Set(cluster?.members));
    });

    it('themes: clusters with labels of their own', async () => {
      const { clusters, modularity } = await engine.themes(detectThemesInput.parse({}));
      expect(clusters?.length).toBeGreaterThan(0);
      expect(new Set(clusters?.map((cluster) => cluster.label)).size).toBe(clusters?.length);
      for (const cluster of clusters ?? []) expect(cluster).toMatchObject({ staleMembersFiltered: 0, size: cluster.members.length });
      expect(modularity).toBeTypeOf('number');
      await expect(engine.themes(detectThemesInput.parse({ themeId: 'no such theme' }))).rejects.toMatchObject({ code: 'theme_not_found' });
    });

    it('status tells of notes read in part, and of no embeddings', async () => {
      const status = await engine.status();
      expect(status).toMatchObject({ notesTotal: 12, reindexInProgress: false, embedderReady: false, initError: null, provider: 'none' });
      expect(status.chunksTotal).toBeGreaterThan(10);
      expect(status.warnings.map((warning) => warning.path)).toContain('Odd/invalid.md');
    });
  });

  describe(`${name}: follows the vault`, () => {
    let place: Place;
    let opened: OpenedEngine;
    let engine: Engine;

    beforeEach(async () => {
      place = await makePlace({ 'A.md': 'Links to [[B]] and [[C]].\n', 'B.md': 'Bee text.\n' });
      opened = await open(place.vault, place.data);
      engine = opened.engine;
      await engine.whenReady({ timeoutMs: 30_000 });
    });
    afterEach(async () => {
      await opened.close();
      await place.remove();
    });

    const found = async (query: string): Promise<string[]> => (await engine.search(search(query))).map((row) => row.path);
    const stubs = async (): Promise<string[]> =>
      (await engine.listNotes(listNotesInput.parse({}))).notes.flatMap((note) => (note.stub === true ? note.path : []));

    it('sees edits, new files and removals by itself', async () => {
      await writeFile(join(place.vault, 'B.md'), 'Now about zeppelins.\n');
      await until(async () => expect(await found('zeppelin')).toEqual(['B.md']));
      expect(await found('bee')).toEqual([]);
      await mkdir(join(place.vault, 'new'));
      await writeFile(join(place.vault, 'new/C.md'), 'The third.\n');
      await until(async () => expect(await stubs()).toEqual([]));
      await rm(join(place.vault, 'B.md'));
      await until(async () => expect(await stubs()).toEqual(['_stub/B.md']));
      await rename(join(place.vault, 'new'), join(place.vault, 'renamed'));
      await until(async () => expect(await found('third')).toEqual(['renamed/C.md']));
    });

    it('sees a change whose time runs backwards', async () => {
      await writeFile(join(place.vault, 'B.md'), 'Bee tixt.\n');
      await utimes(join(place.vault, 'B.md'), new Date(2001, 1, 1), new Date(2001, 1, 1));
      await until(async () => expect(await found('tixt')).toEqual(['B.md']));
    });

    it('sees a file at once after refresh, and when it is read', async () => {
      await writeFile(join(place.vault, 'B.md'), 'Fresh quark.\n');
      await engine.refresh({ paths: ['B.md', '../outside.md'] });
      expect(await found('quark')).toEqual(['B.md']);
      await writeFile(join(place.vault, 'B.md'), 'Read me: muon.\n');
      expect((await engine.readNote(read('B', { mode: 'full' }))).content).toBe('Read me: muon.\n');
      await writeFile(join(place.vault, 'Brand new.md'), 'x\n');
      expect((await engine.readNote(read('Brand new'))).path).toBe('Brand new.md');
    });

    it('reindex reports what this run changed, and nothing the second time', async () => {
      const first = await engine.reindex({});
      expect(first).toMatchObject({ nodesIndexed: 0, nodesSkipped: 2, stubNodesCreated: 0, stubsPruned: 0 });
      const again = await engine.reindex({});
      expect(again).toMatchObject({ nodesIndexed: 0, nodesSkipped: 2, edgesIndexed: 0, communitiesDetected: 0 });
      expect((await engine.reindex({ resolution: 0.5 })).communitiesDetected).toBeGreaterThan(0);
    });

    it('filters members of themes that are gone from the disk', async () => {
      await engine.reindex({ resolution: 1 });
      const before = await engine.themes(detectThemesInput.parse({}));
      expect(before.clusters?.[0]?.members).toContain('B.md');
      await rm(join(place.vault, 'B.md'));
      await engine.refresh({ paths: ['B.md'] });
      const { cluster } = await engine.themes(detectThemesInput.parse({ themeId: before.clusters?.[0]?.id }));
      expect(cluster?.members).not.toContain('B.md');
      expect(cluster?.staleMembersFiltered).toBe(1);
    });
  });

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
        expect((await engine.search(search('unicorn'))).map((row) => row.path)).toEqual(['Lonely.md']);
        expect((await engine.search(search('irrigation'))).map((row) => row.path)).toEqual([]);
        expect((await engine.readNote(read('_stub/garden.md'))).incoming.map((entry) => entry.path)).toContain('Recipes/Soup.md');
      });
      await place.remove();
    });
  });
}

async function ask(engine: Engine): Promise<unknown[]> {
  return [
    await engine.search(search('tomato garden')),
    await engine.search(search('irrigation', { unique: 'chunks' })),
    await engine.readNote(read('Soup', { mode: 'full' })),
    await engine.connections(findConnectionsInput.parse({ name: 'Garden', depth: 3, includeStubs: true })),
    (await engine.rankNotes(rankNotesInput.parse({ minIncomingLinks: 0 }))).influence,
  ];
}

interface Place {
  vault: string;
  data: string;
  remove(): Promise<void>;
}

async function makePlace(files: Record<string, string>): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-engine-')));
  const vault = join(folder, 'vault');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
  }
  return { vault, data: join(folder, 'data'), remove: () => rm(folder, { recursive: true, force: true }) };
}
