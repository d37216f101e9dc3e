import { describe, expect, it } from 'vitest';
import { entry, runBaseText } from './base-test-kit.ts';

/** Bases as people write and share them, in their app's spelling. */

const NOTES = [
  entry(
    'Library/Emma.md',
    {
      type: 'book',
      status: 'read',
      rating: 5,
      year: 1815,
      author: '[[Jane Austen]]',
      finished: '2026-02-01',
      publish: true,
      'Shelf Mark': 'B 2',
    },
    { tags: ['#media/book', '#classic'] },
  ),
  entry(
    'Library/Dune.md',
    { type: 'book', status: 'reading', rating: 4, year: 1965, cover: 'dune.png', due: '2026-03-09' },
    { tags: ['#media/book'] },
  ),
  entry(
    'Library/Films/Heat.md',
    { type: 'film', status: 'want', year: 1995, publish: false },
    { tags: ['#media/film'] },
  ),
  entry('Templates/Book.md', { type: 'book', status: '' }, { tags: ['#media/book'] }),
  entry('Journal/2026-03-02.md', { mood: 4 }, { tags: ['#daily'], mtime: Date.UTC(2026, 2, 2, 12) }),
];

const view = (rest: string, before = ''): string =>
  `${before}views:\n  - type: table\n    name: View\n${rest.replace(/^(?=.)/gm, '    ')}`;

describe('a base of comparisons and tags runs', () => {
  it.each<[string, string, string]>([
    [
      'an expression by itself, on its own line',
      'filters:\n  file.inFolder("Library")\nviews:\n  - type: cards\n    name: View\n    image: note.cover\n    cardSize: 190\n    imageAspectRatio: 1.6\n    imageFit: contain\n',
      'Dune Emma Heat',
    ],
    [
      'a list of expressions, a negated one quoted',
      view(
        'filters:\n  and:\n    - file.hasTag("media")\n    - \'!file.inFolder("Templates")\'\n    - status != "want"\norder:\n  - file.name\n  - note.author\n  - Shelf Mark\n',
      ),
      'Dune Emma',
    ],
    [
      'groups in groups',
      view(
        '',
        'filters:\n  and:\n    - and:\n        - type == "book"\n        - not:\n            - file.inFolder("Templates")\n            - rating < 3\n    - or:\n        - status == "read"\n        - file.hasTag("classic", "daily")\n',
      ),
      'Emma',
    ],
    [
      'a base filter and a view filter',
      view(
        'filters:\n  or:\n    - rating >= 5\n    - type == "film"\nsort:\n  - property: year\n    direction: DESC\n',
        'filters: file.ext == "md"\n',
      ),
      'Heat Emma',
    ],
    [
      'sort entries of both spellings, empty values last',
      view(
        'filters: type == "book" && file.folder == "Library" || type == "film"\nsort:\n  - property: rating\n    direction: ASC\n  - column: file.name\n    direction: DESC\n',
      ),
      'Dune Emma Heat',
    ],
    [
      'a group and summaries within the view',
      view(
        'filters: file.hasTag("media/book")\ngroupBy:\n  property: status\n  direction: ASC\nsummaries:\n  rating: Average\nrowHeight: extra\ncolumnSize:\n  file.name: 240\n  note.rating: 80\nlimit: 2\n',
      ),
      'Dune Book',
    ],
    [
      'names of properties that need brackets',
      view(
        'filters:\n  and:\n    - note["Shelf Mark"] == "B 2"\n    - "note[\'Shelf Mark\'] != null"\norder:\n  - note["Shelf Mark"]\n',
      ),
      'Emma',
    ],
    ['dates next to texts', view('filters:\n  and:\n    - due > "2026-03-01"\n    - due <= "2026-03-09"\n'), 'Dune'],
    ["the file's own dates", view('filters: file.mtime >= "2026-03-01" && file.ctime < file.mtime\n'), '2026-03-02'],
    ['a checkbox', view("filters: 'note.publish'\n"), 'Emma'],
    ['a checkbox compared', view('filters: publish == false\n'), 'Heat'],
    [
      'display names, an empty block of formulas, keys of plugins',
      view(
        'propertySeparator: ", "\nindentProperties: false\n',
        'formulas: {}\nsummaries: {}\ndisplay: {file.name: Name}\nproperties:\n  note.status:\n    displayName: State\n  file.name:\n    displayName: Name\nmyPlugin: {x: [1, 2]}\n',
      ),
      '2026-03-02 Book Dune Emma Heat',
    ],
    [
      'a map',
      'views:\n  - type: map\n    name: View\n    coordinates: note.where\n    markerIcon: note.icon\n    mapHeight: 400\n    filters: mood\n',
      '2026-03-02',
    ],
    [
      'a view of a plugin',
      'views:\n  - type: kanban-board\n    name: View\n    data: {columns: [a, b]}\n    filters: {and: []}\n    limit: 1\n    sort: []\n    order: []\n',
      '2026-03-02',
    ],
  ])('%s', (_what, yaml, expected) => {
    expect(
      runBaseText(yaml, 'View', NOTES)
        .rows.map(({ file }) => file.name)
        .join(' '),
    ).toBe(expected);
  });
});
