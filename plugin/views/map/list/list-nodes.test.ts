import { describe, expect, it } from 'vitest';
import { mapOf } from '../map-test-kit.ts';
import {
  knownTotal,
  listName,
  listNodes,
  listTotal,
  listWords,
  relatedNodes,
  sourceNodes,
  type Below,
  type ListNodesInput,
} from './list-nodes.ts';
import { rowsOf } from './tree-rows.ts';

const [A, B] = [
  { path: 'In/A.md', title: 'A' },
  { path: 'B.md', title: 'B' },
];
const STUB = { path: '_stub/New.md', title: 'New', stub: true, links: 3 };
const WHOLE = mapOf({
  unresolved: { rows: [STUB], total: 240 },
  unlinked: { rows: [A], total: 1 },
  copies: { rows: [[A, B]], total: 1 },
  hubs: [B, A],
});

function input(open: string[] = [], below: [string, Below][] = []): ListNodesInput {
  return {
    whole: WHOLE,
    marks: { active: new Set(['B.md']), found: null },
    open: new Set(open),
    below: new Map(below),
  };
}
const titles = (...parts: Parameters<typeof listNodes>): string[] =>
  rowsOf(listNodes(...parts)).map(({ title, level, aside }) => `${level} ${title}${aside === '' ? '' : `, ${aside}`}`);

describe('the lists to act on', () => {
  it('names missing notes with their links, and says that there are more', () => {
    expect(titles('unresolved', input())).toEqual(['1 New, 3 links', '1 And 239 more']);
    expect(listTotal(WHOLE, 'unresolved')).toBe(240);
  });

  it('counts no near copies before notes have been compared', () => {
    const none = { ...WHOLE, copies: { rows: [], total: 0 } };
    expect(knownTotal({ ...none, comparing: true }, 'copies')).toBeNull();
    expect(knownTotal(none, 'copies')).toBe(0);
    expect(knownTotal({ ...none, uncompared: { reason: 'words' } }, 'copies')).toBeNull();
    expect(knownTotal({ ...WHOLE, comparing: true }, 'copies')).toBe(1);
    expect(knownTotal({ ...none, comparing: true }, 'unlinked')).toBe(1);
  });

  it('are named after what they list: few notes are listed by themselves', () => {
    expect([listName(null, 'themes'), listName(mapOf({ circles: [] }), 'themes')]).toEqual(['Themes', 'Themes']);
    expect(listName(mapOf({ notes: [] }), 'themes')).toBe('Notes');
    expect(listName(mapOf({ notes: [] }), 'hubs')).toBe('Hubs');
  });

  it('says why there are no near copies', () => {
    expect(listWords(WHOLE, 'copies', true)).toContain('as far as they have been compared');
    expect(listWords({ ...WHOLE, uncompared: { reason: 'off' } }, 'copies', true)).toContain('the model is off');
    expect(listWords({ ...WHOLE, uncompared: { reason: 'off' } }, 'copies', false)).toBe(
      'Notes with nearly the same text',
    );
    expect(listWords(null, 'unlinked', true)).toContain('Notes that link to nothing');
  });

  it('does not say that notes are linked with each other where each has a link, maybe to a missing note', () => {
    expect(listWords(WHOLE, 'unlinked', true)).toBe('No note is without links.');
  });

  it('lists many rows a part at a time, and says how many are not known', () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({ path: `${i}.md`, title: `${i}` }));
    const whole = { ...WHOLE, unlinked: { rows, total: 700 } };
    const last = (limit?: number): unknown => {
      const { title, target } = listNodes('unlinked', { ...input(), whole, limit }).at(-1) ?? {};
      return [title, target];
    };
    expect(last()).toEqual(['Show 100 more', { kind: 'more', of: 'unlinked' }]);
    expect(listNodes('unlinked', { ...input(), whole })).toHaveLength(401);
    expect(last(800)).toEqual(['And 200 more', { kind: 'words' }]);
  });

  it('dims missing notes whose names are not looked for', () => {
    const dim = (found: string[]): (boolean | undefined)[] =>
      listNodes('unresolved', { ...input(), marks: { active: new Set(), found: new Set(found) } }).map(
        ({ isDim }) => isDim,
      );
    expect([dim([STUB.path])[0], dim([])[0]]).toEqual([false, true]);
  });

  it('shows below a missing note where it is linked, once that is known', () => {
    const key = STUB.path;
    expect(titles('unresolved', input([key]))[1]).toBe('2 Looking.');
    const lines = [
      { text: 'See [[New]].', line: 3 },
      { text: 'And [[New]].', line: 9 },
    ];
    const card = { path: 'Board.canvas', title: 'Board', lines: [{ text: '[[New]]' }], lineCount: 1 };
    const nodes = sourceNodes(key, { notes: [{ ...A, lines, lineCount: 4 }, card], total: 3 });
    expect(nodes.map(({ detail, target }) => [detail, target])).toEqual([
      ['See [[New]].', { kind: 'source', ...A, line: 3 }],
      ['And [[New]].', { kind: 'source', ...A, line: 9 }],
      ['', { kind: 'words' }],
      ['[[New]]', { kind: 'source', path: 'Board.canvas', title: 'Board', line: null }],
      ['', { kind: 'words' }],
    ]);
    expect(new Set(nodes.map((node) => node.key)).size).toBe(nodes.length);
    expect(titles('unresolved', input([key], [[key, { nodes }]])).slice(1, 6)).toEqual([
      '2 A',
      '2 A',
      '2 And 2 more lines of “A”',
      '2 Board',
      '2 And 1 more',
    ]);
    const failed: Below = { error: new Error('no such name') };
    expect(titles('unresolved', input([key], [[key, failed]]))[1]).toBe('2 This could not be found: no such name.');
    expect(sourceNodes(key, { notes: [], total: 0 })[0]?.title).toBe('The link is in no note that can be opened.');
  });

  it('shows below a note without links what is related to it', () => {
    const nodes = relatedNodes(A.path, [{ ...B, similar: { heading: null, above: [], text: 'Soup', line: 1 } }]);
    expect(nodes[0]?.detail).toBe('Soup');
    expect(titles('unlinked', input([A.path], [[A.path, { nodes }]]))).toEqual(['1 A', '2 B']);
    expect(relatedNodes(A.path, [])[0]?.title).toBe('Nothing is related to it yet.');
  });

  it('puts near copies together, and ranks hubs as given', () => {
    expect(titles('copies', input())).toEqual(['1 A, 2 notes']);
    expect(titles('copies', input(['copies\nIn/A.md']))).toEqual(['1 A, 2 notes', '2 A', '2 B']);
    const hubs = rowsOf(listNodes('hubs', input()));
    expect(hubs.map(({ title, isActive, isOpen }) => [title, isActive, isOpen])).toEqual([
      ['B', true, null],
      ['A', false, null],
    ]);
    expect(titles('bridges', input())).toEqual([]);
  });
});
