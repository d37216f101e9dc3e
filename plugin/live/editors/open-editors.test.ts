import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'obsidian';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scheduleTimeout } from '../../../shared/kit/time/schedule.ts';
import { eventLoopYield, Slicer } from '../../../shared/kit/concurrency/slices.ts';
import { OpenEditors } from './open-editors.ts';
import type { WindowPace } from './write-window.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'open-editors-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

const onDisk = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/**
 * An open editor over a real file, which behaves like the app's views: it saves its whole text over the file, and picks
 * up changes by others only when told to look.
 */
class View {
  file: { path: string } | null;
  data: string;
  dirty?: boolean;
  lastSavedData?: string | null;
  saves = 0;
  readonly leaf = { view: this };
  #text: string;

  constructor(path: string, text: string, inner: { dirty?: boolean; lastSavedData?: string } = {}) {
    this.file = { path };
    this.data = text;
    this.#text = text;
    Object.assign(this, inner);
  }

  getViewType = (): string => 'markdown';
  getState = (): object => ({});
  getEphemeralState = (): object => ({});
  getViewData(): string {
    return this.#text;
  }

  setViewData(data: string, _clear: boolean): void {
    this.#text = data;
  }

  clear(): void {
    this.#text = '';
  }

  requestSave(): void {
    if (this.dirty !== undefined) this.dirty = true;
  }

  async save(clear = false): Promise<void> {
    this.saves++;
    const text = this.#text;
    if (this.dirty !== undefined) this.dirty = false;
    if (this.lastSavedData !== undefined) this.lastSavedData = text;
    this.data = text;
    await writeFile(join(root, this.file?.path ?? ''), text);
    if (clear) this.clear();
  }

  type(text: string): void {
    this.#text = text;
    this.requestSave();
  }

  /** The app has noticed that the file is another one, and shows it; of typed text it knows nothing. */
  async look(): Promise<void> {
    const text = await onDisk(this.file?.path ?? '');
    if (this.lastSavedData !== undefined) this.lastSavedData = text;
    if (this.dirty !== undefined) this.dirty = false;
    this.data = text;
    this.setViewData(text, false);
  }
}

async function open(path: string, text: string, inner?: { dirty?: boolean; lastSavedData?: string }): Promise<View> {
  await writeFile(join(root, path), text);
  return new View(path, text, inner);
}

const inApp = (path: string, text: string): Promise<View> => open(path, text, { dirty: false, lastSavedData: text });

function editors(
  views: object[],
  pace: Partial<WindowPace> = {},
  slicer = new Slicer(8, eventLoopYield()),
): OpenEditors {
  const app = {
    workspace: {
      iterateAllLeaves: (visit: (leaf: object) => void) => views.forEach((view) => visit({ view })),
      activeEditor: null,
    },
    vault: {
      adapter: {
        read: onDisk,
        process: async (path: string, change: (text: string) => string) =>
          writeFile(join(root, path), change(await onDisk(path))),
      },
      getFileByPath: () => null,
    },
  };
  return new OpenEditors(app as unknown as App, { schedule: scheduleTimeout, ...pace }, slicer);
}

const tool = (path: string, text: string): Promise<void> => writeFile(join(root, path), text);
const soon = (ms: number, task: () => unknown): void => void setTimeout(task, ms);

