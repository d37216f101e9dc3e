import { expect, it } from 'vitest';
import { parseNote } from '../markdown/parse-note.ts';
import { noteContent } from './note-record.ts';

it('keeps every property as YAML types it, and which links show their target', () => {
  const text =
    '---\nstatus: active\nrating: 4.5\ndone: false\ndue: 2026-03-01\nempty:\nlist: [a, 1]\nmap: {x: "[[A]]"}\n---\n[[B]] ![[C]] ![d](d.png)\n';
  const { frontmatter, links } = noteContent(parseNote(text), []);
  expect(frontmatter).toEqual({
    status: 'active',
    rating: 4.5,
    done: false,
    due: '2026-03-01',
    empty: null,
    list: ['a', 1],
    map: { x: '[[A]]' },
  });
  expect(links).toEqual([
    { target: 'A', line: 8 },
    { target: 'B', line: 10 },
    { target: 'C', line: 10, isEmbed: true },
    { target: 'd.png', line: 10, isEmbed: true },
  ]);
});

it('keeps how a heading is written only if a link made of that has other words than what shows', () => {
  const { headings } = noteContent(parseNote('# Plain\n# **Bold**: `code`\n# [[2026-11-27|Friday]] log\n'), []);
  expect(headings).toEqual([
    { level: 1, text: 'Plain', line: 1 },
    { level: 1, text: 'Bold: code', line: 2 },
    { level: 1, text: 'Friday log', written: '[[2026-11-27|Friday]] log', line: 3 },
  ]);
});
