import { describe, expect, it } from 'vitest';
import { entry, errorOf, runBaseText } from './base-test-kit.ts';

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

describe('a base whose expressions stay in the subset runs', () => {
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
      'Book Dune',
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

describe('a base with anything else is refused, naming the fragment in question', () => {
  it.each<[string, string, string]>([
    [
      'a link to a category',
      view('', 'filters:\n  and:\n    - categories.contains(link("Books"))\n'),
      'categories.contains(link("Books"))',
    ],
    [
      'a template kept out by its name',
      view('', 'filters:\n  and:\n    - file.inFolder("Library")\n    - \'!file.name.contains("Template")\'\n'),
      'file.name.contains("Template")',
    ],
    ['what is empty', view('filters:\n  and:\n    - finished.isEmpty()\n'), 'finished.isEmpty()'],
    [
      'the note that the base is shown in',
      view('filters:\n  and:\n    - file.hasLink(this.file)\n'),
      'file.hasLink(this.file)',
    ],
    ['a parent', view('filters: parent == this\n'), 'this'],
    ['the last week', view('filters: \'file.mtime > now() - "1 week"\'\n'), 'now() - "1 week"'],
    ['today', view('filters: due == today()\n'), 'today()'],
    [
      'a list around a value',
      view('filters:\n  and:\n    - list(author).contains("[[Jane Austen]]")\n'),
      'list(author).contains("[[Jane Austen]]")',
    ],
    ['a folder by its beginning', view('filters: file.folder.startsWith("Lib")\n'), 'file.folder.startsWith("Lib")'],
    ['formulas', view('order: [file.name]\n', 'formulas:\n  quick: pages < 300\n'), 'formulas:'],
    ['a column of a formula', view('order: [file.name, formula.quick]\n'), 'formula.quick'],
    ['sorting by a formula', view('sort:\n  - property: formula.quick\n    direction: ASC\n'), 'formula.quick'],
    ['its own summaries', view('', 'summaries:\n  mine: values.mean().round(3)\n'), 'summaries:'],
    ['backlinks', view('order: [file.name, file.backlinks]\n'), 'file.backlinks'],
    [
      'a function that negates, of an early version',
      view('filters:\n  and:\n    - not(contains(file.name, "Template"))\n'),
      'not(contains(file.name, "Template"))',
    ],
    ['words for operators', view('filters: \'status == "read" or rating > 4\'\n'), 'or'],
    ['a pattern', view("filters: '/^\\d{4}/.matches(file.name)'\n"), '/^\\d{4}/.matches(file.name)'],
    ['a sum', view('filters: rating + 1 > 5\n'), 'rating + 1'],
  ])('%s', (_what, yaml, fragment) => {
    const error = errorOf(() => runBaseText(yaml, 'View', NOTES));
    expect([error.code, error.details?.['fragment']]).toEqual(['unsupported_construct', fragment]);
    expect(error.message).toContain(fragment);
  });
});