describe('before a tool writes', () => {
  it('what was typed into the given files is saved, and only into those', async () => {
    const [asked, other] = [await inApp('A.md', 'old'), await inApp('B.md', 'old')];
    asked.type('typed');
    other.type('typed');
    await editors([asked, other, { getViewType: () => 'file-explorer' }]).prepare(['a.md', 'absent.md']);
    expect([await onDisk('A.md'), await onDisk('B.md')]).toEqual(['typed', 'old']);
  });

  it('gives way among thousands of paths', async () => {
    const view = await inApp('Ä.md', 'old');
    view.type('typed');
    let turns = 0;
    const slicer = new Slicer(0, () => {
      turns += 1;
      return Promise.resolve();
    });
    const open = editors([view], {}, slicer);
    const paths = Array.from({ length: 10_000 }, (_, i) => `Ördner/Ünter ${i}.md`);
    await open.prepare([...paths, 'ä.md']);
    expect(await onDisk('Ä.md')).toBe('typed');
    const before = turns;
    expect(before).toBeGreaterThan(100);
    await open.written([...paths, 'ä.md']);
    expect(turns - before).toBeGreaterThan(100);
  });

  it('what was typed into others is saved too for a move, as far as that can be, and nothing is held there', async () => {
    const [asked, other, broken] = [await inApp('A.md', 'old'), await inApp('B.md', 'old'), await inApp('C.md', 'old')];
    for (const view of [asked, other, broken]) view.type('typed');
    broken.save = () => Promise.reject(new Error('No disk.'));
    await editors([asked, other, broken]).prepare(['A.md'], true);
    expect([await onDisk('A.md'), await onDisk('B.md'), await onDisk('C.md')]).toEqual(['typed', 'typed', 'old']);
    other.type('typed on');
    await sleep(700);
    await other.save();
    expect(await onDisk('B.md')).toBe('typed on');
  });

  it('an older text still in a view is not saved over what a tool wrote, though something was typed into it', async () => {
    const view = await inApp('A.md', 'one\ntwo\n');
    await tool('A.md', 'one\ntwo\nby a tool\n');
    view.type('one, typed\ntwo\n');
    soon(60, () => view.look());
    await editors([view]).prepare(['A.md']);
    expect(await onDisk('A.md')).toBe('one, typed\ntwo\nby a tool\n');
    expect(view.getViewData()).toBe('one, typed\ntwo\nby a tool\n');
  });

  it('says file_changed rather than lose either, if the view does not pick up what a tool wrote', async () => {
    const view = await inApp('A.md', 'one\n');
    await tool('A.md', 'by a tool\n');
    view.type('one, typed\n');
    await expect(editors([view], { longestMs: 80 }).prepare(['A.md'])).rejects.toMatchObject({
      code: 'file_changed',
      message: expect.stringContaining('"A.md"'),
    });
    expect([await onDisk('A.md'), view.getViewData(), view.saves]).toEqual(['by a tool\n', 'one, typed\n', 0]);
  });

  it('leaves an editor without unsaved text alone, even if its line ends differ or it lags behind', async () => {
    const clean = await open('A.md', 'a\r\nb');
    clean.setViewData('a\nb', true);
    const behind = await inApp('B.md', 'old');
    await tool('B.md', 'by a tool');
    await editors([clean, behind], { longestBehindMs: 60 }).prepare(['A.md', 'B.md']);
    expect([clean.saves, behind.saves, await onDisk('B.md')]).toEqual([0, 0, 'by a tool']);
  });

  it('knows what an app without internal markers has loaded by its public text', async () => {
    const view = await open('A.md', 'old');
    view.setViewData('typed', false);
    await editors([view]).prepare(['A.md']);
    expect(await onDisk('A.md')).toBe('typed');
  });

  it('refuses if it is unclear whether a view has typed text or an old one', async () => {
    const view = await open('A.md', 'old');
    view.setViewData('typed', false);
    view.data = 'typed';
    await expect(editors([view], { longestMs: 60 }).prepare(['A.md'])).rejects.toMatchObject({ code: 'file_changed' });
    expect([await onDisk('A.md'), view.saves]).toEqual(['old', 0]);
  });

  it('saves each of several views of one note on top of the other', async () => {
    const [left, right] = [await inApp('A.md', 'one\ntwo\n'), await inApp('A.md', 'one\ntwo\n')];
    left.type('one left\ntwo\n');
    right.type('one\ntwo right\n');
    const looking = setInterval(() => {
      for (const view of [left, right])
        if (view.lastSavedData !== undefined)
          void onDisk('A.md').then((text) => (text === view.lastSavedData ? undefined : view.look()));
    }, 15);
    await editors([left, right])
      .prepare(['A.md'])
      .finally(() => clearInterval(looking));
    expect(await onDisk('A.md')).toBe('one left\ntwo right\n');
  });

  it('is not fooled by a mark: text that is the same is saved once, and a canvas is judged by its mark', async () => {
    const marked = await open('A.md', 'same', { dirty: true, lastSavedData: 'same' });
    const canvas = await open('B.canvas', '{"nodes": []}', { dirty: false, lastSavedData: '{"nodes": []}' });
    canvas.setViewData('{"nodes":[]}', true);
    await editors([marked, canvas]).prepare(['A.md', 'B.canvas']);
    expect([marked.saves, canvas.saves]).toEqual([1, 0]);
  });

  it('says which note could not be saved, and does not wait forever', async () => {
    const refusing = await inApp('A.md', 'old');
    refusing.save = () => Promise.reject(new Error('EACCES: /home/person'));
    refusing.type('typed');
    const refused = await editors([refusing])
      .prepare(['A.md'])
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'file_changed', message: expect.stringContaining('"A.md"') });
    expect(String((refused as Error).message)).not.toContain('/home');
    const hanging = await inApp('B.md', 'old');
    hanging.save = () => new Promise(() => undefined);
    hanging.type('typed');
    await expect(editors([hanging], { longestMs: 30 }).prepare(['B.md'])).rejects.toMatchObject({ code: 'timeout' });
  });

  it('is satisfied with a tab that was closed meanwhile', async () => {
    const view = await inApp('A.md', 'old');
    view.type('typed');
    view.file = null;
    await expect(editors([view]).prepare(['A.md'])).resolves.toBeUndefined();
  });
});

