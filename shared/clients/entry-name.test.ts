import { describe, expect, it } from 'vitest';
import { entryName } from './entry-name.ts';

describe('the name of an entry', () => {
  it('is the plain one for a single vault, however its path ends', () => {
    expect(entryName('/a/Notes', [])).toBe('vault-loom');
    expect(entryName('/a/Notes', ['/a/Notes/'])).toBe('vault-loom');
    expect(entryName('C:\\Notes\\', ['C:\\Notes'])).toBe('vault-loom');
  });

  it('names the vault if there are several, the same in any order', () => {
    const vaults = ['/a/Notes', '/b/Wörk & play', 'C:\\Users\\me\\My Vault'];
    const names = ['vault-loom-notes', 'vault-loom-work-play', 'vault-loom-my-vault'];
    expect(vaults.map((vault) => entryName(vault, vaults))).toEqual(names);
    expect(vaults.map((vault) => entryName(vault, [...vaults].reverse()))).toEqual(names);
  });

  it('is never the same for two vaults whose folders are called alike, or have no Latin letter', () => {
    const vaults = ['/a/Notes', '/b/notes', '/c/日本', '/c/中文'];
    const names = vaults.map((vault) => entryName(vault, vaults));
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^vault-loom-(?:notes|vault)-[0-9a-f]{4}$/u);
  });

  it('is never one that the client has for something else', () => {
    const taken = new Set(['vault-loom', 'vault-loom-notes']);
    expect(entryName('/a/Notes', [], (name) => taken.has(name))).toBe('vault-loom-notes-2');
    expect(entryName('/a/Work', [], (name) => taken.has(name))).toBe('vault-loom-work');
  });
});
