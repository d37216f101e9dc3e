import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  existsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { scheduleTimeout } from '../../shared/kit/time/schedule.ts';
import { ReadingLog } from '../../shared/reading/reading-log.ts';
import { vaultDataFolder } from '../../shared/vault/data-folders.ts';
import { RuleFiles } from '../../shared/vault/rules/rule-files.ts';
import { writeRules } from '../../shared/writing/places/path-guard.ts';
import type { FileChange } from '../../shared/writing/change/file-change.ts';
import { runsOf } from '../../shared/writing/journal/history-runs.ts';
import { VaultWriter } from '../../shared/writing/vault-writer.ts';
import { AppHistory } from './app-history.ts';
import { SeenRenames } from './renamed-notes.ts';

let root: string;
let dataFolder: string;
let bridge: VaultWriter;
let history: AppHistory;
let told: string[];
let renames: SeenRenames;
let restart: () => Promise<void>;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const write = async (...files: FileChange[]): Promise<string> =>
  (await bridge.apply({ tool: 'edit_note', client: 'Client', files })).id ?? '';
const edit = (path: string, before: string, after: string): Promise<string> =>
  write({ kind: 'edit', path, before: bytes(before), after: bytes(after) });

beforeEach(async () => {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'vault-loom-history-')));
  root = join(folder, 'vault');
  dataFolder = vaultDataFolder(join(folder, 'data'), root);
  mkdirSync(join(root, '.obsidian'), { recursive: true });
  writeFileSync(join(root, 'A.md'), 'one\n');
  writeFileSync(join(root, 'B.md'), 'two\n');
  bridge = new VaultWriter({ root, dataFolder, rules: writeRules({}, { configDir: '.obsidian' }) });
  told = [];
  const tell = (what: string) => (input: unknown) => {
    told.push(`${what} ${JSON.stringify(input)}`);
    return Promise.resolve({});
  };
  const engine = { prepareWrite: tell('prepare'), afterWrite: tell('after'), refresh: tell('refresh') };
  const open = async (): Promise<void> => {
    renames = new SeenRenames(() => Promise.resolve(dataFolder));
    history = await AppHistory.open({
      root,
      env: { VAULT_LOOM_DATA_DIR: join(folder, 'data') },
      rules: new RuleFiles(root),
      configDir: '.obsidian',
      schedule: scheduleTimeout,
      engine: () => engine as unknown as EngineHost,
      renames,
    });
  };
  await open();
  restart = async () => {
    await renames.settled();
    await history.close();
    await open();
  };
});

afterEach(async () => {
  await history.close();
  await bridge.close();
  rmSync(dirname(root), { recursive: true, force: true });
});

