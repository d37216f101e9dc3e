import { appendFile, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listNotesInput } from '../../protocol/schemas/find.ts';
import { detectThemesInput } from '../../protocol/schemas/graph.ts';
import { until } from '../engine-test-kit.ts';
import type { Engine } from '../engine.ts';
import { closeAndRemove, openOn, read, search, type OpenedEngine, type OpenEngine, type Place } from './suite-kit.ts';

/** How an engine follows what happens to the vault. */
export function followsSuite(name: string, open: OpenEngine): void {
  describe(`${name}: follows the vault`, () => {
    let place: Place;
    let opened: OpenedEngine;
    let engine: Engine;

    beforeEach(async () => {
      ({ place, opened, engine } = await openOn(
        { 'A.md': 'Links to [[B]] and [[C]].\n', 'B.md': 'Bee text.\n' },
        open,
      ));
    });
    afterEach(() => closeAndRemove({ opened, place }));

    const found = async (query: string): Promise<string[]> =>
      (await engine.search(search(query))).rows.map((row) => row.path);
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

    it('sees a change whose file time goes backwards', async () => {
      await writeFile(join(place.vault, 'B.md'), 'Bee tixt.\n');
      await utimes(join(place.vault, 'B.md'), new Date(2001, 1, 1), new Date(2001, 1, 1));
      await until(async () => expect(await found('tixt')).toEqual(['B.md']));
    });

    it('names no missing note in a place that is hidden by now, though no note has changed', async () => {
      const members = async (): Promise<string[]> =>
        ((await engine.themes(detectThemesInput.parse({ includeStubs: true }))).clusters ?? []).flatMap(
          (cluster) => cluster.members,
        );
      expect((await members()).sort()).toEqual(['A.md', 'B.md', '_stub/C.md']);
      await writeFile(join(place.vault, '.vaultloomignore'), 'C.md\n');
      expect((await members()).sort()).toEqual(['A.md', 'B.md']);
    });

    it('answers nothing before it has read what a refresh left for later', async () => {
      const paths = Array.from({ length: 40 }, (_, i) => `many/${i}.md`);
      await mkdir(join(place.vault, 'many'));
      for (const path of paths) await writeFile(join(place.vault, path), 'A tau lepton.\n');
      expect(await engine.refresh({ paths: [], later: [...paths, '../outside.md'] })).toMatchObject({ refreshed: 0 });
      expect((await engine.search(search('lepton', { limit: 100 }))).rows.map((row) => row.path).sort()).toEqual(
        paths.sort(),
      );
    });

    it('takes in many files that a tool writes once it has written them, also if that fails', async () => {
      const paths = Array.from({ length: 100 }, (_, i) => `${i}.md`);
      await engine.prepareWrite({ paths, writing: true });
      for (const path of paths) await writeFile(join(place.vault, path), 'A tau lepton.\n');
      await writeFile(join(place.vault, 'B.md'), 'Now about zeppelins.\n');
      await until(async () => expect(await found('zeppelin')).toEqual(['B.md']));
      expect(await found('lepton')).toEqual([]);
      await engine.afterWrite({ paths });
      await until(async () => expect((await engine.search(search('lepton', { limit: 100 }))).rows).toHaveLength(100));
    });

    it('takes them in seconds after they were written if the writer dies before it says so', async () => {
      const paths = Array.from({ length: 100 }, (_, i) => `${i}.md`);
      await engine.prepareWrite({ paths, writing: true });
      for (const path of paths) await writeFile(join(place.vault, path), 'A tau lepton.\n');
      await until(async () => expect((await engine.search(search('lepton', { limit: 100 }))).rows).toHaveLength(100));
    });

    it('sees a file immediately after refresh, and when it is read', async () => {
      await writeFile(join(place.vault, 'B.md'), 'Fresh quark.\n');
      await engine.refresh({ paths: ['B.md', '../outside.md'] });
      expect(await found('quark')).toEqual(['B.md']);
      await writeFile(join(place.vault, 'B.md'), 'Read me: muon.\n');
      expect((await engine.readNote(read('B', { mode: 'full' }))).content).toBe('Read me: muon.\n');
      await writeFile(join(place.vault, 'Brand new.md'), 'x\n');
      expect((await engine.readNote(read('Brand new'))).path).toBe('Brand new.md');
    });

    it('answers for a note of many megabytes with its current file content, links included, and finds it soon after', async () => {
      const huge = join(place.vault, 'Huge.md');
      await writeFile(huge, `\`\`\`\n${`${'='.repeat(99)}\n`.repeat(53_000)}\`\`\`\n`);
      await engine.refresh({ paths: ['Huge.md'] });
      for (const word of ['kaon', 'pion']) {
        await appendFile(huge, `A charmed ${word}, see [[Unwritten ${word}]].\n`);
        await engine.refresh({ paths: ['Huge.md'] });
      }
      expect((await engine.resolve({ name: 'B', tolerance: 'write' })).path).toBe('B.md');
      expect((await engine.readNote(read('Huge'))).outgoing).toMatchObject([
        { title: 'Unwritten kaon' },
        { title: 'Unwritten pion' },
      ]);
      await until(async () => expect(await found('pion')).toEqual(['Huge.md']));
      await writeFile(huge, 'Short again.\n');
      await engine.refresh({ paths: ['Huge.md'] });
      expect(await stubs()).toEqual(['_stub/C.md']);
      expect(await found('pion')).toEqual([]);
    });

    it('reindex reports what this run changed, and nothing the second time', async () => {
      const first = await engine.reindex({});
      expect(first).toMatchObject({ nodesIndexed: 0, nodesSkipped: 2, stubNodesCreated: 0, stubsPruned: 0 });
      const again = await engine.reindex({});
      expect(again).toMatchObject({ nodesIndexed: 0, nodesSkipped: 2, edgesIndexed: 0, communitiesDetected: 0 });
      expect((await engine.reindex({ resolution: 0.5 })).communitiesDetected).toBeGreaterThan(0);
    });

    it('filters members of themes that are gone from disk', async () => {
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
}
