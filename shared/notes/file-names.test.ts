import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinVaultPath } from '../vault/paths.ts';
import { FileNames, linkKeys, nameKey } from './file-names.ts';

function names(...paths: string[]): FileNames {
  const files = new FileNames();
  for (const path of paths) files.add(path);
  return files;
}

const note = (path: string) => ({ kind: 'note', path });
const stub = (path: string) => ({ kind: 'stub', stub: path });
const attachment = { kind: 'attachment' };

describe('a link resolves as the app decides', () => {
  it('to an exact vault path, before a neighbour of the same name', () => {
    const files = names('N.md', 'a/N.md', 'a/b/N.md');
    expect(files.resolve('N', 'a/Source.md')).toEqual(note('N.md'));
    expect(files.resolve('a/b/N', 'Source.md')).toEqual(note('a/b/N.md'));
  });

  it('by file name: in and below the own folder, then the shortest path, then code-unit order', () => {
    const files = names('b/N.md', 'own/N.md', 'a/N.md', 'longer/N.md');
    expect(files.resolve('N', 'own/Source.md')).toEqual(note('own/N.md'));
    expect(files.resolve('N', 'Source.md')).toEqual(note('a/N.md'));
    expect(files.resolve('N', 'own/deeper/Source.md')).toEqual(note('a/N.md'));
    const below = names('ko/N.md', 'en/Some folder/N.md', 'en/Some folder/deeper/N.md', 'English/N.md');
    expect(below.resolve('N', 'en/Home.md')).toEqual(note('en/Some folder/N.md'));
    expect(below.resolve('deeper/N', 'en/Home.md')).toEqual(note('en/Some folder/deeper/N.md'));
    expect(below.resolve('N', 'Home.md')).toEqual(note('ko/N.md'));
    expect(names('a/v1.5.md', 'a/own/v1.5.md').resolve('v1.5', 'a/own/Source.md')).toEqual(note('a/own/v1.5.md'));
  });

  it('relative to the note for ./ and ../, and nothing else', () => {
    const files = names('A.md', 'x/A.md', 'x/y/Source.md');
    expect(files.resolve('../A', 'x/y/Source.md')).toEqual(note('x/A.md'));
    expect(files.resolve('../../A', 'x/y/Source.md')).toEqual(note('A.md'));
    expect(files.resolve('./A', 'x/y/Source.md')).toEqual(stub('_stub/x/y/A.md'));
    expect(files.resolve('../../../A', 'x/y/Source.md').kind).toBe('stub');
  });

  it('in any letter case or Unicode form, the spelling as written first', () => {
    const files = names('Café.md', 'notes/todo.md', 'notes/Todo.md');
    expect(files.resolve('CAFÉ', 'S.md')).toEqual(note('Café.md'));
    expect(files.resolve('cafe\u0301', 'S.md')).toEqual(note('Café.md'));
    expect(files.resolve('notes/todo', 'S.md')).toEqual(note('notes/todo.md'));
    expect(files.resolve('Todo', 'S.md')).toEqual(note('notes/Todo.md'));
  });

  it('with or without .md, even if the name contains a dot', () => {
    const files = names('Release 2.0.md', 'plain.md');
    expect(files.resolve('Release 2.0', 'S.md')).toEqual(note('Release 2.0.md'));
    expect(files.resolve('plain.md', 'S.md')).toEqual(note('plain.md'));
    expect(files.resolve('PLAIN.MD', 'S.md')).toEqual(note('plain.md'));
  });

  it('to the end of a longer path', () => {
    const files = names('a/b/N.md', 'c/N.md');
    expect(files.resolve('b/N', 'S.md')).toEqual(note('a/b/N.md'));
    expect(files.resolve('x/N', 'S.md')).toEqual(stub('_stub/x/N.md'));
  });

  it('to the note itself for just a heading or block', () => {
    expect(names().resolve('#Heading', 'S.md')).toEqual(note('S.md'));
  });

  it('to a note that has the whole name if the part before # leads nowhere', () => {
    const files = names('C# notes.md');
    expect(files.resolve('C# notes', 'S.md')).toEqual(note('C# notes.md'));
    files.add('C.md');
    expect(files.resolve('C# notes', 'S.md')).toEqual(note('C.md'));
  });

  it('to another file than before once one is added or removed, separately for each folder', () => {
    const files = names('a/N.md', 'b/Source.md');
    expect([files.resolve('N', 'b/Source.md'), files.resolve('N', 'c/Source.md')]).toEqual([
      note('a/N.md'),
      note('a/N.md'),
    ]);
    files.add('b/N.md');
    expect([files.resolve('N', 'b/Source.md'), files.resolve('N', 'a/Source.md')]).toEqual([
      note('b/N.md'),
      note('a/N.md'),
    ]);
    files.remove('a/N.md');
    expect(files.resolve('N', 'a/Source.md')).toEqual(note('b/N.md'));
  });

  it('to no note and no stub for attachments, existing or not', () => {
    const files = names('img/cat.png', 'Board.canvas');
    expect(files.resolve('cat.png', 'S.md')).toEqual({ ...attachment, path: 'img/cat.png' });
    expect(files.resolve('Board.canvas', 'S.md')).toEqual({ ...attachment, path: 'Board.canvas' });
    expect(files.resolve('missing.PDF', 'S.md')).toEqual(attachment);
    expect(files.resolve('Version 1.5', 'S.md')).toEqual(stub('_stub/Version 1.5.md'));
  });

  it('to a stub named by its path if nothing is there', () => {
    expect(names().resolve('Ideas/New', 'S.md')).toEqual(stub('_stub/Ideas/New.md'));
    expect(names().resolve('New.md', 'S.md')).toEqual(stub('_stub/New.md'));
  });
});

