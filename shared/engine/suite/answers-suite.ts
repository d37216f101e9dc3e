import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VaultLoomError } from '../../protocol/errors.ts';
import { listNotesInput } from '../../protocol/schemas/find.ts';
import {
  detectThemesInput,
  findConnectionsInput,
  findPathInput,
  rankNotesInput,
} from '../../protocol/schemas/graph.ts';
import type { Engine } from '../engine.ts';
import {
  closeAndRemove,
  openOn,
  read,
  search,
  VAULT,
  type OpenedEngine,
  type OpenEngine,
  type Place,
} from './suite-kit.ts';

/** Answers about a vault that does not change. */
export function answersSuite(name: string, open: OpenEngine): void {
  describe(`${name}: answers`, () => {
    let place: Place;
    let opened: OpenedEngine;
    let engine: Engine;

    beforeAll(async () => {
      ({ place, opened, engine } = await openOn(VAULT, open));
    });
    afterAll(() => closeAndRemove({ opened, place }));

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
        const { rows } = await engine.search(search(query));
        expect(rows[0]?.path, query).toBe(path);
        expect(rows[0]?.matchedBy).toEqual(['fulltext']);
      }
    });

    it('search within a folder or a tag', async () => {
      const inRecipes = await engine.search(search('soup garden', { directory: 'recipes/' }));
      expect(inRecipes.rows.map((row) => row.path).sort()).toEqual(['Recipes/Notes.md', 'Recipes/Soup.md']);
      const tagged = await engine.search(search('tomato', { tag: '#Garden' }));
      expect(tagged.rows.map((row) => row.path)).toEqual(['Garden.md']);
    });

    it('search by passage, with heading and line', async () => {
      const {
        rows: [row],
      } = await engine.search(search('irrigation', { unique: 'chunks' }));
      expect(row).toMatchObject({ path: 'Garden.md', chunkHeading: 'Water' });
      expect(row?.chunkStartLine).toBeGreaterThanOrEqual(9);
      expect(row?.chunkExcerpt).toContain('Rain barrels');
    });

    it('search omits excluded and hidden notes', async () => {
      const paths = (await engine.search(search('tomatoes archived hidden diary', { limit: 50 }))).rows.map(
        (row) => row.path,
      );
      expect(paths).not.toContain('Archive/Old.md');
      expect(paths).not.toContain('Private/Diary.md');
    });

    it('list_notes by path, with stubs, folder, tag and total', async () => {
      const all = await engine.listNotes(listNotesInput.parse({}));
      const paths = all.notes.map((note) => note.path);
      expect(paths).toEqual([...paths].sort());
      expect(paths).toContain('_stub/Beehive.md');
      expect(paths).toContain('Archive/Old.md');
      expect(paths.filter((path) => path.includes('Private') || path.includes('Only hidden'))).toEqual([]);
      expect(all.total).toBe(paths.length);
      const cut = await engine.listNotes(
        listNotesInput.parse({ limit: 2, includeStubs: false, directory: '/Recipes' }),
      );
      expect(cut).toMatchObject({
        total: 2,
        notes: [{ path: 'Recipes/Notes.md' }, { path: 'Recipes/Soup.md', title: 'Tomato soup' }],
      });
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
      expect(note.incoming?.map((entry) => entry.path)).toEqual([
        'Archive/Old.md',
        'Home.md',
        'Projects/Greenhouse.md',
        'Recipes/Soup.md',
      ]);
      expect(note).not.toHaveProperty('content');
    });

    it('read_note full: body, and the line of each link', async () => {
      const note = await engine.readNote(read('Recipes/Soup', { mode: 'full', maxContentLength: 20 }));
      expect(note).toMatchObject({ content: 'Roast tomatoes from ', truncated: true });
      expect(note.contentLength).toBeGreaterThan(20);
      expect(note.outgoing).toEqual([
        { path: 'Garden.md', title: 'Garden', context: 'Roast tomatoes from the [[garden]], add basil.' },
      ]);
      expect(note.incoming?.find((entry) => entry.path === 'Home.md')?.context).toContain('[[Soup|the soup]]');
      expect(await engine.readNote(read('Lonely', { mode: 'full' }))).toMatchObject({
        content: 'Nobody links here.\n',
        truncated: false,
      });
    });

    it('read_note of a stub: who links to it', async () => {
      const stub = await engine.readNote(read('_stub/Beehive.md'));
      expect(stub).toMatchObject({ path: '_stub/Beehive.md', title: 'Beehive', frontmatter: { _stub: true } });
      expect(stub.incoming?.map((entry) => entry.path)).toEqual(['Home.md', 'Projects/Greenhouse.md']);
    });

    it('names: ambiguous with candidates, unknown with suggestions, hidden not at all', async () => {
      await expect(engine.readNote(read('Notes'))).rejects.toMatchObject({ code: 'ambiguous_note' });
      await expect(engine.readNote(read('Diary'))).rejects.toMatchObject({ code: 'note_not_found' });
      const error: unknown = await engine
        .readNote(read('Projects/Greenhose extension'))
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(VaultLoomError);
      expect((error as VaultLoomError).details?.['suggestions']).toContainEqual({
        path: 'Projects/Greenhouse.md',
        title: 'Greenhouse',
      });
    });

    it('connections by hop, including embeds and frontmatter links', async () => {
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
      const withStubs = await engine.connections(
        findConnectionsInput.parse({ name: 'Greenhouse', includeStubs: true }),
      );
      expect(withStubs.hops?.[0]?.outgoing).toContainEqual({ path: '_stub/Beehive.md', title: 'Beehive', stub: true });
    });

    it('connections as a subgraph', async () => {
      const { subgraph } = await engine.connections(findConnectionsInput.parse({ name: 'Soup', returnSubgraph: true }));
      expect(subgraph?.nodes[0]).toEqual({ path: 'Recipes/Soup.md', title: 'Tomato soup', hop: 0 });
      expect(subgraph?.edges).toContainEqual({ source: 'Recipes/Soup.md', target: 'Garden.md', count: 1 });
      expect(subgraph?.nodes.map((node) => node.path)).not.toContain('Private/Diary.md');
    });

    it('paths: all shortest chains, the real direction of each link, and why there is none', async () => {
      const found = await engine.findPath(
        findPathInput.parse({ from: 'Recipes/Notes', to: 'Garden', includeCommon: true }),
      );
      expect(found.length).toBe(2);
      expect(found.paths[0]?.notes.map((note) => note.path)).toEqual([
        'Recipes/Notes.md',
        'Recipes/Soup.md',
        'Garden.md',
      ]);
      expect(found.paths[0]?.links[0]).toEqual({
        source: 'Recipes/Notes.md',
        target: 'Recipes/Soup.md',
        context: 'Cooking notes about bread and [[Soup]].',
      });
      expect(found.common).toEqual([{ path: 'Recipes/Soup.md', title: 'Tomato soup' }]);
      expect(await engine.findPath(findPathInput.parse({ from: 'Lonely', to: 'Garden' }))).toEqual({
        paths: [],
        length: null,
        reason: 'no_path',
      });
      expect(
        await engine.findPath(findPathInput.parse({ from: 'Recipes/Notes', to: '2026-03-14', maxDepth: 1 })),
      ).toMatchObject({
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
      const inTheme = await engine.rankNotes(
        rankNotesInput.parse({ themeId: theme?.label, metric: 'influence', minIncomingLinks: 0 }),
      );
      const { cluster } = await engine.themes(detectThemesInput.parse({ themeId: theme?.id }));
      expect(new Set(inTheme.influence?.map((row) => row.path))).toEqual(new Set(cluster?.members));
    });

    it('themes: clusters with their own labels', async () => {
      const { clusters, modularity } = await engine.themes(detectThemesInput.parse({}));
      expect(clusters?.length).toBeGreaterThan(0);
      expect(new Set(clusters?.map((cluster) => cluster.label)).size).toBe(clusters?.length);
      for (const cluster of clusters ?? [])
        expect(cluster).toMatchObject({ staleMembersFiltered: 0, size: cluster.members.length });
      expect(modularity).toBeTypeOf('number');
      await expect(engine.themes(detectThemesInput.parse({ themeId: 'no such theme' }))).rejects.toMatchObject({
        code: 'theme_not_found',
      });
    });

    it('status reports notes read only in part', async () => {
      const status = await engine.status();
      expect(status).toMatchObject({ notesTotal: 12, reindexInProgress: false, initError: null });
      expect(status.chunksTotal).toBeGreaterThan(10);
      expect(status.warnings.map((warning) => warning.path)).toContain('Odd/invalid.md');
    });

    it('read_note says of a note what could not be read of it', async () => {
      const note = await engine.readNote(read('Odd/invalid'));
      expect(note).toMatchObject({ frontmatter: {}, hint: expect.stringMatching(/only in part: frontmatter: \w/u) });
      const part = await engine.readNote(read('Odd/invalid#Nowhere'));
      expect(part.hint).toMatch(/Nowhere.* This is the note\. .*only in part/u);
      expect(await engine.readNote(read('Odd/list title'))).not.toHaveProperty('hint');
    });
  });
}
