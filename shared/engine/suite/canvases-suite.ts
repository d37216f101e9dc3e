import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listNotesInput } from '../../protocol/schemas/find.ts';
import { findConnectionsInput, findPathInput, rankNotesInput } from '../../protocol/schemas/graph.ts';
import { until } from '../engine-test-kit.ts';
import type { Engine } from '../engine.ts';
import { closeAndRemove, openOn, read, search, type OpenedEngine, type OpenEngine, type Place } from './suite-kit.ts';

type Card = { type: 'text'; text: string } | { type: 'file'; file: string; subpath?: string };

function canvas(...cards: Card[]): string {
  const nodes = cards.map((card, i) => ({ id: String(i), x: 0, y: 0, width: 100, height: 100, ...card }));
  return JSON.stringify({ nodes, edges: [] }, null, '\t');
}

const FILES = {
  '.obsidian/app.json': JSON.stringify({ userIgnoreFilters: ['Old boards/'] }),
  '.vaultloomignore': 'Secret/\n',
  'Boards/Plan.canvas': canvas(
    { type: 'text', text: '# Spring\n\nSow [[Beans|beans]] and ![[Peas#When]], see [peas](../Peas.md).\n\n`[[Code]]`' },
    { type: 'file', file: 'Notes/Soil.md', subpath: '#Clay' },
    { type: 'text', text: 'Order [[Seeds]], [site](https://example.org/x) [[pic.png]]' },
    { type: 'file', file: 'Gone.md' },
    { type: 'file', file: 'pic.png' },
  ),
  'Old boards/Past.canvas': canvas({ type: 'file', file: 'Beans.md' }),
  'Secret/Hidden.canvas': canvas({ type: 'text', text: '[[Peas]] [[Only secret]]' }),
  'Beans.md': 'About beans. [[Plan.canvas]]\n',
  'Peas.md': '# When\n\nIn March.\n',
  'Notes/Soil.md': '# Clay\n\nLinks to [[Beans]].\n',
  'pic.png': 'x',
};

/** A group within a group, and a card outside both. */
const GROUPS = JSON.stringify({
  nodes: [
    { id: '1', type: 'text', text: 'Marmalade and tea', x: 10, y: 10, width: 20, height: 20 },
    { id: '2', type: 'text', text: 'A toothbrush', x: 500, y: 500, width: 20, height: 20 },
    { id: '3', type: 'text', text: 'A broom', x: 200, y: 200, width: 20, height: 20 },
    { id: '4', type: 'group', label: 'House', x: -10, y: -10, width: 400, height: 400 },
    { id: '5', type: 'group', label: 'Kitchen  shelf', x: 0, y: 0, width: 100, height: 100 },
  ],
});

