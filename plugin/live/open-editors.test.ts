import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'obsidian';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scheduleTimeout } from '../../shared/protocol/schedule.ts';
import { saveOpenEditors } from './open-editors.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'open-editors-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

interface FakeView {
  file: { path: string; stat: { mtime: number; size: number } } | null;
  data: string;
  text: string;
  saves: number;
  dirty?: boolean;
  save(): Promise<void>;
}

/** An open editor over a real file, which saves as the app does: all of its text, over whatever is there. */
async function openEditor(path: string, onDisk: string, text: string, more: Partial<FakeView> = {}): Promise<FakeView> {
  await writeFile(join(root, path), onDisk);
  const view: FakeView & Record<string, unknown> = {
    file: { path, stat: await statOf(path) },
    data: onDisk,
    text,
    saves: 0,
    getViewType: () => 'markdown',
    getViewData: () => view.text,
    save: async () => {
      view.saves++;
      await writeFile(join(root, path), view.text);
      view.data = view.text;
    },
    ...more,
  };
  return view;
}

async function statOf(path: string): Promise<{ mtime: number; size: number }> {
  const { mtimeMs, size } = await stat(join(root, path));
  return { mtime: Math.round(mtimeMs), size };
}

function appWith(views: object[]): App {
  return {
    workspace: { iterateAllLeaves: (visit: (leaf: object) => void) => views.forEach((view) => visit({ view })) },
    vault: { adapter: { stat: statOf } },
  } as unknown as App;
}

const save = (views: object[], paths: string[], longestMs?: number): Promise<void> =>
  saveOpenEditors(appWith(views), paths, { schedule: scheduleTimeout, ...(longestMs === undefined ? {} : { longestMs }) });

describe('saveOpenEditors', () => {
  it('writes what was typed into the files asked for, and only into those', async () => {
    const [asked, other] = [await openEditor('A.md', 'old', 'typed'), await openEditor('B.md', 'old', 'typed')];
    await save([asked, other, { getViewType: () => 'file-explorer' }], ['a.md', 'absent.md']);
    expect(await readFile(join(root, 'A.md'), 'utf8')).toBe('typed');
    expect(await readFile(join(root, 'B.md'), 'utf8')).toBe('old');
  });

  it('leaves an editor alone that has nothing unsaved, also where its line endings differ or it lags behind the disk', async () => {
    const clean = await openEditor('A.md', 'a\r\nb', 'a\nb');
    const behind = await openEditor('B.md', 'old', 'old');
    const marked = await openEditor('C.md', 'old', 'as the app sees fit', { dirty: false });
    await writeFile(join(root, 'B.md'), 'written by others');
    await save([clean, behind, marked], ['A.md', 'B.md', 'C.md']);
    expect([clean.saves, behind.saves, marked.saves]).toEqual([0, 0, 0]);
    expect(await readFile(join(root, 'B.md'), 'utf8')).toBe('written by others');
  });

  it('believes the mark of the app', async () => {
    const marked = await openEditor('A.md', 'same', 'same', { dirty: true });
    await save([marked], ['A.md']);
    expect(marked.saves).toBe(1);
  });

  it('waits until the app has noticed what others wrote, so that both texts stay', async () => {
    const view = await openEditor('A.md', 'one', 'one typed');
    await writeFile(join(root, 'A.md'), 'one\nby others');
    setTimeout(() => {
      view.text = 'one typed\nby others';
      void statOf('A.md').then((noticed) => {
        if (view.file !== null) view.file.stat = noticed;
      });
    }, 60);
    await save([view], ['A.md']);
    expect(await readFile(join(root, 'A.md'), 'utf8')).toBe('one typed\nby others');
  });

  it('says which note could not be saved, and does not wait for ever', async () => {
    const refusing = await openEditor('A.md', 'old', 'typed', { save: () => Promise.reject(new Error('EACCES: /home/person')) });
    const refused = await save([refusing], ['A.md']).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'file_changed', message: expect.stringContaining('"A.md"') });
    expect(String((refused as Error).message)).not.toContain('/home');
    const hanging = await openEditor('B.md', 'old', 'typed', { save: () => new Promise(() => undefined) });
    await expect(save([hanging], ['B.md'], 30)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('is satisfied with a tab that was closed meanwhile', async () => {
    const view = await openEditor('A.md', 'old', 'typed', { file: null });
    await expect(save([view], ['A.md'])).resolves.toBeUndefined();
  });
});
