import { describe, expect, it } from 'vitest';
import { parseNote } from '../markdown/parse-note.ts';
import { propertyTexts } from './property-texts.ts';

function textsOf(yaml: string): [string, string][] {
  return propertyTexts(parseNote(`---\n${yaml}\n---\n`).frontmatter?.values ?? {}).map(({ key, text }) => [key, text]);
}

describe('the values of properties as text', () => {
  it.each<[string, [string, string][]]>([
    ['status: active', [['status', 'active']]],
    [
      'n: 42\nx: 1.5',
      [
        ['n', '42'],
        ['x', '1.5'],
      ],
    ],
    [
      'day: 2026-11-22\nat: 2026-11-22T10:30:00',
      [
        ['day', '2026-11-22'],
        ['at', '2026-11-22T10:30:00'],
      ],
    ],
    [
      'list:\n  - one\n  - 2\n  - [three]\n  -',
      [
        ['list', 'one'],
        ['list', '2'],
        ['list', 'three'],
      ],
    ],
    [
      'map:\n  deep:\n    - er: x\n  title: y\n  tags: [z]',
      [
        ['map.deep.er', 'x'],
        ['map.title', 'y'],
        ['map.tags', 'z'],
      ],
    ],
    [
      'up: "[[Note|shown]]"\nurl: https://example.org/a\nid: 0f3c\ncssclasses: [wide]',
      [
        ['up', '[[Note|shown]]'],
        ['url', 'https://example.org/a'],
        ['id', '0f3c'],
        ['cssclasses', 'wide'],
      ],
    ],
    ['done: true\nnone:\nblank: "  "\nempty: []', []],
    ['text: |\n  two\n  lines', [['text', 'two\nlines']]],
  ])('%j', (yaml, texts) => {
    expect(textsOf(yaml)).toEqual(texts);
  });

  it('leave out the title, aliases and tags, and nothing else', () => {
    expect(textsOf('title: T\naliases: [A, 7]\ntags: [one, "#two"]')).toEqual([]);
    expect(textsOf('tags: one, two\ntag: three\nalias: four\nTitle: five')).toEqual([
      ['tags', 'one, two'],
      ['tag', 'three'],
      ['alias', 'four'],
      ['Title', 'five'],
    ]);
  });
});
