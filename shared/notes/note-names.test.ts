import { describe, expect, it } from 'vitest';
import { VaultLoomError } from '../protocol/errors.ts';
import { runSteps } from '../kit/concurrency/slices.ts';
import { NoteNames, spellingsOf, suffixOf, type NameTolerance } from './note-names.ts';

function vault(...notes: [path: string, title?: string, aliases?: string[]][]): NoteNames {
  const names = new NoteNames();
  for (const [path, title, aliases] of notes) {
    names.set({ path, title: title ?? path.slice(path.lastIndexOf('/') + 1, -3), aliases: aliases ?? [] });
  }
  return names;
}

/** The steps of naming a note that need no disk. */
function find(names: NoteNames, name: string, tolerance: NameTolerance = 'read'): string {
  for (const spelling of spellingsOf(name, tolerance)) {
    const found = names.named(spelling, tolerance);
    if (found.length > 0) return names.only(name, found);
  }
  return runSteps(names.looselyOnly(name, tolerance));
}

function failure(run: () => unknown): VaultLoomError {
  try {
    run();
  } catch (error) {
    if (error instanceof VaultLoomError) return error;
    throw error;
  }
  throw new Error('expected an error');
}

describe('a note is named by', () => {
  const names = vault(
    ['Garden.md'],
    ['projects/Garden.md', 'The big plot'],
    ['people/Åsa Berg.md', 'Åsa Berg', ['the carpenter', 'ÅB']],
    ['C# notes.md'],
    ['people/Éloïse.md', 'Éloïse', ['La reïne']],
    ['recipes/Leek and potato soup.md'],
  );

  it.each([
    ['its exact path', 'projects/Garden.md', 'projects/Garden.md'],
    ['its path without .md', 'projects/Garden', 'projects/Garden.md'],
    ['a root path before a file name elsewhere', 'Garden', 'Garden.md'],
    ['its path in another letter case', 'PROJECTS/garden.MD', 'projects/Garden.md'],
    ['its path in another Unicode form', 'people/A\u030Asa Berg', 'people/Åsa Berg.md'],
    ['its file name', 'åsa berg', 'people/Åsa Berg.md'],
    ['its title', 'the big plot', 'projects/Garden.md'],
    ['an alias', 'The Carpenter', 'people/Åsa Berg.md'],
    ['a wikilink with alias and heading', '[[people/Åsa Berg#Work|Åsa]]', 'people/Åsa Berg.md'],
    ['a leading slash', '/projects/Garden.md', 'projects/Garden.md'],
    ['a name that contains a #', 'C# notes', 'C# notes.md'],
    ['a heading suffix', 'Garden#Beds', 'Garden.md'],
    ['a block suffix', 'projects/Garden^abc', 'projects/Garden.md'],
    ['its path as Markdown links write it', 'people/%C3%85sa%20Berg.md', 'people/Åsa Berg.md'],
    ['such a path with a heading', '/projects/Gar%64en.md#First%20bed', 'projects/Garden.md'],
    ['a unique part', 'potato', 'recipes/Leek and potato soup.md'],
    ['a subsequence', 'lkptsoup', 'recipes/Leek and potato soup.md'],
    ['a typo', 'Leek and potatoe suop', 'recipes/Leek and potato soup.md'],
    ['a name without its accents', 'elo', 'people/Éloïse.md'],
    ['an alias without its accents', 'la reine', 'people/Éloïse.md'],
  ])('%s', (_what, name, path) => {
    expect(find(names, name)).toBe(path);
  });
});

describe('percent signs in a name', () => {
  it('are those of a note first', () => {
    const names = vault(['a%20b.md'], ['a b.md'], ['100%.md']);
    expect(find(names, 'a%20b')).toBe('a%20b.md');
    expect(find(names, '100%')).toBe('100%.md');
    expect(find(vault(['a b.md']), 'a%20b', 'delete')).toBe('a b.md');
  });

  it('are decoded in the heading, too', () => {
    expect(suffixOf('In/My%20note.md#First%20bed', 'In/My note.md')).toBe('#First bed');
    expect(suffixOf('100%#a', '100%')).toBe('#a');
  });

  it('do not keep a name from being suggested', () => {
    const names = vault(['Auth/API reference.md'], ['Mail/API reference.md'], ['Web App/API reference.md']);
    expect(
      failure(() => find(names, 'Services/Web%20App/API%20reference.md', 'write')).details?.['suggestions'],
    ).toHaveLength(3);
  });
});

describe('the end of a path, as a link gives it,', () => {
  const names = vault(
    ['dup/a/README.md'],
    ['dup/b/README.md'],
    ['dup/ba/README.md'],
    ['E/f/Plan.md'],
    ['G/f/Plan.md'],
    ['notes/C#/Loops.md'],
    ['Other.md', 'Other', ['x/b/README']],
  );

  it.each([
    ['a/README', 'dup/a/README.md'],
    ['[[a/readme.md#Use|the file]]', 'dup/a/README.md'],
    ['C#/Loops', 'notes/C#/Loops.md'],
    ['x/b/README', 'Other.md'],
  ])('%s means that note', (name, path) => {
    expect(find(names, name)).toBe(path);
  });

  it('is ambiguous between the notes whose paths end so', () => {
    expect(failure(() => find(names, 'f/Plan')).details).toMatchObject({
      total: 2,
      candidates: [{ path: 'E/f/Plan.md' }, { path: 'G/f/Plan.md' }],
    });
  });

  it('is a suggestion only where a tool writes, and the first', () => {
    const many = vault(...Array.from({ length: 9 }, (_, i): [string] => [`all/${i}/README.md`]), ['all/z/README.md']);
    const error = failure(() => find(many, 'z/README', 'write'));
    expect(error.code).toBe('note_not_found');
    expect(error.details?.['suggestions']).toMatchObject([{ path: 'all/z/README.md' }, {}, {}, {}, {}]);
  });
});