describe('in any vault', () => {
  const folder = fc.constantFrom('', 'a', 'b', 'a/b', 'b/a', 'a/b/c', 'longer');
  const name = fc.constantFrom('N.md', 'm.MD', 'v1.5.md', 'p.png', 'Übung.md', 'N.canvas');
  const path = fc.tuple(folder, name).map(([dir, file]) => (dir === '' ? file : `${dir}/${file}`));
  const target = fc
    .tuple(
      fc.constantFrom('', 'a/', 'b/', 'a/b/', './', '../', './a/', '../b/', '../../'),
      fc.constantFrom('N', 'n.md', 'M', 'v1.5', 'p', 'P.png', 'u\u0308bung', 'N.canvas'),
    )
    .map((parts) => parts.join(''));

  it("a link leads to the vault path, else to the shortest path ending like that, those in and below the note's folder first; `./` and `../` to one place", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { maxLength: 12, selector: (item) => item.toLowerCase() }),
        target,
        folder,
        (paths, link, dir) => {
          const source = dir === '' ? 'Source.md' : `${dir}/Source.md`;
          const fold = (text: string): string => text.normalize('NFC').toLowerCase();
          const whole = (place: string): string[] =>
            paths.filter((item) => [fold(place), `${fold(place)}.md`].includes(fold(item)));
          const ending = paths.filter((item) =>
            [`/${fold(link)}`, `/${fold(link)}.md`].some((end) => `/${fold(item)}`.endsWith(end)),
          );
          const shortest = (items: string[]): string[] =>
            items.filter((item) => item.length === Math.min(...items.map(({ length }) => length)));
          const below = ending.filter((item) => dir === '' || fold(item).startsWith(`${fold(dir)}/`));
          const joined = joinVaultPath(dir, link);
          const steps = link.startsWith('.')
            ? [joined === null ? [] : whole(joined)]
            : [whole(link), shortest(below), shortest(ending)];
          const expected = steps.find((found) => found.length > 0) ?? [null];
          expect(expected).toContain(names(...paths).locate(link, link, source));
        },
      ),
      { numRuns: 2000, seed: 7 },
    );
  });

  it('what a link means does not depend on what was resolved before', () => {
    const written = fc.tuple(target, fc.constantFrom('', '#Part', '^id')).map((parts) => parts.join(''));
    const hidden = fc.constantFrom('.N', '.a/N', '#Part', '');
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { maxLength: 12, selector: (item) => item.toLowerCase() }),
        fc.array(fc.tuple(fc.oneof(written, hidden), folder), { minLength: 2, maxLength: 12 }),
        (paths, links) => {
          const files = names(...paths);
          for (const [link, dir] of links) {
            const source = dir === '' ? 'Source.md' : `${dir}/Source.md`;
            expect(files.resolve(link, source)).toEqual(names(...paths).resolve(link, source));
          }
        },
      ),
      { numRuns: 1000, seed: 7 },
    );
  });

  it('a card of a canvas shows the file at its path, in any letter case, and no other', () => {
    const files = names('a/N.md', 'N.png');
    expect([
      files.resolveFile('a/n.md'),
      files.resolveFile('N.md'),
      files.resolveFile('a/N'),
      files.resolveFile('n.PNG'),
      files.resolveFile('gone.png'),
    ]).toEqual([note('a/N.md'), stub('_stub/N.md'), attachment, { ...attachment, path: 'N.png' }, attachment]);
  });
});

describe('keys of links', () => {
  const segment = fc
    .stringMatching(/^[a-zA-Z0-9 é#.]{1,8}$/)
    .filter((text) => text.trim() !== '' && !/^\.+$/.test(text));

  it('cover every file that a link can resolve to', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(segment, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
        segment,
        (paths, target) => {
          const files = names(...paths.map((parts) => `${parts.join('/')}.md`));
          const linkPath = target.split('#')[0]?.trim() ?? '';
          const resolution = files.resolve(target, 'S.md');
          if (resolution.kind !== 'note' || linkPath === '') return;
          expect(linkKeys(linkPath, target)).toContain(nameKey(resolution.path));
        },
      ),
    );
  });
});