describe('while a tool writes', () => {
  it("the app's own save waits until the view shows what was written", async () => {
    const view = await inApp('A.md', 'one\n');
    const open = editors([view]);
    await open.prepare(['A.md']);
    view.type('one, typed\n');
    const saving = view.save();
    await tool('A.md', 'one\nby a tool\n');
    soon(60, () => view.look());
    await open.written(['A.md']);
    await saving;
    expect(await onDisk('A.md')).toBe('one, typed\nby a tool\n');
  });

  it('an answer comes only when every view shows what was written, and puts it there if the app does not', async () => {
    const [looking, deaf] = [await inApp('A.md', 'one\n'), await inApp('A.md', 'one\n')];
    const open = editors([looking, deaf], { longestTakingInMs: 100 });
    await open.prepare(['A.md']);
    await tool('A.md', 'one\nby a tool\n');
    soon(30, () => looking.look());
    deaf.type('one, typed\n');
    await open.written(['A.md']);
    expect(looking.getViewData()).toBe('one\nby a tool\n');
    expect([deaf.getViewData(), await onDisk('A.md')]).toEqual(['one, typed\nby a tool\n', 'one, typed\nby a tool\n']);
  });

  it('a file that the app has read in the midst of a save, empty, costs nothing', async () => {
    const view = await inApp('A.md', 'one\n');
    const open = editors([view]);
    await open.prepare(['A.md']);
    view.type('one, typed\n');
    await tool('A.md', '');
    await view.look();
    await tool('A.md', 'one\nby a tool\n');
    soon(40, () => view.look());
    await open.written(['A.md']);
    expect(view.getViewData()).toBe('one, typed\nby a tool\n');
  });

  it('a closed pane saves what was typed on top of what was written', async () => {
    const view = await inApp('A.md', 'one\n');
    const open = editors([view]);
    await open.prepare(['A.md']);
    await tool('A.md', 'one\nby a tool\n');
    view.type('one, typed\n');
    await view.save(true);
    expect(await onDisk('A.md')).toBe('one, typed\nby a tool\n');
    expect(view.getViewData()).toBe('');
  });

  it('does not save again for a second request by a tool that has read the text', async () => {
    const view = await inApp('A.md', 'one');
    const open = editors([view]);
    view.type('one two');
    await open.prepare(['A.md']);
    view.type('one two three');
    await open.prepare(['A.md']);
    expect(await onDisk('A.md')).toBe('one two');
  });

  it('what was typed into a note that is moved arrives at its new place', async () => {
    const view = await inApp('A.md', 'one\n');
    const open = editors([view]);
    await open.prepare(['A.md', 'B.md']);
    view.type('one, typed\n');
    await rename(join(root, 'A.md'), join(root, 'B.md'));
    soon(40, () => (view.file = null));
    await open.written(['A.md', 'B.md'], [{ from: 'A.md', to: 'B.md' }]);
    expect(await onDisk('B.md')).toBe('one, typed\n');
  });

  it('lets views go again: after the write, after a while without one, and at the end', async () => {
    const names = ['save', 'setViewData', 'clear'] as const;
    const isHeld = (view: View): boolean => names.some((name) => Object.hasOwn(view, name));
    const [written, forgotten, last] = [await inApp('A.md', 'a'), await inApp('B.md', 'b'), await inApp('C.md', 'c')];
    const open = editors([written, forgotten, last], { longestHoldMs: 60 });
    await open.prepare(['A.md', 'B.md']);
    expect([isHeld(written), isHeld(forgotten)]).toEqual([true, true]);
    await tool('A.md', 'by a tool');
    soon(10, () => written.look());
    await open.written(['A.md']);
    expect(isHeld(written)).toBe(false);
    await vi.waitFor(() => expect(isHeld(forgotten)).toBe(false));
    await open.prepare(['C.md']);
    open.close();
    expect(isHeld(last)).toBe(false);
  });
});
