import { appendFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listNotesInput, type ListNotesOutput } from '../../protocol/schemas/find.ts';
import { listTasksInput, type ListTasksOutput } from '../../protocol/schemas/tasks.ts';
import { until } from '../engine-test-kit.ts';
import type { Engine } from '../engine.ts';
import { closeAndRemove, openOn, type OpenedEngine, type OpenEngine, type Place } from './suite-kit.ts';

const FILES = {
  '.vaultloomignore': 'Secret/\n',
  'Work/Plan.md': `---
status: active
rating: 4
due: 2026-03-01
tags: [project]
---
# Now

- [ ] Call [[Anna]] 📅 2026-03-02 #phone
  - [/] Find her number ⏫
- [x] Write ✅ 2026-02-01

## Later

- [ ] Pay rent 🔁 every month 📅 2026-03-01 ^rent
`,
  'Work/Ideas.md': '---\nstatus: Waiting\nrating: 10\n---\nSee [[Plan]] and [[Missing]].\n',
  'Home/Garden.md': '---\nrating: high\n---\n- [ ] Sow beans [due:: 2026-04-01]\n- [-] Dropped\n- [!] Water now\n',
  'Home/Alone.md':
    'Many words stand here, more than anywhere else in these few notes, one after another, for a while, until there are enough.\n',
  'Secret/Hidden.md': '- [ ] Hidden task\n\n[[Alone]]\n',
};

