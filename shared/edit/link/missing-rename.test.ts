import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import { isNotePath } from '../../vault/paths.ts';
import type { NewLinkFormat } from './link-spelling.ts';
import { missingRename, type MissingTarget } from './missing-rename.ts';
import { planMove, type Vault } from './move-test-kit.ts';
import { applyTextEdits } from './text-edit.ts';

/** The texts that change, as they are then. */
function renamed(vault: Vault, from: string, to: MissingTarget, format: NewLinkFormat = 'shortest'): Vault {
  const files = Object.entries(vault).map(([path, text]) => ({ path, text }));
  const notes = files.filter(({ path }) => isNotePath(path)).map((file) => ({ ...file, parsed: parseNote(file.text) }));
  const rest = files.filter(({ path }) => path.endsWith('.canvas'));
  const plan = planMove(runSteps(missingRename(from, to, Object.keys(vault), format)), notes, rest);
  return Object.fromEntries(plan.map(({ path, edits }) => [path, applyTextEdits(vault[path] ?? '', edits)]));
}

describe('the rename of a missing note', () => {
  it('rewrites every form of a link to it, and keeps the form', () => {
    const text = (name: string): string =>
      `---\nup: "[[${name}]]"\n---\r\n[[${name}]] [[${name}|shown]] ![[${name}]] [[${name}#Steps|s]] [[${name}^b1]] [[${name}.md]] ` +
      `[text](${name}.md) [text](./${name}.md#Steps) [text][ref] %% [[${name}]] %%  \n\n[ref]: ${name}.md\n`;
    expect(renamed({ 'Home.md': text('Soup') }, 'Soup', { name: 'Broth' })).toEqual({ 'Home.md': text('Broth') });
  });

  it('gives a link that shows the old name the new one, as a move does', () => {
    expect(renamed({ 'Home.md': '[[Soup|Soup]] [Soup](Soup.md)' }, 'Soup', { name: 'Broth' })).toEqual({
      'Home.md': '[[Broth|Broth]] [Broth](Broth.md)',
    });
  });

  it('touches no other link, no code, and no note that is there', () => {
    const vault = {
      'Home.md': '[[a/Soup]] [[Other Soup]] [[Soups]] `[[a/Soup]]` [[Soup]] [[b/Soup]]',
      'b/Soup.md': '[[Soup]] [[a/Soup]]',
    };
    expect(renamed(vault, 'a/Soup', { name: 'a/Broth' })).toEqual({
      'Home.md': '[[a/Broth]] [[Other Soup]] [[Soups]] `[[a/Soup]]` [[Soup]] [[b/Soup]]',
      'b/Soup.md': '[[Soup]] [[a/Broth]]',
    });
  });

  it('finds links in any letter case, relative ones, and those of canvases', () => {
    const vault = {
      'a/Near.md': '[[./soup]]',
      'c/Far.md': '[x](../a/SOUP.md)',
      'Board.canvas': '{"nodes":[{"type":"file","file":"a/Soup.md"},{"type":"text","text":"see [[a\\/Soup]]"}]}',
    };
    expect(renamed(vault, 'a/Soup', { name: 'a/Broth' })).toEqual({
      'a/Near.md': '[[./Broth]]',
      'c/Far.md': '[x](../a/Broth.md)',
      'Board.canvas': '{"nodes":[{"type":"file","file":"a/Broth.md"},{"type":"text","text":"see [[a\\/Broth]]"}]}',
    });
  });

  it('can change letter case alone', () => {
    expect(renamed({ 'Home.md': '[[soup]] [[Soup]]' }, 'soup', { name: 'Soup' })).toEqual({
      'Home.md': '[[Soup]] [[Soup]]',
    });
  });

  it('writes the folder of the new name where the name alone would lead to another note', () => {
    expect(renamed({ 'Home.md': '[[Soup]]', 'b/Broth.md': '' }, 'Soup', { name: 'a/Broth' })).toEqual({
      'Home.md': '[[a/Broth]]',
    });
    expect(renamed({ 'Home.md': '[[Soup]]' }, 'Soup', { name: 'a/Broth' })).toEqual({ 'Home.md': '[[a/Broth]]' });
    expect(renamed({ 'c/Near.md': '[[Soup]]' }, 'Soup', { name: 'a/Broth' }, 'relative')).toEqual({
      'c/Near.md': '[[../a/Broth]]',
    });
  });

  it('joins another missing note', () => {
    expect(renamed({ 'Home.md': '[[Soup]] [[Broth]]' }, 'Soup', { name: 'Broth' })).toEqual({
      'Home.md': '[[Broth]] [[Broth]]',
    });
  });

  it('leads to a note that is there, from wherever it is linked', () => {
    const vault = {
      'Home.md': '[[Soup]] [x](Soup.md) [[Soup|warm]]',
      'b/Near.md': '[[Soup]]',
      'a/Broth.md': '',
      'b/Broth.md': '',
    };
    expect(renamed(vault, 'Soup', { path: 'a/Broth.md' })).toEqual({
      'Home.md': '[[a/Broth]] [x](a/Broth.md) [[a/Broth|warm]]',
      'b/Near.md': '[[a/Broth]]',
    });
  });

  it('refuses a name that a link cannot hold', () => {
    for (const name of ['C#1', 'a|b', 'a]]b'])
      expect(() => renamed({ 'Home.md': '[[Soup]]' }, 'Soup', { name })).toThrow(/cannot be written/u);
  });
});