describe('AppHistory', () => {
  it('lists what a bridge wrote, with both texts', async () => {
    const id = await edit('A.md', 'one\n', 'ONE\n');
    expect(await history.entries()).toMatchObject([{ id, tool: 'edit_note', client: 'Client' }]);
    const [file] = await history.files(id);
    const texts = [file?.before, file?.after].map((each) => new TextDecoder().decode(each ?? undefined).trim());
    expect([file?.path, ...texts]).toEqual(['A.md', 'one', 'ONE']);
  });

  it('undoes a run to the byte, with the editors prepared before and told after, and redoes it', async () => {
    await edit('A.md', 'one\n', 'ONE\n');
    await edit('A.md', 'ONE\n', 'ONE!\n');
    await write({ kind: 'move', from: 'B.md', to: 'In/C.md', edit: { before: bytes('two\n'), after: bytes('TWO\n') } });
    const [run] = runsOf(await history.entries());
    const ids = run?.changes.map(({ id }) => id) ?? [];
    expect(await history.preview(ids)).toMatchObject({ ids, lost: [] });
    const { made, problem } = await history.undo(ids, { force: false });
    expect([made.length, problem]).toEqual([3, undefined]);
    expect([text('A.md'), text('B.md'), existsSync(join(root, 'In'))]).toEqual(['one\n', 'two\n', false]);
    expect(told.filter((what) => what.startsWith('prepare'))[0]).toContain('In/C.md');
    expect(told.find((what) => what.startsWith('after'))).toContain('"moved":[{"from":"In/C.md","to":"B.md"}]');
    expect((await history.entries())[0]).toMatchObject({ client: 'the app', tool: 'undo' });

    await history.undo(made, { force: false });
    expect([text('A.md'), text('In/C.md')]).toEqual(['ONE!\n', 'TWO\n']);
  });

  it('tells how far an undo of several changes is, and looks at another only after it', async () => {
    const ids = [await edit('A.md', 'one\n', 'ONE\n'), await edit('B.md', 'two\n', 'TWO\n')];
    const steps: unknown[] = [];
    const stop = history.onRunning(() => steps.push(history.running && [history.running.done, history.running.total]));
    const undone = history.undo(ids, { force: false });
    const { ids: left } = await history.preview(ids);
    expect([left, history.running, (await undone).made.length]).toEqual([[], null, 2]);
    expect(steps).toEqual([[0, 2], [1, 2], [2, 2], null]);
    stop();
  });

  it('says what would be lost, loses nothing unless told to, and keeps what it replaced', async () => {
    const first = await edit('A.md', 'one\n', 'ONE\n');
    writeFileSync(join(root, 'A.md'), 'ONE, and typed since\n');
    const preview = await history.preview([first]);
    expect(preview.lost).toEqual(['A.md']);
    expect(preview.files).toMatchObject([{ path: 'A.md' }]);
    expect(await history.undo([first], { force: false })).toMatchObject({
      made: [],
      problem: expect.stringContaining('lose'),
    });
    expect(text('A.md')).toBe('ONE, and typed since\n');
    const { made } = await history.undo([first], { force: true });
    expect(text('A.md')).toBe('one\n');
    await history.undo(made, { force: false });
    expect(text('A.md')).toBe('ONE, and typed since\n');
  });

  it('finds nothing lost where a later change is undone as well', async () => {
    const first = await edit('A.md', 'one\n', 'ONE\n');
    const second = await edit('A.md', 'ONE\n', 'ONE!\n');
    expect((await history.preview([first])).lost).toEqual(['A.md']);
    expect((await history.preview([first, second])).lost).toEqual([]);
  });

  it('names a place that was taken meanwhile', async () => {
    const moved = await write({ kind: 'move', from: 'A.md', to: 'C.md' });
    writeFileSync(join(root, 'A.md'), 'another\n');
    expect(await history.preview([moved])).toMatchObject({ lost: [], gone: [], taken: ['A.md'] });
  });

  describe('of a note that the app has renamed since', () => {
    /** As the app does. */
    const rename = (from: string, to: string): void => {
      renameSync(join(root, from), join(root, to));
      renames.add(from, to);
    };

    it('undoes an edit where the note is now, and redoes it there', async () => {
      const id = await edit('A.md', 'one\n', 'ONE\n');
      rename('A.md', 'New name.md');
      expect(await history.preview([id])).toMatchObject({ lost: [], gone: [], files: [{ path: 'New name.md' }] });
      const { made } = await history.undo([id], { force: false });
      expect([text('New name.md'), existsSync(join(root, 'A.md'))]).toEqual(['one\n', false]);
      expect(told.filter((what) => what.startsWith('prepare'))[0]).toContain('New name.md');
      rename('New name.md', 'Newer.md');
      await history.undo(made, { force: false });
      expect(text('Newer.md')).toBe('ONE\n');
    });

    it('finds it after a restart, under each of its names', async () => {
      const id = await edit('A.md', 'one\n', 'ONE\n');
      rename('A.md', 'New name.md');
      await restart();
      expect(renames.all).toMatchObject([{ from: 'A.md', to: 'New name.md' }]);
      rename('New name.md', 'Newer.md');
      await restart();
      await history.undo([id], { force: false });
      expect(text('Newer.md')).toBe('one\n');
    });

    it('finds it for a bridge too', async () => {
      const id = await edit('A.md', 'one\n', 'ONE\n');
      rename('A.md', 'New name.md');
      await renames.settled();
      await bridge.undo(id);
      expect(text('New name.md')).toBe('one\n');
    });

    it('leaves another note that has taken the old name', async () => {
      const id = await edit('A.md', 'one\n', 'ONE\n');
      rename('A.md', 'B2.md');
      writeFileSync(join(root, 'A.md'), 'another\n');
      await history.undo([id], { force: true });
      expect([text('A.md'), text('B2.md')]).toEqual(['another\n', 'one\n']);
    });

    it('follows the moves that assistants made, and not those that are undone with it', async () => {
      const edited = await edit('A.md', 'one\n', 'ONE\n');
      const moved = await write({ kind: 'move', from: 'A.md', to: 'C.md' });
      expect(await history.preview([edited])).toMatchObject({ lost: [], gone: [], files: [{ path: 'C.md' }] });
      expect(await history.preview([edited, moved])).toMatchObject({ lost: [], gone: [] });
      await history.undo([edited, moved], { force: false });
      expect([text('A.md'), existsSync(join(root, 'C.md'))]).toEqual(['one\n', false]);
    });

    it('says that the new name would be lost before it moves the note back, or deletes it', async () => {
      const moved = await write({ kind: 'move', from: 'A.md', to: 'C.md' });
      rename('C.md', 'D.md');
      expect((await history.preview([moved])).lost).toEqual(['D.md']);
      await history.undo([moved], { force: true });
      expect([text('A.md'), existsSync(join(root, 'D.md'))]).toEqual(['one\n', false]);
      const created = await write({ kind: 'create', path: 'E.md', bytes: bytes('new\n') });
      rename('E.md', 'F.md');
      expect((await history.preview([created])).lost).toEqual(['F.md']);
    });

    it('says that a note is gone if it cannot tell where it is now', async () => {
      const id = await edit('A.md', 'one\n', 'ONE\n');
      renameSync(join(root, 'A.md'), join(root, 'Elsewhere.md'));
      expect(await history.preview([id])).toMatchObject({ lost: [], gone: ['A.md'], taken: [] });
    });
  });

  it('tells soon of changes and readings of other processes', async () => {
    let calls = 0;
    const stop = history.watch(() => calls++);
    await edit('A.md', 'one\n', 'ONE\n');
    await vi.waitFor(() => expect(calls).toBeGreaterThan(0));
    const seen = calls;
    const log = new ReadingLog({ dataFolder, isKept: () => Promise.resolve(true), log: () => undefined });
    log.add({ client: 'Client', tool: 'read_note', paths: ['A.md'] });
    await log.settled();
    await vi.waitFor(() => expect(calls).toBeGreaterThan(seen));
    stop();
    expect(await history.readings()).toMatchObject([{ client: 'Client', paths: ['A.md'] }]);
  });

  it('keeps a note from assistants, and takes it back', async () => {
    await history.keepFromAssistants('A.md', true);
    expect(text('.vaultloomignore')).toBe('/A.md\n');
    await history.keepFromAssistants('A.md', false);
    expect(text('.vaultloomignore')).toBe('');
  });
});
