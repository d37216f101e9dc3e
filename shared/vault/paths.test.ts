import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import {
  basename,
  childPath,
  dirname,
  extension,
  foldPath,
  isLeftOut,
  isNotePath,
  isVaultPath,
  isWithin,
  joinVaultPath,
  toNfc,
  withoutMd,
} from './paths.ts';

const segment = fc.constantFrom('a', 'B.md', '.', '..', '', 'é', '.x', '...', 'c d');
const wildPath = fc.oneof(
  fc.array(segment, { maxLength: 8 }).map((parts) => parts.join('/')),
  fc.string({ unit: 'binary' }),
);

describe('parts of a path', () => {
  it.each([
    ['a/b/Note.md', 'Note.md', 'a/b', 'md'],
    ['Note.MD', 'Note.MD', '', 'md'],
    ['a/archive.tar.GZ', 'archive.tar.GZ', 'a', 'gz'],
    ['a.b/plain', 'plain', 'a.b', ''],
    ['.hidden', '.hidden', '', ''],
    ['', '', '', ''],
  ])('%j is named %j in %j with extension %j', (path, name, folder, ending) => {
    expect([basename(path), dirname(path), extension(path)]).toEqual([name, folder, ending]);
  });

  it('puts a folder and a name together, in the root as well', () => {
    expect([childPath('', 'a.md'), childPath('x/y', 'a.md')]).toEqual(['a.md', 'x/y/a.md']);
  });

  it('knows a note by .md in any letter case, and takes only that off', () => {
    expect(['a.md', 'a.MD', 'a.mdx', 'a', 'md'].map(isNotePath)).toEqual([true, true, false, false, false]);
    expect(['x/Release 2.0.Md', 'x/Release 2.0'].map(withoutMd)).toEqual(['x/Release 2.0', 'x/Release 2.0']);
  });
});

describe('isWithin', () => {
  it('compares whole segments', () => {
    expect(isWithin('a/b.md', 'a')).toBe(true);
    expect(isWithin('a', 'a')).toBe(true);
    expect(isWithin('ab/c.md', 'a')).toBe(false);
    expect(isWithin('a/b.md', '')).toBe(true);
  });
});

describe('foldPath', () => {
  it.each([
    ['Café/NOTE.md', 'cafe\u0301/note.md'],
    ['ΟΔΟΣ.md', 'οδος.md'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ÅNGSTRÖM', '\u212bngstro\u0308m'],
    ['ПРИВЕТ', 'привет'],
    ['İ', 'i\u0307'],
  ])('meets %j and %j', (a, b) => {
    expect(foldPath(a)).toBe(foldPath(b));
  });

  it('keeps apart what differs in more than letter case and form', () => {
    expect(foldPath('résumé')).not.toBe(foldPath('resume'));
    expect(foldPath('I')).not.toBe(foldPath('ı'));
  });

  it('is the same for NFC and NFD, gives NFC, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = foldPath(text);
        expect(foldPath(folded)).toBe(folded);
        expect(toNfc(folded)).toBe(folded);
        expect(foldPath(text.normalize('NFD'))).toBe(folded);
      }),
      { numRuns: 200 },
    );
  });
});

describe('compareCodeUnits', () => {
  it('orders as plain sorting does, in any locale', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        expect([...texts].sort(compareCodeUnits)).toEqual([...texts].sort());
      }),
    );
  });
});

describe('joinVaultPath', () => {
  it.each([
    ['a/b', '../c.md', 'a/c.md'],
    ['a/b', './c.md', 'a/b/c.md'],
    ['a/b', '/c.md', 'c.md'],
    ['a', '..', ''],
    ['', 'x//y/', 'x/y'],
    ['a', '../../c.md', null],
    ['a', '../../a/c.md', null],
    ['', '..', null],
    ['', '/..', null],
    ['', 'a\\b.md', null],
    ['', 'a\0.md', null],
  ])('from %j by %j comes to %j', (folder, relative, expected) => {
    expect(joinVaultPath(folder, relative)).toBe(expected);
  });

  it('never leaves the vault and gives a path in canonical form', () => {
    fc.assert(
      fc.property(wildPath, wildPath, (folder, relative) => {
        const joined = joinVaultPath(folder, relative);
        if (joined === null || joined === '') return;
        expect(isVaultPath(joined)).toBe(true);
        expect(joined.split('/')).not.toContain('..');
        expect(joined.startsWith('/')).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});

describe('isVaultPath', () => {
  it('accepts only the canonical form', () => {
    expect(['a.md', 'a/b.md', '...', 'a b/ü.md'].filter((path) => !isVaultPath(path))).toEqual([]);
    const refused = ['', '/a', 'a/', 'a//b', './a', '..', 'a/../b', 'a\\b', 'a\0'];
    expect(refused.filter(isVaultPath)).toEqual([]);
  });
});

describe('isLeftOut', () => {
  it.each(['.obsidian/app.json', '.trash/x.md', 'a/.git/x.md', '.x.md', 'a/.x.md', 'settings/app.json', 'settings'])(
    'leaves out %j',
    (path) => {
      expect(isLeftOut(path, 'settings')).toBe(true);
    },
  );

  it.each(['a.md', 'a/b.c/d.md', 'settings.md', 'settings2/x.md', 'a/settings/x.md', 'a./x.md'])('keeps %j', (path) => {
    expect(isLeftOut(path, 'settings')).toBe(false);
  });
});