describe('a name that does not identify one note', () => {
  it('is ambiguous with candidates, even if one of them was created first', () => {
    const error = failure(() => find(vault(['a/Notes.md'], ['b/Notes.md']), 'Notes'));
    expect(error.code).toBe('ambiguous_note');
    expect(error.details).toMatchObject({ total: 2, candidates: [{ path: 'a/Notes.md' }, { path: 'b/Notes.md' }] });
  });

  it('lists at most ten candidates', () => {
    const names = vault(...Array.from({ length: 15 }, (_, i): [string] => [`${i}/Notes.md`]));
    expect(failure(() => find(names, 'notes')).details?.['candidates']).toHaveLength(10);
  });

  it('is not found, with those suggested whose name begins so', () => {
    const long = vault(
      ['Days/2026-11-28 Review of the year.md'],
      ['Days/Walk.md'],
      ['Zettel/2026 Plan.md', 'Plan', ['Year']],
    );
    for (const name of ['2026…', 'Days/2026', 'Elsewhere/2026...', '[[Days/2026]]'])
      expect(failure(() => find(long, name)).details?.['suggestions']).toEqual([
        { path: 'Days/2026-11-28 Review of the year.md', title: '2026-11-28 Review of the year' },
        { path: 'Zettel/2026 Plan.md', title: 'Plan' },
      ]);
    expect(failure(() => find(long, 'Yea', 'delete')).details?.['suggestions']).toEqual([
      { path: 'Zettel/2026 Plan.md', title: 'Plan' },
    ]);
    expect(failure(() => find(long, '…')).details?.['suggestions']).toEqual([]);
  });

  it('without its accents is suggested to a tool that writes', () => {
    const error = failure(() => find(vault(['Été.md'], ['Winter.md']), 'Ete', 'write'));
    expect(error.details?.['suggestions']).toEqual([{ path: 'Été.md', title: 'Été' }]);
  });

  it('is not found, with suggestions', () => {
    const error = failure(() => find(vault(['Potato soup.md'], ['Zebra.md']), 'tomato soups of the world'));
    expect(error.code).toBe('note_not_found');
    expect(error.details?.['suggestions']).toEqual([{ path: 'Potato soup.md', title: 'Potato soup' }]);
  });

  it('does not reach a note through a loose match when a tool writes', () => {
    const names = vault(['Potato soup.md']);
    expect(find(names, 'potato', 'write')).toBe('Potato soup.md');
    for (const slip of ['ptsoup', 'Potato suop']) {
      const error = failure(() => find(names, slip, 'write'));
      expect(error.code).toBe('note_not_found');
      expect(error.details?.['suggestions']).toEqual([{ path: 'Potato soup.md', title: 'Potato soup' }]);
    }
  });

  it.each(['', '  ', '[[]]', '#only', '/', '.md'])('is not found for %j', (name) => {
    expect(failure(() => find(vault(['A.md']), name)).code).toBe('note_not_found');
  });
});

it('lets other work have its turn while it looks for a name that no note has', () => {
  const names = vault(...Array.from({ length: 1_000 }, (_, i): [string] => [`${i}/Notes of day ${i}.md`]));
  const looking = names.looselyOnly('nosuch name at all', 'read');
  let steps = 0;
  const look = (): void => {
    while (looking.next().done !== true) steps++;
  };
  expect(failure(look).code).toBe('note_not_found');
  expect(steps).toBeGreaterThan(50);
});

it('follows renames of titles and aliases', () => {
  const names = vault(['A.md', 'Old', ['x']]);
  names.set({ path: 'A.md', title: 'New', aliases: ['y'] });
  expect(find(names, 'New')).toBe('A.md');
  expect(find(names, 'y')).toBe('A.md');
  expect(failure(() => find(names, 'Old', 'write')).code).toBe('note_not_found');
});

describe('a name with straight quotes and hyphens', () => {
  const names = vault(
    ['Don’t panic – ever.md'],
    ["Log/Why I don't panic - ever.md"],
    ['Tom O’Hara.md', 'Tom', ['“Red” Tom']],
  );

  it.each(['read', 'write'] as const)('means the note that has curly ones and dashes, to %s', (tolerance) => {
    expect(find(names, "Don't panic - ever", tolerance)).toBe('Don’t panic – ever.md');
    expect(find(names, '"red" tom', tolerance)).toBe('Tom O’Hara.md');
  });

  it('deletes none, and is no path to write to', () => {
    expect(failure(() => find(names, "Tom O'Hara", 'delete')).code).toBe('note_not_found');
    expect(failure(() => find(names, "Tom O'Hara.md", 'write')).code).toBe('note_not_found');
  });
});
