import { readdirSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NameTolerance } from '../../notes/note-names.ts';
import type { VaultLoomError } from '../../protocol/errors.ts';
import { listNotesInput } from '../../protocol/schemas/find.ts';
import { findConnectionsInput, findPathInput } from '../../protocol/schemas/graph.ts';
import type { Engine } from '../engine.ts';
import {
  closeAndRemove,
  makePlace,
  openOn,
  read,
  search,
  type OpenedEngine,
  type OpenEngine,
  type Place,
} from './suite-kit.ts';

const NFC = 'caf\u00e9.md';
const NFD = 'cafe\u0301.md';
const OTHER_FORM = 'Caf\u00e9 x\u0323\u0307.md';

const FILES: Record<string, string> = {
  '.obsidian/app.json': '{}',
  '.vaultloomignore': 'Private/\n',
  'Home.md': 'See [[X]], [[Missing topic]] and [[plans/Next year]].\n',
  'X.md': '# Heading\n\nThe one.\n',
  'Notes on X and Y.md': '---\ntitle: A study\naliases: [Root]\n---\nText.\n',
  'sub/Deep.md': 'Deep.\n',
  'Private/Secret.md': 'Hidden.\n',
  'Boards/Plan.canvas': '{}',
  'Boards/Books.base': 'views: []\n',
  'Pictures/pot.png': 'x',
};

/** Home.md links to `X`: which writing tools must refuse as well. */
const NO_NOTE = new Set(['note_not_found', '_stub/X.md']);

/**
 * How an engine finds the note a name resolves to while other programs change the vault; nothing here waits for a
 * watcher.
 */
