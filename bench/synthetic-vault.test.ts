import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { syntheticPath, syntheticVault, writeNotes } from './synthetic-vault.ts';
import { makeScratch, notePaths } from './support/scratch-vault.ts';

const LINK = /\[\[([^\]]+)\]\]/gu;

describe('a synthetic vault', () => {
  it('is the same for the same options', () => {
    const vault = [...syntheticVault({ notes: 60 })];
    expect([...syntheticVault({ notes: 60 })]).toEqual(vault);
    expect([...syntheticVault({ notes: 60, seed: 2 })]).not.toEqual(vault);
  });

  it('has other text in another revision, under the same paths', () => {
    const before = [...syntheticVault({ notes: 60 })];
    const after = [...syntheticVault({ notes: 60, revision: 1 })];
    expect(after.map((note) => note.path)).toEqual(before.map((note) => note.path));
    expect(after.filter((note, i) => note.text === before[i]?.text)).toEqual([]);
  });

  it('has about as many words and links as asked for, and every link names a note', () => {
    const notes = [...syntheticVault({ notes: 400 })];
    const names = new Set(notes.map((note) => note.path.split('/').at(-1)?.slice(0, -'.md'.length)));
    const links = notes.flatMap((note) => Array.from(note.text.matchAll(LINK), (match) => match[1]));
    expect(names.size).toBe(400);
    expect(links.filter((name) => !names.has(name))).toEqual([]);
    expect(links.length / 400).toBeGreaterThan(7);
    expect(links.length / 400).toBeLessThan(11);
    const words = notes.reduce((sum, note) => sum + note.text.split(/\s+/u).length, 0) / 400;
    expect(words).toBeGreaterThan(220);
    expect(words).toBeLessThan(330);
  });

  it('gathers links on a few notes, and words on a few of the vocabulary', () => {
    const notes = [...syntheticVault({ notes: 400 })];
    const links = notes.flatMap((note) => Array.from(note.text.matchAll(LINK), (match) => match[1] ?? ''));
    expect(shareOfTop(links, 40)).toBeGreaterThan(0.25);
    const words = notes.flatMap((note) => note.text.replace(LINK, '').match(/\p{L}+/gu) ?? []);
    expect(shareOfTop(words, 100)).toBeGreaterThan(0.3);
    expect(new Set(words).size).toBeGreaterThan(5_000);
  });

  it('is written under the paths it names', async () => {
    const scratch = await makeScratch();
    expect(await writeNotes(scratch.folder, syntheticVault({ notes: 450, words: 20 }))).toBe(450);
    const paths = await notePaths(scratch.folder);
    expect(paths).toHaveLength(450);
    expect(paths).toContain(syntheticPath(449));
    const [first] = [...syntheticVault({ notes: 450, words: 20 })];
    expect(await readFile(join(scratch.folder, syntheticPath(0)), 'utf8')).toBe(first?.text);
    await scratch.remove();
  });
});

/** The share of all items that the `top` most frequent make up. */
function shareOfTop(items: readonly string[], top: number): number {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  const highest = [...counts.values()].sort((a, b) => b - a).slice(0, top);
  return highest.reduce((sum, count) => sum + count, 0) / items.length;
}