/** Canvases are sources of links and of text, but no notes. */
export function canvasesSuite(name: string, open: OpenEngine): void {
  describe(`${name}: canvases`, () => {
    let place: Place;
    let opened: OpenedEngine;
    let engine: Engine;

    beforeEach(async () => {
      ({ place, opened, engine } = await openOn(FILES, open));
    });
    afterEach(() => closeAndRemove({ opened, place }));

    const incoming = async (note: string): Promise<string[]> =>
      ((await engine.readNote(read(note))).incoming ?? []).map(({ path }) => path);
    const stubs = async (): Promise<string[]> =>
      (await engine.listNotes(listNotesInput.parse({}))).notes.flatMap((note) => (note.stub === true ? note.path : []));
    const put = (path: string, text: string): Promise<void> => writeFile(join(place.vault, path), text);

    it('link from their cards, with the line of the card in full', async () => {
      expect((await engine.readNote(read('Peas', { mode: 'full' }))).incoming).toEqual([
        {
          path: 'Boards/Plan.canvas',
          title: 'Plan',
          context: 'Sow [[Beans|beans]] and ![[Peas#When]], see [peas](../Peas.md).',
        },
      ]);
      expect((await engine.readNote(read('Soil', { mode: 'full' }))).incoming).toEqual([
        { path: 'Boards/Plan.canvas', title: 'Plan', context: 'Notes/Soil.md#Clay' },
      ]);
      expect(await incoming('Beans')).toEqual(['Boards/Plan.canvas', 'Notes/Soil.md', 'Old boards/Past.canvas']);
      expect(await engine.linkFacts({ path: 'Peas.md' })).toMatchObject({ inboundNotes: 2, inboundLinks: 3 });
    });

    it('create stubs for missing targets, unless they are hidden', async () => {
      expect(await stubs()).toEqual(['_stub/Gone.md', '_stub/Seeds.md']);
      expect((await engine.readNote(read('_stub/Seeds.md', { mode: 'full' }))).incoming).toEqual([
        {
          path: 'Boards/Plan.canvas',
          title: 'Plan',
          context: 'Order [[Seeds]], [site](https://example.org/x) [[pic.png]]',
        },
      ]);
      expect(await incoming('_stub/Gone.md')).toEqual(['Boards/Plan.canvas']);
    });

    it('are neighbours, and steps in a path', async () => {
      const { hops } = await engine.connections(findConnectionsInput.parse({ name: 'Peas', depth: 2 }));
      expect(hops).toEqual([
        { hop: 1, outgoing: [], incoming: [{ path: 'Boards/Plan.canvas', title: 'Plan' }] },
        {
          hop: 2,
          outgoing: [
            { path: 'Beans.md', title: 'Beans' },
            { path: 'Notes/Soil.md', title: 'Soil' },
          ],
          incoming: [],
        },
      ]);
      const { paths, length } = await engine.findPath(findPathInput.parse({ from: 'Peas', to: 'Soil' }));
      expect(length).toBe(2);
      expect(paths).toEqual([
        {
          notes: [
            { path: 'Peas.md', title: 'Peas' },
            { path: 'Boards/Plan.canvas', title: 'Plan' },
            { path: 'Notes/Soil.md', title: 'Soil' },
          ],
          links: [
            {
              source: 'Boards/Plan.canvas',
              target: 'Peas.md',
              context: 'Sow [[Beans|beans]] and ![[Peas#When]], see [peas](../Peas.md).',
            },
            { source: 'Boards/Plan.canvas', target: 'Notes/Soil.md', context: 'Notes/Soil.md#Clay' },
          ],
        },
      ]);
    });

    it('are no notes: not listed, counted or ranked', async () => {
      expect(
        (await engine.listNotes(listNotesInput.parse({ includeStubs: false }))).notes.map(({ path }) => path),
      ).toEqual(['Beans.md', 'Notes/Soil.md', 'Peas.md']);
      expect(await engine.status()).toMatchObject({ notesTotal: 3, notesNoEmbeddableContent: 0, warningsTotal: 0 });
      const { influence } = await engine.rankNotes(
        rankNotesInput.parse({ metric: 'influence', minIncomingLinks: 0, includeStubs: true }),
      );
      expect(influence?.map(({ path, incoming: count }) => [path, count])).toEqual([
        ['Beans.md', 1],
        ['Notes/Soil.md', 0],
        ['Peas.md', 0],
      ]);
      expect(await engine.reindex({})).toMatchObject({ nodesIndexed: 0, nodesSkipped: 3 });
      expect(await engine.readNote(read('Boards/Plan.canvas'))).toMatchObject({ kind: 'canvas' });
    });

    it('are found by the text of their cards, under the name of their group', async () => {
      await put('Boards/Groups.canvas', GROUPS);
      await engine.refresh({ paths: ['Boards/Groups.canvas'] });
      const found = async (query: string, more: object = {}): Promise<unknown[]> =>
        (await engine.search(search(query, { unique: 'chunks', ...more }))).rows.map(({ path, kind, chunkHeading }) => [
          path,
          kind,
          chunkHeading,
        ]);
      expect(await found('spring sow')).toEqual([['Boards/Plan.canvas', 'canvas', null]]);
      expect(await found('marmalade')).toEqual([['Boards/Groups.canvas', 'canvas', 'Kitchen shelf']]);
      expect(await found('toothbrush')).toEqual([['Boards/Groups.canvas', 'canvas', null]]);
      expect(await found('broom')).toEqual([['Boards/Groups.canvas', 'canvas', 'House']]);
      expect((await engine.search(search('kitchen shelf'))).rows).toMatchObject([
        { path: 'Boards/Groups.canvas', title: 'Groups', kind: 'canvas' },
      ]);
      await put('Secret/Hidden.canvas', canvas({ type: 'text', text: 'marmalade' }));
      await engine.refresh({ paths: ['Secret/Hidden.canvas'] });
      expect(await found('marmalade')).toHaveLength(1);
      await put('.vaultloomignore', 'Boards/\n');
      expect(await found('marmalade')).toEqual([['Secret/Hidden.canvas', 'canvas', null]]);
      await put('.vaultloomignore', '');
      expect(await found('marmalade')).toHaveLength(2);
      await rm(join(place.vault, 'Boards/Groups.canvas'));
      await engine.refresh({ paths: ['Boards/Groups.canvas'] });
      expect(await found('broom')).toEqual([]);
      await opened.close();
      opened = await open(place.vault, place.data);
      engine = opened.engine;
      await engine.whenReady({ timeoutMs: 30_000 });
      expect(await found('spring sow')).toEqual([['Boards/Plan.canvas', 'canvas', null]]);
    });

    it('are followed as they change, appear and disappear', async () => {
      await put('Boards/Plan.canvas', canvas({ type: 'text', text: '[[Peas]] [[Later]]' }));
      await until(async () => expect(await stubs()).toEqual(['_stub/Later.md']));
      expect(await incoming('Soil')).toEqual([]);
      await put('New.canvas', canvas({ type: 'file', file: 'Notes/Soil.md' }));
      await until(async () => expect(await incoming('Soil')).toEqual(['New.canvas']));
      await rm(join(place.vault, 'Boards/Plan.canvas'));
      await until(async () => expect(await incoming('Peas')).toEqual([]));
      expect(await stubs()).toEqual([]);
      await put('Later.md', 'x\n');
      await put('New.canvas', canvas({ type: 'file', file: 'Later.md' }));
      await engine.refresh({ paths: ['New.canvas', 'Later.md'] });
      expect(await incoming('Later')).toEqual(['New.canvas']);
    });

    it('that cannot be read are a warning, and are known again when they can', async () => {
      const whole = FILES['Boards/Plan.canvas'];
      await put('Boards/Plan.canvas', whole.slice(0, -4));
      await put('Odd.canvas', '[1, 2]');
      await put('Empty.canvas', '');
      await engine.refresh({ paths: ['Boards/Plan.canvas', 'Odd.canvas', 'Empty.canvas'] });
      expect(await incoming('Peas')).toEqual([]);
      expect((await engine.status()).warnings).toEqual([
        { path: 'Boards/Plan.canvas', message: expect.stringContaining('not valid JSON') },
        { path: 'Odd.canvas', message: expect.stringContaining('not a JSON object') },
      ]);
      await put('Boards/Plan.canvas', whole);
      await engine.refresh({ paths: ['Boards/Plan.canvas'] });
      expect(await incoming('Peas')).toEqual(['Boards/Plan.canvas']);
      expect(await engine.status()).toMatchObject({ warningsTotal: 1 });
    });

    it('that are hidden are sources only for a move', async () => {
      const { sources, hidden } = await engine.linkSources({ paths: ['Peas.md'] });
      expect(sources).toEqual(['Boards/Plan.canvas', 'Secret/Hidden.canvas']);
      expect(hidden).toEqual(['Secret/Hidden.canvas']);
      await put('Boards/Plan.canvas', canvas());
      expect((await engine.linkSources({ paths: ['Peas.md'] })).sources).toEqual(['Secret/Hidden.canvas']);
    });

    it('are known after a restart, with what changed meanwhile', async () => {
      await opened.close();
      opened = await open(place.vault, place.data);
      engine = opened.engine;
      await engine.whenReady({ timeoutMs: 30_000 });
      expect((await engine.status()).lastReindexReasons).toEqual([]);
      expect(await incoming('Beans')).toEqual(['Boards/Plan.canvas', 'Notes/Soil.md', 'Old boards/Past.canvas']);
      expect(await stubs()).toEqual(['_stub/Gone.md', '_stub/Seeds.md']);
      await opened.close();
      await put('Boards/Plan.canvas', canvas({ type: 'file', file: 'Peas.md' }));
      await rm(join(place.vault, 'Old boards/Past.canvas'));
      opened = await open(place.vault, place.data);
      engine = opened.engine;
      await engine.whenReady({ timeoutMs: 30_000 });
      expect(await incoming('Beans')).toEqual(['Notes/Soil.md']);
      expect(await incoming('Peas')).toEqual(['Boards/Plan.canvas']);
      expect(await stubs()).toEqual([]);
    });
  });
}
