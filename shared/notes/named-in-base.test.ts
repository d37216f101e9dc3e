import { describe, expect, it } from 'vitest';
import { fileInBase, folderInBase, isNamedInBase, tagInBase } from './named-in-base.ts';

describe('a base names', () => {
  it.each([
    'filters: file.inFolder("Work/Projects")',
    'filters: \'file.inFolder("Work/Projects")\'',
    'filters: "file.inFolder(\\"Work/Projects\\")"',
    'filters:\n  and:\n    - file.folder == "Work/Projects"\n',
    'filters: file.folder == "Work/Projects/Old"',
    'filters: file.path.startsWith("Work/Projects/")',
    'filters: { file.folder: Work/Projects }',
    'filters:\n  file.folder: Work/Projects\n',
    'filters:\n  file.folder:\n    "==": Work/Projects\n',
    'filters: file.hasLink("/Work/Projects/A.md")',
    'formulas:\n  home: link("Work/Projects/A")\n',
    'filters: note.up == [[Work/Projects/A]]',
  ])('the folder: %j', (text) => {
    expect(isNamedInBase(text, folderInBase('Work/Projects'))).toBe(true);
  });

  it.each([
    'filters: file.inFolder("Work/Projects 2")',
    'filters: file.inFolder("My/Work/Projects")',
    'filters: file.folder == "Work"',
    'views:\n  - type: table\n    name: Work/Projects\n    filters: file.folder == "Else"\n',
    'filters: status == "Work/Projects"',
  ])('another folder, or something else: %j', (text) => {
    expect(isNamedInBase(text, folderInBase('Work/Projects'))).toBe(false);
  });

  it.each([
    ['filters: file.hasLink("Ideas/Soup.md")', true],
    ['filters: file.hasLink("Ideas/Soup")', true],
    ['filters: up == link("Soup")', true],
    ['filters: up == [[Soup|the soup]]', true],
    ['filters: file.name != "Soup"', true],
    ['filters: file.path == "Ideas/Soup.md"', true],
    ['filters: dish == "Soup"', false],
    ['filters: file.hasLink("Soup of the day")', false],
    ['filters: file.hasTag("Soup")', false],
  ])('the note that is renamed: %j %s', (text, expected) => {
    expect(isNamedInBase(text, fileInBase('Ideas/Soup.md', 'Ideas/Broth.md'))).toBe(expected);
  });

  it('a note by its bare name, which a move leaves as it is', () => {
    expect(isNamedInBase('filters: up == link("Soup")', fileInBase('Soup.md', 'Dishes/Soup.md'))).toBe(false);
    expect(isNamedInBase('filters: up == link("Ideas/Soup")', fileInBase('Ideas/Soup.md', 'Soup.md'))).toBe(true);
  });

  it.each([
    ['filters: file.hasTag("work")', true],
    ['filters: file.hasTag("Work/home", "x")', true],
    ['filters: file.hasTag("x", "#work")', true],
    ['filters: tags.contains("work")', true],
    ['filters: { tags: work }', true],
    ['filters: { tags: [x, work] }', true],
    ['filters:\n  file.tags:\n    - work\n', true],
    ['filters: file.hasTag("homework")', false],
    ['filters: file.inFolder("work")', false],
  ])('the tag: %j %s', (text, expected) => {
    expect(isNamedInBase(text, tagInBase('work'))).toBe(expected);
  });

  it('a name of other letters, in either Unicode form', () => {
    expect(isNamedInBase('filters: file.inFolder("Cafe\u0301")', folderInBase('Caf\u00e9'))).toBe(true);
    expect(isNamedInBase('filters: file.inFolder("a+b (c)")', folderInBase('a+b (c)'))).toBe(true);
  });
});
