import { describe, expect, it, vi } from 'vitest';
import { SettingsStore, type SettingsFile } from './settings-store.ts';

/** A settings file, as the app keeps it for a plugin. */
function fileWith(text: string | null): SettingsFile & { text: () => unknown } {
  let held = text;
  return {
    text: () => JSON.parse(held ?? 'null'),
    hasData: async () => held !== null,
    loadData: async () => (held === null ? null : JSON.parse(held)),
    saveData: async (data) => {
      held = JSON.stringify(data);
    },
  };
}

describe('SettingsStore', () => {
  it('has the defaults before and without a file, and says nothing', async () => {
    const onChange = vi.fn();
    const store = new SettingsStore(fileWith(null), onChange);
    await store.load();
    expect(store.current).toMatchObject({ port: 27_125, excludedFolders: [] });
    expect(onChange).not.toHaveBeenCalled();
  });

  it('survives a damaged file, and leaves it alone until something is changed', async () => {
    const file = fileWith('{"port": 30');
    const store = new SettingsStore(file, vi.fn());
    await store.load();
    expect(store.current.port).toBe(27_125);
    expect(() => file.text()).toThrow();
    await store.change({ port: 30_000 });
    expect(file.text()).toMatchObject({ port: 30_000 });
  });

  it('asks before every write while the file could never be read, as the bridge does', async () => {
    const file = fileWith('{"reviewMode": "read-o');
    const store = new SettingsStore(file, vi.fn());
    await store.load();
    expect([store.current.reviewMode, store.isUnread]).toEqual(['ask-always', true]);
    const unsaved = new SettingsStore({ ...file, saveData: () => Promise.reject(new Error('full')) }, vi.fn());
    await expect(unsaved.change({ port: 30_001 })).rejects.toThrow('full');
    await expect(unsaved.change({ hidesLinked: true })).rejects.toThrow('full');
    expect(unsaved.current).toMatchObject({ port: 30_001, hidesLinked: true, reviewMode: 'ask-always' });
    await file.saveData({ reviewMode: 'read-only', port: 30_000 });
    await store.change({ hidesLinked: true });
    expect(file.text()).toMatchObject({ reviewMode: 'read-only', port: 30_000, hidesLinked: true });
    expect([store.isUnread, unsaved.isUnread]).toEqual([false, false]);
  });

  it.each(['[]', '"text"', '7'])('takes a file that holds no settings, but %s, for a damaged one', async (text) => {
    const store = new SettingsStore(fileWith(text), vi.fn());
    await store.load();
    expect([store.current.reviewMode, store.isUnread]).toEqual(['ask-always', true]);
  });

  it.each([
    ['throws', '{"port": 30'],
    ['gives nothing, though the file is there', 'null'],
  ])(
    'keeps what holds while a sync has written half of the file, and loses none of it to a change: the app %s',
    async (_, half) => {
      const good = { port: 30_000, embedder: 'none', reviewMode: 'read-only', sendsMail: 'always' };
      const file = fileWith(JSON.stringify(good));
      const onChange = vi.fn();
      let isHalf = false;
      const loadData = async (): Promise<unknown> => (isHalf ? JSON.parse(half) : file.loadData());
      const store = new SettingsStore({ ...file, loadData }, onChange);
      await store.load();
      onChange.mockClear();
      isHalf = true;
      await store.load();
      expect(store.current).toMatchObject({ port: 30_000, embedder: 'none', reviewMode: 'read-only' });
      expect(onChange).not.toHaveBeenCalled();
      await store.change({ hidesLinked: true });
      expect(file.text()).toMatchObject({ ...good, hidesLinked: true });
    },
  );

  it('keeps what is good in a file with a mistake, and what a later version wrote', async () => {
    const file = fileWith('{"port": "many", "excludedFolders": ["Archive"], "sendsMail": "always"}');
    const onChange = vi.fn();
    const store = new SettingsStore(file, onChange);
    await store.load();
    expect(onChange).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ port: 27_125, excludedFolders: ['Archive'] }),
    );
    await store.change({ embedder: 'lsa' });
    expect(file.text()).toMatchObject({
      port: 27_125,
      embedder: 'lsa',
      excludedFolders: ['Archive'],
      sendsMail: 'always',
    });
  });

  it('reports an outside change once, and none if nothing differs', async () => {
    const file = fileWith('{"port": 30000}');
    const onChange = vi.fn();
    const store = new SettingsStore(file, onChange);
    await store.load();
    await store.load();
    expect(onChange).toHaveBeenCalledTimes(1);
    await file.saveData({ port: 30_001 });
    await store.load();
    expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ port: 30_001 }));
  });

  it('keeps what is in the file if something is changed before it was read', async () => {
    const file = fileWith('{"port": 30000}');
    await new SettingsStore(file, vi.fn()).change({ embedder: 'none' });
    expect(file.text()).toMatchObject({ port: 30_000, embedder: 'none' });
  });

  it('keeps a change that is made while the file is read, or is not saved yet', async () => {
    const file = fileWith('{"port": 30000}');
    let whileRead = (): unknown => undefined;
    const loadData = async (): Promise<unknown> => {
      const data = await file.loadData();
      whileRead();
      whileRead = () => undefined;
      return data;
    };
    const store = new SettingsStore({ ...file, loadData }, vi.fn());
    await store.load();
    whileRead = () => void store.change({ excludedFolders: ['Archive'] });
    await store.load();
    expect(store.current.excludedFolders).toEqual(['Archive']);
    const saving = store.change({ excludedFolders: [] });
    await store.load();
    expect(store.current.excludedFolders).toEqual([]);
    await saving;
    expect(file.text()).toMatchObject({ port: 30_000, excludedFolders: [] });
  });

  it('saves changes in the order they were made, also after one that could not be saved', async () => {
    const file = fileWith(null);
    let fails = true;
    const store = new SettingsStore(
      { ...file, saveData: (data) => (fails ? Promise.reject(new Error('read-only')) : file.saveData(data)) },
      vi.fn(),
    );
    await expect(store.change({ port: 30_000 })).rejects.toThrow('read-only');
    fails = false;
    await Promise.all([
      store.change({ port: 30_001 }),
      store.change({ embedder: 'none' }),
      store.change({ port: 30_002 }),
    ]);
    expect(file.text()).toMatchObject({ port: 30_002, embedder: 'none' });
  });
});
