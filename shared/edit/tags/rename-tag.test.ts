import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import { anyNote, errorOf, SETTINGS } from '../edit-test-kit.ts';
import { readTagRename, renameTag } from './rename-tag.ts';

const rename = (text: string, from = 'garden', to = 'Yard/new'): string =>
  runSteps(renameTag(text, readTagRename(from, to))).text;

describe('renaming a tag', () => {
  it.each([
    ['in the text', 'A #garden, #garden.\n', 'A #Yard/new, #Yard/new.\n'],
    ['in any letter case', '#Garden #GARDEN\r\n', '#Yard/new #Yard/new\r\n'],
    ['as a part of nested ones', '#garden/roses #Garden/Roses/red', '#Yard/new/roses #Yard/new/Roses/red'],
    ['but not others', '#gardener #my/garden x#garden #garden-x', '#gardener #my/garden x#garden #garden-x'],
    [
      'in headings, lists, tables and quotes',
      '# H #garden\n- #garden\n> #garden\n\n| a |\n| - |\n| #garden |\n',
      '# H #Yard/new\n- #Yard/new\n> #Yard/new\n\n| a |\n| - |\n| #Yard/new |\n',
    ],
    ['in comments', 'a %% #garden %%\n\n%%\n#garden\n%%\n', 'a %% #Yard/new %%\n\n%%\n#Yard/new\n%%\n'],
    [
      'but not in code, links and math',
      '`#garden` [[N#garden]] $#garden$\n\n```\n#garden\n```\n',
      '`#garden` [[N#garden]] $#garden$\n\n```\n#garden\n```\n',
    ],
    [
      'in a list of properties',
      '---\ntags: [garden, "#Garden/roses", other] # mine\n---\n',
      '---\ntags: [Yard/new, "#Yard/new/roses", other] # mine\n---\n',
    ],
    [
      'in a list below',
      "---\nTags:\n  - garden\n  - 'garden'\nother: garden\n---\n#garden\n",
      "---\nTags:\n  - Yard/new\n  - 'Yard/new'\nother: garden\n---\n#Yard/new\n",
    ],
    ['as the only property', '\uFEFF---\r\ntags: garden\r\n---\r\n', '\uFEFF---\r\ntags: Yard/new\r\n---\r\n'],
    [
      'but not where a property is no tag',
      '---\ntags: garden, other\ntag: garden\n---\n',
      '---\ntags: garden, other\ntag: garden\n---\n',
    ],
    ['and leaves broken properties', '---\ntags: [garden\n---\n#garden\n', '---\ntags: [garden\n---\n#Yard/new\n'],
  ])('%s', (_name, text, expected) => {
    expect(rename(text)).toBe(expected);
  });

  it.each([
    ['last in brackets', '[garden, Yard/new]', '[Yard/new]'],
    ['first in brackets', '[Yard/new, garden]', '[Yard/new]'],
    ['in another letter case', '["yard/NEW", a, Garden, b]', '["yard/NEW", a, b]'],
    ['several times', '[garden, "#garden", Yard/new, a, garden]', '[Yard/new, a]'],
    ['nested', '[garden/roses, garden, Yard/new/Roses]', '[Yard/new, Yard/new/Roses]'],
    ['over several lines', '[\n  a,\n  garden,\n  Yard/new\n]', '[\n  a,\n  Yard/new\n]'],
    ['in lines', '\n  - garden\n  - a\n  - Yard/new', '\n  - a\n  - Yard/new'],
    ['in the last line', '\r\n- Yard/new\r\n- garden\r\n- "#garden"', '\r\n- Yard/new'],
    ['but not with a comment', '\n- garden # mine\n- Yard/new', '\n- Yard/new # mine\n- Yard/new'],
    ['but not with an anchor', '[&a garden, Yard/new]', '[&a Yard/new, Yard/new]'],
    ['by two spellings of one tag', '[Garden, garden, a, GARDEN]', '[Yard/new, a]'],
    ['by two spellings of a nested one, in lines', '\n- Garden/roses\n- a\n- garden/Roses', '\n- Yard/new/roses\n- a'],
    ['but not what was there twice', '[garden, garden]', '[Yard/new, Yard/new]'],
  ])('leaves no second item in a list that has the new tag %s', (_name, before, after) => {
    const eol = before.includes('\r') ? '\r\n' : '\n';
    const noteOf = (tags: string): string => ['---', `tags: ${tags}`, 'b: 1', '---', '#Yard/new '].join(eol);
    expect(rename(`${noteOf(before)}#garden`)).toBe(`${noteOf(after)}#Yard/new`);
    const endOf = (tags: string): string => ['---', `tags: ${tags}`, '---', ''].join(eol);
    expect(rename(endOf(before))).toBe(endOf(after));
  });

  it('quotes what would be no text in a property', () => {
    for (const word of ['true', 'no', 'on', 'Yes', 'null'])
      expect(rename('---\ntags: [garden, b]\n---\n', 'garden', word)).toBe(`---\ntags: ["${word}", b]\n---\n`);
    expect(rename('---\ntags:\n  - garden\n  - garden/a\n---\n', 'garden', 'no')).toBe(
      '---\ntags:\n  - "no"\n  - no/a\n---\n',
    );
  });

  it('reads an escaped name', () => {
    expect(rename('---\ntags: ["caf\\u00e9"]\n---\n#café', 'Café', 'bar')).toBe('---\ntags: ["bar"]\n---\n#bar');
  });

  it('takes names with # and in other Unicode forms', () => {
    expect(rename('#cafe\u0301 #café', '#café/', '#bar')).toBe('#bar #bar');
    for (const [from, to] of [
      ['', 'a'],
      ['a b', 'c'],
      ['1', 'a'],
      ['a', '2024'],
      ['a', 'b//c'],
      ['a', 'a'],
    ] as const)
      expect(errorOf(() => readTagRename(from, to)).code).toBe('invalid_arguments');
  });

  it('changes nothing else, and can be taken back, in any note', () => {
    fc.assert(
      fc.property(anyNote, (note) => {
        const text = `${note}\n\n#zebra and #zebra/Foal\n`;
        const count = (of: string): number => parseNote(of).inlineTags.length;
        const { text: renamed, occurrences } = runSteps(renameTag(text, { from: 'zebra', to: 'okapi' }));
        expect(count(renamed)).toBe(count(text));
        expect(renamed.length - text.length).toBe(0);
        expect(runSteps(renameTag(renamed, { from: 'okapi', to: 'zebra' }))).toEqual({ text, occurrences });
      }),
      SETTINGS,
    );
  });
});
