import { describe, expect, it, vi } from 'vitest';
import { startSandbox } from '../test-kit.ts';

describe("what plugins look up inside the sandbox's metadata cache", () => {
  it('finds a file in the tables of the app, by its path and then by its hash', async () => {
    const { app } = await startSandbox({ 'A.md': '# One\n', 'pic.png': 'x' });
    const { metadataCache, vault } = app;
    const stat = vault.getFileByPath('A.md')?.stat;
    const entry = metadataCache.fileCache['A.md'];
    expect(entry).toMatchObject({ mtime: stat?.mtime, size: stat?.size });
    expect(metadataCache.metadataCache[entry?.hash ?? '']).toBe(metadataCache.getCache('A.md'));
    expect([Object.keys(metadataCache.fileCache), metadataCache.fileCache['pic.png'], 'B.md' in metadataCache.fileCache]).toEqual([['A.md'], undefined, false]);
  });

  it('reads a text that is in no file, and a file that was just written', async () => {
    const { app } = await startSandbox({ 'A.md': '# One\n' });
    const { metadataCache, vault } = app;
    const text = new TextEncoder().encode('# Two #t').buffer;
    expect(await metadataCache.computeMetadataAsync(text)).toMatchObject({ headings: [{ heading: 'Two #t', level: 1 }], tags: [{ tag: '#t' }] });
    const file = vault.getFileByPath('A.md');
    if (file === null) throw new Error('no file');
    await vault.modify(file, '# Three\n');
    await metadataCache.computeFileMetadataAsync(file);
    expect(metadataCache.getFileCache(file)?.headings?.[0]?.heading).toBe('Three');
  });

  it('tells when nothing waits to be read', async () => {
    const { app } = await startSandbox({ 'A.md': '# One\n' });
    const { metadataCache, vault } = app;
    const calls = vi.fn();
    metadataCache.onCleanCache(calls);
    expect([metadataCache.isCacheClean(), calls.mock.calls.length]).toEqual([true, 1]);
    const file = await vault.create('B.md', '# Two\n');
    const heading = await new Promise((resolve) => metadataCache.onCleanCache(() => resolve(metadataCache.getFileCache(file)?.headings?.[0]?.heading)));
    expect(heading).toBe('Two');
  });
});
