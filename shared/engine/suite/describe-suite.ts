import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeVaultInput, type DescribeVaultOutput } from '../../protocol/schemas/describe.ts';
import { until } from '../engine-test-kit.ts';
import type { Engine } from '../engine.ts';
import { closeAndRemove, openOn, read, type OpenedEngine, type OpenEngine, type Place } from './suite-kit.ts';

const FILES = {
  '.obsidian/app.json': JSON.stringify({
    newFileLocation: 'folder',
    newFileFolderPath: 'Inbox',
    useMarkdownLinks: true,
  }),
  '.obsidian/daily-notes.json': JSON.stringify({ folder: 'Journal', format: 'YYYY/MM-DD' }),
  '.obsidian/templates.json': JSON.stringify({ folder: 'Templates' }),
  '.obsidian/types.json': JSON.stringify({ types: { Rating: 'number', authors: 'multitext' } }),
  '.vaultloomignore': 'Secret/\n',
  'Books/Dune.md':
    '---\nrating: "5"\nstatus: read\ntags: [book/novel]\n---\n# Plot\n\nA desert. ^sand\n\n[[Missing]] ![[gone.png]] ![[cover.png]] [[#Nothing]]\n',
  'Books/Deep/Emma.md':
    '---\nRating: 4\nstatus: read\nstarted: 2026-01-01\n---\n#book [[Dune#Plot]] [[Dune#Nowhere]] [[Dune#^sand]] [[Dune#^rock]]\n\n- [ ] finish\n- [x] start\n',
  'Home.md':
    '---\nstatus: open\n---\nYou can use this to find the notes that link to a note, and open them with a click of the mouse.\n',
  'Secret/Diary.md': '---\nsecret: yes\n---\n#hidden [[Only here]] ![[hidden.png]]\n',
  'Secret/hidden.png': 'x',
  'cover.png': 'xyz',
  'Board.canvas': '{}',
  'Books.base': 'views: []\n',
};