export function namesSuite(name: string, open: OpenEngine): void {
  describe(`${name}: a name is a path first`, () => {
    let place: Place;
    let opened: OpenedEngine;
    let engine: Engine;

    beforeEach(async () => {
      ({ place, opened, engine } = await openOn(FILES, open));
    });
    afterEach(() => closeAndRemove({ opened, place }));

    const put = async (path: string, text = 'New.\n'): Promise<void> => {
      await mkdir(join(place.vault, path, '..'), { recursive: true });
      await writeFile(join(place.vault, path), text);
    };
    const remove = (path: string): Promise<void> => rm(join(place.vault, path));
    const resolved = async (given: string, tolerance: NameTolerance = 'write'): Promise<string> =>
      engine.resolve({ name: given, tolerance }).then(
        (note) => note.path,
        (error: unknown) => (error as { code: string }).code,
      );
    /** What each way of asking for one note resolves the name to. */
    const everywhere = async (given: string): Promise<string[]> => {
      const asked = [
        engine.readNote(read(given)).then((note) => note.path),
        engine.connections(findConnectionsInput.parse({ name: given })).then(({ root }) => root.path),
        engine
          .findPath(findPathInput.parse({ from: given, to: given }))
          .then(({ paths }) => paths[0]?.notes[0]?.path ?? ''),
        ...(['read', 'write', 'delete'] as const).map((tolerance) =>
          engine.resolve({ name: given, tolerance }).then((note) => note.path),
        ),
      ].map((answer) => answer.catch((error: unknown) => (error as { code: string }).code));
      return [...new Set(await Promise.all(asked))];
    };

    it('a file created just now is found by its path, not another by part of its name', async () => {
      await put('Y.md');
      expect(await everywhere('Y.md')).toEqual(['Y.md']);
      await put('new/Y.md');
      expect(await everywhere('new/Y')).toEqual(['new/Y.md']);
    });

    it('a note deleted just now does not resolve to another with that in its name', async () => {
      await remove('X.md');
      for (const given of ['X.md', '/X.md', '[[X.md]]', 'X.md#Heading', 'x.MD', 'sub/X.md', 'sub/X']) {
        for (const tolerance of ['write', 'delete'] as const)
          expect([given, NO_NOTE.has(await resolved(given, tolerance))]).toEqual([given, true]);
      }
    });

    it('what looks like the end of a path is not a heading for a writing tool', async () => {
      await put('X# y.md');
      expect(await everywhere('X# y.md')).toEqual(['X# y.md']);
      expect(await everywhere('X# y')).toEqual(['X# y.md']);
      await remove('X# y.md');
      for (const tolerance of ['write', 'delete'] as const)
        expect(await resolved('X# y.md', tolerance)).toBe('note_not_found');
      expect(await resolved('X.md#Heading')).toBe('X.md');
      expect(await resolved('[[X#Heading|the one]]')).toBe('X.md');
    });

    it("a file created at the root is found before another note's title or alias", async () => {
      expect(await everywhere('A study')).toEqual(['Notes on X and Y.md']);
      await put('A study.md');
      await put('Root.md');
      expect(await everywhere('A study')).toEqual(['A study.md']);
      expect(await everywhere('Root')).toEqual(['Root.md']);
    });

    it('ends in .md in any letter case', async () => {
      await put('Loud.MD');
      expect(await everywhere('Loud.MD')).toEqual(['Loud.MD']);
      expect(await everywhere('Loud')).toEqual(['Loud.MD']);
    });

    it('never leads out of the vault', async () => {
      await writeFile(join(place.vault, '../outside.md'), 'x');
      for (const given of [
        '../outside.md',
        '../outside',
        `${place.vault}/X.md`,
        'sub/../../outside.md',
        'sub\\X.md',
        'a\0.md',
      ]) {
        for (const tolerance of ['write', 'delete'] as const)
          expect([given, await resolved(given, tolerance)]).toEqual([given, 'note_not_found']);
      }
    });

    it('hidden notes stay as if absent', async () => {
      await put('Private/Shared.md');
      for (const given of ['Private/Secret.md', 'Private/Shared.md', 'Private/Shared', 'Private']) {
        for (const tolerance of ['read', 'write'] as const) {
          const [refused, absent] = await Promise.all(
            [given, given.replace('Private', 'Nowhere')].map((asked) =>
              engine.resolve({ name: asked, tolerance }).then(() => null, told),
            ),
          );
          expect(refused).toMatchObject({ code: 'note_not_found' });
          expect(refused).toEqual({ ...absent, message: absent?.message.replace('Nowhere', 'Private') });
        }
      }
    });

    it('a part of a name is enough to write, but not to delete', async () => {
      expect(await resolved('on X and')).toBe('Notes on X and Y.md');
      expect(await resolved('on X and', 'delete')).toBe('note_not_found');
      for (const whole of ['Notes on X and Y', 'A study', 'root', 'notes on x and y.md'])
        expect(await resolved(whole, 'delete')).toBe('Notes on X and Y.md');
    });

    it('a note renamed just now is found by its new name, and no longer by its old one', async () => {
      await rename(join(place.vault, 'sub/Deep.md'), join(place.vault, 'sub/Renamed.md'));
      expect(await everywhere('Renamed')).toEqual(['sub/Renamed.md']);
      expect(await resolved('Deep')).toBe('note_not_found');
      await put('sub/Renamed.md', '---\ntitle: Entitled\n---\n');
      // A new title is not in any folder listing; in the app it is known once the app reports it.
      await engine.refresh({ paths: ['sub/Renamed.md'] });
      expect(await everywhere('Entitled')).toEqual(['sub/Renamed.md']);
      expect(await everywhere('Renamed')).toEqual(['sub/Renamed.md']);
    });

    it('a stub is found by its plain name', async () => {
      for (const given of ['Missing topic', 'missing TOPIC', '[[Missing topic|so]]', '_stub/Missing topic.md'])
        expect(await everywhere(given)).toEqual(['_stub/Missing topic.md']);
      expect((await engine.readNote(read('Next year'))).path).toBe('_stub/plans/Next year.md');
      expect(await resolved('Next year', 'delete')).toBe('note_not_found');
      await put('plans/Next year.md');
      expect(await everywhere('plans/Next year')).toEqual(['plans/Next year.md']);
      expect(await everywhere('Next year')).toEqual(['plans/Next year.md']);
    });

    it.each([
      ['Boards', 'list_notes {"directory": "Boards"}'],
      ['pictures/', 'list_notes {"directory": "Pictures"}'],
      ['Boards/Plan.canvas', 'is a canvas'],
      ['plan.canvas', 'is a canvas'],
      ['Books.base', 'base_query {"file": "Boards/Books.base"'],
      ['pot.png', 'is an attachment'],
    ])('%s is not a note, and the hint says what it is', async (given, hint) => {
      for (const tolerance of ['read', 'write', 'delete'] as const) {
        const error = await engine.resolve({ name: given, tolerance }).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'note_not_found', hint: expect.stringContaining(hint) as string });
      }
    });

    it('unknown folders and tags in a filter are reported, with similar names', async () => {
      const hint = async (filter: object): Promise<unknown> =>
        (await engine.listNotes(listNotesInput.parse(filter))).hint;
      expect(await hint({ directory: 'sup' })).toContain('"sub"');
      expect(await hint({ directory: 'Privat' })).not.toContain('"Private"');
      await put('Tagged.md', '#garden/beds\n');
      await engine.refresh({ paths: ['Tagged.md'] });
      expect(await hint({ tag: '#gardn' })).toContain('"garden/beds"');
      expect(await hint({ tag: 'garden' })).toBeUndefined();
      expect(await hint({ directory: 'SUB/' })).toBeUndefined();
    });

    it('a refresh counts what it read, and nothing that is not a note of the vault', async () => {
      const refreshed = async (...paths: string[]): Promise<number> => (await engine.refresh({ paths })).refreshed;
      expect(
        await refreshed('.obsidian/app.json', '.trash/X.md', '../outside.md', 'Nowhere.md', 'Pictures/pot.png', 'sub'),
      ).toBe(0);
      await put('X.md', 'Another one.\n');
      expect(await refreshed('X.md', 'Home.md')).toBe(2);
      await remove('X.md');
      expect(await refreshed('X.md')).toBe(1);
      expect(await refreshed('X.md')).toBe(0);
    });

    it('search sees what another program wrote a moment ago while a third writes all the time', async () => {
      let stopped = false;
      const busy = (async (): Promise<void> => {
        for (let i = 0; !stopped; i++) {
          await writeFile(join(place.vault, 'sub/Busy.md'), `Round ${i}.\n`);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
      try {
        await put('Quiet.md', 'A zeppelin.\n');
        // The busy file never rests: one that waited for that would never be seen.
        await vi.waitFor(async () => expect((await engine.search(search('zeppelin'))).rows).toHaveLength(1), {
          timeout: 20_000,
          interval: 10,
        });
      } finally {
        stopped = true;
        await busy;
      }
    });
  });

  describe(`${name}: twins, whose names differ only in Unicode form`, () => {
    let place: Place;
    let opened: OpenedEngine;
    let engine: Engine;
    let twins: boolean;

    beforeEach(async () => {
      place = await makePlace({
        '.obsidian/app.json': '{}',
        [NFC]: 'Composed apple.\n',
        [NFD]: 'Decomposed pear.\n',
        [OTHER_FORM]: 'Single.\n',
      });
      await writeFile(
        join(place.vault, 'Home.md'),
        `[[${NFC.slice(0, -3)}]] and again [[${NFC.slice(0, -3)}]], [[${NFD.slice(0, -3)}]]\n`,
      );
      twins = readdirSync(place.vault).filter((file) => file.normalize('NFC') === NFC).length === 2;
      opened = await open(place.vault, place.data);
      engine = opened.engine;
      await engine.whenReady({ timeoutMs: 30_000 });
    });
    afterEach(() => closeAndRemove({ opened, place }));

    it('each is found by its exact bytes, in every answer', async ({ skip }) => {
      if (!twins) skip('this disk treats both forms as one name');
      for (const [path, word] of [
        [NFC, 'apple'],
        [NFD, 'pear'],
      ] as const) {
        for (const given of [path, path.slice(0, -3), `/${path}`, `[[${path}]]`]) {
          expect((await engine.readNote(read(given, { mode: 'full' }))).content).toContain(word);
          expect(await engine.resolve({ name: given, tolerance: 'delete' })).toMatchObject({ path });
        }
        expect((await engine.search(search(word))).rows.map((row) => row.path)).toEqual([path]);
      }
      const { notes } = await engine.listNotes(listNotesInput.parse({}));
      expect(notes.map((note) => note.path).sort()).toEqual([NFC, NFD, OTHER_FORM.normalize('NFC'), 'Home.md'].sort());
      expect((await engine.readNote(read('Home'))).outgoing?.map((note) => note.path).sort()).toEqual(
        [NFC, NFD].sort(),
      );
    });

    it('any other spelling is ambiguous', async ({ skip }) => {
      if (!twins) skip('this disk treats both forms as one name');
      for (const given of ['CAFE\u0301.md', 'CAF\u00c9']) {
        for (const tolerance of ['read', 'write', 'delete'] as const) {
          await expect(engine.resolve({ name: given, tolerance })).rejects.toMatchObject({
            code: 'ambiguous_note',
            details: { total: 2 },
          });
        }
      }
    });

    it('a name with one form on disk is found by every form', async () => {
      for (const form of ['NFC', 'NFD'] as const)
        expect((await engine.resolve({ name: OTHER_FORM.normalize(form), tolerance: 'delete' })).path).toBe(
          OTHER_FORM.normalize('NFC'),
        );
    });

    it('when a twin comes or goes, the other becomes byte-exact, or NFC again', async ({ skip }) => {
      if (!twins) skip('this disk treats both forms as one name');
      await rm(join(place.vault, NFC));
      await engine.refresh({ paths: [NFC] });
      expect((await engine.readNote(read(NFC, { mode: 'full' }))).content).toContain('pear');
      expect((await engine.listNotes(listNotesInput.parse({}))).notes.map((note) => note.path)).toContain(NFC);
      await writeFile(join(place.vault, NFC), 'Composed plum.\n');
      expect((await engine.readNote(read(NFC, { mode: 'full' }))).content).toContain('plum');
      expect((await engine.readNote(read(NFD, { mode: 'full' }))).content).toContain('pear');
    });
  });
}

/** What an error tells a client. */
function told(error: unknown): { code: string; message: string; hint?: string | undefined; details?: unknown } {
  const { code, message, hint, details } = error as VaultLoomError;
  return { code, message, hint, details };
}