/** Lists of notes and tasks. */
export function listsSuite(name: string, open: OpenEngine): void {
  describe(`${name}: lists`, () => {
    let place: Place;
    let opened: OpenedEngine;
    let engine: Engine;

    beforeEach(async () => {
      ({ place, opened, engine } = await openOn(FILES, open));
    });
    afterEach(() => closeAndRemove({ opened, place }));

    const notes = (input: object): Promise<ListNotesOutput> => engine.listNotes(listNotesInput.parse(input));
    const paths = async (input: object): Promise<string[]> => (await notes(input)).notes.map(({ path }) => path);
    const tasks = (input: object = {}): Promise<ListTasksOutput> => engine.listTasks(listTasksInput.parse(input));
    const texts = async (input: object): Promise<string[]> => (await tasks(input)).tasks.map(({ text }) => text);
    const put = (path: string, text: string): Promise<void> => writeFile(join(place.vault, path), text);

    it('notes have the properties asked for, and are sorted by any, missing values last', async () => {
      const { notes: rows } = await notes({ sort: 'rating', properties: ['Rating', 'status', 'none'] });
      expect(rows.map(({ path, properties }) => [path, properties])).toEqual([
        ['Work/Plan.md', { Rating: 4, status: 'active' }],
        ['Work/Ideas.md', { Rating: 10, status: 'Waiting' }],
        ['Home/Garden.md', { Rating: 'high' }],
        ['Home/Alone.md', undefined],
        ['_stub/Anna.md', undefined],
        ['_stub/Missing.md', undefined],
      ]);
      expect((await paths({ sort: 'status', order: 'desc', includeStubs: false })).slice(0, 2)).toEqual([
        'Work/Ideas.md',
        'Work/Plan.md',
      ]);
    });

    it('notes are sorted by time, title, words and incoming links', async () => {
      await utimes(join(place.vault, 'Home/Alone.md'), 1_600_000_000, 1_600_000_000);
      await engine.refresh({ paths: ['Home/Alone.md'] });
      expect((await paths({ sort: 'modified', includeStubs: false })).at(-1)).toBe('Home/Alone.md');
      expect((await paths({ sort: 'modified', order: 'asc' }))[0]).toBe('Home/Alone.md');
      expect((await paths({ sort: 'title' }))[0]).toBe('Home/Alone.md');
      expect((await notes({ sort: 'words' })).notes[0]).toMatchObject({ path: 'Home/Alone.md', words: 22 });
      expect((await notes({ sort: 'incoming' })).notes[0]).toMatchObject({ path: 'Work/Plan.md', incoming: 1 });
      expect(
        (await notes({ sort: 'created', includeStubs: false })).notes.every(
          ({ created }) => typeof created === 'string',
        ),
      ).toBe(true);
    });

    it('notes changed within some days, both included', async () => {
      const at = new Date(2026, 1, 10, 12).getTime() / 1000;
      await utimes(join(place.vault, 'Home/Alone.md'), at, at);
      await engine.refresh({ paths: ['Home/Alone.md'] });
      expect(await paths({ modifiedAfter: '2026-02-10', modifiedBefore: '2026-02-10' })).toEqual(['Home/Alone.md']);
      expect(await paths({ modifiedBefore: '2026-02-09' })).toEqual([]);
      expect(await paths({ modifiedAfter: '2026-02-10T11:00', modifiedBefore: '2026-02-10T13:00' })).toEqual([
        'Home/Alone.md',
      ]);
      expect(await paths({ modifiedAfter: '1d' })).not.toContain('_stub/Anna.md');
    });

    it('notes with no links, or with links to nothing; hidden notes do not count', async () => {
      expect(await paths({ links: 'none' })).toEqual(['Home/Alone.md', 'Home/Garden.md']);
      expect(await paths({ links: 'no_incoming' })).toEqual(['Home/Alone.md', 'Home/Garden.md', 'Work/Ideas.md']);
      expect(await paths({ links: 'no_outgoing' })).toEqual(['Home/Alone.md', 'Home/Garden.md']);
      expect(await paths({ links: 'unresolved' })).toEqual(['Work/Ideas.md', 'Work/Plan.md']);
    });

    it('pages follow each other, and unknown folders and tags are hinted at', async () => {
      expect(await notes({ limit: 4 })).toMatchObject({ total: 6, nextOffset: 4 });
      const last = await notes({ limit: 4, offset: 4 });
      expect(last.notes.map(({ path }) => path)).toEqual(['_stub/Anna.md', '_stub/Missing.md']);
      expect(last).not.toHaveProperty('nextOffset');
      expect((await notes({ directory: 'Wrok' })).hint).toContain('"Work"');
      expect((await notes({ tag: 'projekt' })).hint).toContain('"project"');
      expect((await tasks({ tag: 'phon' })).hint).toContain('"phone"');
      expect((await tasks({ where: { tags: 'projekt' } })).hint).toContain('"project"');
      expect((await notes({ where: { and: [{ 'file.tags': { contains: 'projekt' } }] } })).hint).toContain('"project"');
      expect((await notes({ where: { tags: 'project', status: 'gone' } })).hint).not.toContain('No note has the tag');
    });

    it('notes and tasks of notes that meet conditions', async () => {
      expect(await paths({ where: { rating: { '>=': 4 } } })).toEqual(['Work/Ideas.md', 'Work/Plan.md']);
      expect(await paths({ where: { or: [{ status: 'active' }, { rating: 'high' }] } })).toEqual([
        'Home/Garden.md',
        'Work/Plan.md',
      ]);
      expect(await paths({ where: { due: { '<': '2026-04-01' }, 'file.folder': 'Work' } })).toEqual(['Work/Plan.md']);
      expect(await texts({ where: { tags: 'project' }, status: 'done' })).toEqual(['Write']);
      await expect(notes({ where: { rating: { '>>': 1 } } })).rejects.toMatchObject({ code: 'invalid_arguments' });
    });

    it('a changed property is found at once', async () => {
      await put('Home/Alone.md', '---\nrating: 1\n---\n');
      await until(async () => expect(await paths({ where: { rating: 1 } })).toEqual(['Home/Alone.md']));
    });

    it('with a hint if a property, a value or what to sort by is not there', async () => {
      const hint = async (input: object): Promise<string | undefined> => (await notes(input)).hint;
      expect(await hint({ where: { statsu: 'active' } })).toContain(
        'No note has the property "statsu". Near: "status"',
      );
      expect(await hint({ where: { status: 'Active' } })).toBe(
        '"status" has "active", which is not the same as "Active".',
      );
      expect(await hint({ where: { and: [{ rating: { '=': '4' } }] } })).toContain(
        'has 4, which is not the same as "4"',
      );
      expect(await hint({ where: { status: ['active', 'Waiting'] } })).toContain('{"or": [{"status": …}, …]}');
      expect(await hint({ where: { folder: 'Home' } })).toBe(
        'No note has the property "folder"; of the file itself it is "file.folder".',
      );
      expect(await hint({ where: { tags: ['garden', 'nowhere'] } })).toContain(
        '"garden", "nowhere" is a whole list. For one of several values: {"or": [{"tags": …}, …]}.',
      );
      expect(await hint({ where: { status: 'done' } })).toBe('Values of "status": "Waiting", "active".');
      expect(await hint({ where: { status: 'active', rating: { '>': 100 } } })).toBeUndefined();
      expect(await hint({ where: { status: 'active' } })).toBeUndefined();
      expect(await hint({ sort: '-modified' })).toContain(
        'No note has the property "-modified" to sort by. Near: "modified"',
      );
      expect(await hint({ sort: 'rating' })).toBeUndefined();
      expect((await engine.listTasks(listTasksInput.parse({ where: { statsu: 1 } }))).hint).toContain('"statsu"');
    });

    it('tasks are found by their words in any letter case, with accents or without', async () => {
      await put('Home/Alone.md', '- [ ] Réserver le café à Gießen\n- [ ] Проверить почту\n- [ ] Йогурт\n');
      await until(async () => expect(await texts({ text: 'cafe giessen' })).toEqual(['Réserver le café à Gießen']));
      expect(await texts({ text: 'RÉSERVER' })).toEqual(['Réserver le café à Gießen']);
      expect(await texts({ text: 'проверить' })).toEqual(['Проверить почту']);
      expect(await texts({ text: 'иогурт' })).toEqual([]);
    });

    it('open tasks by due day, with all they say', async () => {
      expect(await tasks()).toEqual({
        tasks: [
          {
            path: 'Work/Plan.md',
            line: 15,
            text: 'Pay rent',
            status: ' ',
            heading: 'Later',
            due: '2026-03-01',
            recurrence: 'every month',
            blockId: 'rent',
          },
          {
            path: 'Work/Plan.md',
            line: 9,
            text: 'Call [[Anna]] #phone',
            status: ' ',
            heading: 'Now',
            due: '2026-03-02',
            tags: ['phone'],
          },
          { path: 'Home/Garden.md', line: 4, text: 'Sow beans', status: ' ', due: '2026-04-01' },
          { path: 'Home/Garden.md', line: 6, text: 'Water now', status: '!' },
          {
            path: 'Work/Plan.md',
            line: 10,
            text: 'Find her number',
            status: '/',
            heading: 'Now',
            priority: 'high',
            parentLine: 9,
          },
        ],
        total: 5,
      });
    });

    it('tasks by status, words, folder, tag, note and due day', async () => {
      expect(await texts({ status: 'done' })).toEqual(['Write']);
      expect(await texts({ status: '-' })).toEqual(['Dropped']);
      expect((await tasks({ status: 'all' })).total).toBe(7);
      expect(await texts({ text: 'anna CALL' })).toEqual(['Call [[Anna]] #phone']);
      expect(await texts({ directory: 'home' })).toEqual(['Sow beans', 'Water now']);
      expect(await texts({ tag: '#phone' })).toEqual(['Call [[Anna]] #phone']);
      expect((await tasks({ tag: 'project' })).total).toBe(3);
      expect(await texts({ name: 'Garden', status: 'all' })).toEqual(['Sow beans', 'Dropped', 'Water now']);
      expect(await texts({ dueAfter: '2026-03-02', dueBefore: '2026-04-01' })).toEqual([
        'Call [[Anna]] #phone',
        'Sow beans',
      ]);
      expect(await texts({ dueBefore: '2026-03' })).toEqual(['Pay rent', 'Call [[Anna]] #phone']);
      expect(await texts({ sort: 'priority', limit: 1 })).toEqual(['Find her number']);
      await expect(tasks({ name: 'Nowhere at all' })).rejects.toMatchObject({ code: 'note_not_found' });
    });

    it('a changed task is found at once, and tasks are known after a restart', async () => {
      await appendFile(join(place.vault, 'Home/Alone.md'), '\n- [ ] New task 📅 2020-01-01\n');
      await until(async () => expect((await texts({ limit: 1 }))[0]).toBe('New task'));
      const before = await tasks({ status: 'all' });
      await opened.close();
      opened = await open(place.vault, place.data);
      engine = opened.engine;
      await engine.whenReady({ timeoutMs: 30_000 });
      expect(await tasks({ status: 'all' })).toEqual(before);
    });
  });
}