/** What a vault is like, in one answer. */
export function describeSuite(name: string, open: OpenEngine): void {
  describe(`${name}: describes the vault`, () => {
    let place: Place;
    let opened: OpenedEngine;
    let engine: Engine;

    beforeAll(async () => {
      ({ place, opened, engine } = await openOn(FILES, open));
    });
    afterAll(() => closeAndRemove({ opened, place }));

    const of = (input: object): Promise<DescribeVaultOutput> => engine.describeVault(describeVaultInput.parse(input));

    it('in an overview, without what is hidden', async () => {
      const overview = await of({});
      expect(overview).toEqual({
        of: 'overview',
        vault: 'vault',
        notes: 3,
        canvases: 1,
        bases: 1,
        attachments: { total: 2, types: { base: 1, png: 1 } },
        tasks: { open: 1, done: 1 },
        unresolved: { notes: 1, headings: 2, blocks: 1, attachments: 1 },
        daily: { folder: 'Journal', format: 'YYYY/MM-DD' },
        templates: { folder: 'Templates' },
        newNotes: { folder: 'Inbox' },
        links: { format: 'shortest', style: 'markdown' },
        folders: [
          { path: 'Books', notes: 2 },
          { path: 'Books/Deep', notes: 1 },
        ],
        tags: [
          { tag: 'book', notes: 2 },
          { tag: 'book/novel', notes: 1 },
        ],
        properties: [
          { name: 'status', type: 'text', notes: 3, values: ['read', 'open'] },
          {
            name: expect.stringMatching(/^rating$/i),
            type: 'number',
            notes: 2,
            values: expect.arrayContaining(['5', 4]),
          },
          { name: 'started', type: 'date', notes: 1, values: ['2026-01-01'] },
          { name: 'tags', type: 'list', notes: 1, values: ['book/novel'] },
        ],
        languages: [{ language: 'en', notes: 1 }],
        newest: expect.arrayContaining([{ path: 'Home.md', title: 'Home', modified: expect.any(String) }]),
      });
    });

    it('refuses a prefix that no list is named for', async () => {
      await expect(of({ prefix: 'books/' })).rejects.toMatchObject({
        code: 'invalid_arguments',
        message: expect.stringContaining('prefix') as string,
      });
      expect(await of({ prefix: '' })).toEqual(await of({}));
    });

    it('in one list in full, by prefix and by page', async () => {
      expect(await of({ of: 'folders', prefix: 'books/' })).toEqual({
        of: 'folders',
        folders: [{ path: 'Books/Deep', notes: 1 }],
        total: 1,
      });
      expect(await of({ of: 'tags', limit: 1 })).toEqual({
        of: 'tags',
        tags: [{ tag: 'book', notes: 2 }],
        total: 2,
        nextOffset: 1,
      });
      expect((await of({ of: 'properties', prefix: 'stat' })).properties).toEqual([
        {
          name: 'status',
          type: 'text',
          notes: 3,
          values: [
            { value: 'read', notes: 2 },
            { value: 'open', notes: 1 },
          ],
        },
      ]);
      expect((await of({ of: 'attachments' })).attachments).toEqual([
        { path: 'Books.base', size: 10, modified: expect.any(String), linkedFrom: 0 },
        { path: 'cover.png', size: 3, modified: expect.any(String), linkedFrom: 1 },
      ]);
    });

    it('with links to notes, headings, blocks and attachments that are not there', async () => {
      const { unresolved } = await of({ of: 'unresolved' });
      expect(unresolved).toEqual([
        { kind: 'heading', target: 'Books/Dune.md#Nothing', sources: 1, from: ['Books/Dune.md'] },
        { kind: 'heading', target: 'Books/Dune.md#Nowhere', sources: 1, from: ['Books/Deep/Emma.md'] },
        { kind: 'block', target: 'Books/Dune.md#^rock', sources: 1, from: ['Books/Deep/Emma.md'] },
        { kind: 'note', target: 'Missing', sources: 1, from: ['Books/Dune.md'] },
        { kind: 'attachment', target: 'gone.png', sources: 1, from: ['Books/Dune.md'] },
      ]);
    });

    it('with the note that has the name of a missing one as its title or alias', async () => {
      const found = await openOn(
        {
          '@a2020.md': '---\ntitle: A paper\naliases: [A 2020]\n---\n',
          'x/Two.md': '---\naliases: [Both]\n---\n',
          'y/Two.md': '---\naliases: [Both]\n---\n',
          'Links.md': '[[A paper]] [[a 2020|it]] [[Both]] [[Nothing]]\n',
        },
        open,
      );
      try {
        const { unresolved } = await found.engine.describeVault(describeVaultInput.parse({ of: 'unresolved' }));
        expect(unresolved).toEqual([
          { kind: 'note', target: 'A paper', sources: 1, from: ['Links.md'], meant: '@a2020.md' },
          { kind: 'note', target: 'Both', sources: 1, from: ['Links.md'] },
          { kind: 'note', target: 'Nothing', sources: 1, from: ['Links.md'] },
          { kind: 'note', target: 'a 2020', sources: 1, from: ['Links.md'], meant: '@a2020.md' },
        ]);
      } finally {
        await closeAndRemove(found);
      }
    });

    it('without links to whole notes whose names contain a # or ^', async () => {
      const found = await openOn(
        {
          'C# notes.md': '# Loops\n',
          'up^down.md': 'text\n',
          'Links.md': '[[C# notes]] [[up^down]] [[C# notes.md]] [a](C%23%20notes.md)\n',
          'Board.canvas': JSON.stringify({
            nodes: [{ id: '1', type: 'file', file: 'C# notes.md', x: 0, y: 0, width: 9, height: 9 }],
            edges: [],
          }),
        },
        open,
      );
      try {
        expect((await found.engine.describeVault(describeVaultInput.parse({ of: 'unresolved' }))).unresolved).toEqual(
          [],
        );
      } finally {
        await closeAndRemove(found);
      }
    });

    it('without links to headings as the app spells them, from what is written, or as they show', async () => {
      const found = await openOn(
        {
          'H.md':
            '## [[2026-11-27|Friday]] log\n## Use <kbd>Ctrl</kbd> now\n## Line <br> break\n## [Ext](https://x.y) text\n',
          'Written.md':
            '[[H#2026-11-27 Friday log]] [[H#Use <kbd>Ctrl</kbd> now]] [[H#Line <br> break]] [[H#[Ext](https //x.y) text]]\n',
          'Shown.md': '[[H#Friday log]] [[H#Use Ctrl now]] [[H#Line break]] [[H#Ext text]]\n',
          'Wrong.md': '[[H#2026-11-28 Friday log]] [[H#Use kbd now]] [[H#text]]\n',
        },
        open,
      );
      const missing = async (): Promise<unknown[]> => {
        const input = describeVaultInput.parse({ of: 'unresolved', prefix: 'H.md#' });
        const { unresolved = [] } = await found.engine.describeVault(input);
        return [unresolved].flat().map((row) => row['target']);
      };
      try {
        const wrong = ['H.md#2026-11-28 Friday log', 'H.md#Use kbd now', 'H.md#text'];
        expect(await missing()).toEqual(wrong);
        await found.opened.close();
        found.opened = await open(found.place.vault, found.place.data);
        found.engine = found.opened.engine;
        await found.engine.whenReady({ timeoutMs: 30_000 });
        expect(await missing()).toEqual(wrong);
        // What shows stays the same.
        await writeFile(join(found.place.vault, 'H.md'), '## [[2026-11-28|Friday]] log\n');
        await until(async () => expect(await missing()).toContain('H.md#2026-11-27 Friday log'));
        expect(await missing()).not.toContain('H.md#2026-11-28 Friday log');
        expect((await found.engine.readNote(read('H'))).headings).toEqual([{ level: 2, text: 'Friday log', line: 1 }]);
      } finally {
        await closeAndRemove(found);
      }
    });

    it('as it is after a change of an attachment, and of settings', async () => {
      await writeFile(join(place.vault, 'gone.png'), 'here');
      await until(async () =>
        expect(await of({})).toMatchObject({ attachments: { total: 3 }, unresolved: { attachments: 0 } }),
      );
      await writeFile(join(place.vault, '.obsidian/daily-notes.json'), '{"folder": "Days"}');
      expect(await of({})).toMatchObject({ daily: { folder: 'Days', format: 'YYYY-MM-DD' } });
    });
  });
}
