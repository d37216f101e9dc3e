import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { cardLines, readCanvasSteps, type Canvas } from './canvas.ts';

function read(text: string): Canvas {
  return runSteps(readCanvasSteps(text));
}

describe('the cards of a canvas', () => {
  it('are its text and file nodes, with the place of their strings', () => {
    const text =
      '\uFEFF{ "edges": [], "nodes":[\r\n {"text":"a\\n\\"b","type":"text"},{"type":"file","file":"x\\/y.md","subpath":"#H"},{"type":"link","url":"u"},{"type":"group","label":"g"}]}\n';
    const { cards, problem } = read(text);
    expect(problem).toBeNull();
    expect(cards.map(({ kind, text: value, subpath }) => [kind, value, subpath])).toEqual([
      ['text', 'a\n"b', ''],
      ['file', 'x/y.md', '#H'],
    ]);
    expect(cards.map(({ start, end }) => text.slice(start, end))).toEqual(['"a\\n\\"b"', '"x\\/y.md"']);
    expect(cardLines(cards)).toBe('a\n"b\nx/y.md#H');
  });

  it.each([
    '',
    ' \n',
    '{}',
    '{"nodes":[]}',
    '{"nodes":{}}',
    '{"nodes":null}',
    '{"nodes":[1,"text",null,[],{"type":"text"},{"type":"text","text":1}]}',
  ])('are none in %j', (text) => {
    expect(read(text)).toEqual({ cards: [], problem: null });
  });

  it.each([
    '{',
    '{"nodes":[',
    '{"nodes":[]',
    '{"a":1,}',
    '{"a" 1}',
    '{a:1}',
    '{"a":01}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"a":tru}',
    '{} x',
    '{"a":1}}',
    '[,]',
    '"a',
    '{"nodes":[{"type":"text","text":"a"}]',
  ])('are not known if the text is not JSON: %j', (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(read(text)).toMatchObject({
      cards: [],
      problem: expect.stringMatching(/not valid JSON \((it ends too early|line 1, column \d+|line 2, column \d+)\)/),
    });
  });

  it.each(['[]', '1', '"a"', 'null'])('are not known if the text is not an object: %s', (text) => {
    expect(read(text)).toEqual({ cards: [], problem: 'is not a JSON object' });
  });

  it('are what JSON.parse finds, for any text', () => {
    const field = fc.constantFrom('type', 'text', 'file', 'subpath', 'nodes', 'x');
    const value: fc.Arbitrary<unknown> = fc.oneof(
      fc.constantFrom('text', 'file', '#h', 'a.md', '[[b]]', '\\"', '\u2028é'),
      fc.jsonValue(),
    );
    const node = fc.oneof(fc.dictionary(field, value), fc.jsonValue());
    fc.assert(
      fc.property(
        fc.array(node),
        fc.dictionary(field, value),
        fc.constantFrom(undefined, 1, '\t'),
        (nodes, more, indent) => {
          const text = JSON.stringify({ ...more, nodes }, null, indent);
          const parsed = (JSON.parse(text) as { nodes: Record<string, unknown>[] }).nodes;
          const expected = parsed.flatMap((item) => {
            const kind = item !== null && typeof item === 'object' && !Array.isArray(item) ? item['type'] : undefined;
            const shown = kind === 'text' || kind === 'file' ? item[kind] : undefined;
            return typeof shown === 'string' ? [[kind, shown]] : [];
          });
          expect(read(text).cards.map((card) => [card.kind, card.text])).toEqual(expected);
        },
      ),
      { numRuns: 300, seed: 5 },
    );
  });

  it('are those JSON.parse would keep for a key that occurs twice', () => {
    expect(
      read(
        '{"nodes":[{"type":"text","text":"a"}],"nodes":[{"text":"b","type":"file","type":"text","text":"c","file":{}}]}',
      ).cards,
    ).toMatchObject([{ kind: 'text', text: 'c' }]);
    expect(read('{"nodes":[{"type":"text","text":"a"}],"nodes":7}').cards).toEqual([]);
    expect(read('{"nodes":[{"type":"text","text":"a","text":["b"]}]}').cards).toEqual([]);
  });

  it('are read in short steps, for any number and any depth', () => {
    const node =
      '{"id":"1234567890abcdef","x":0,"y":0,"width":400,"height":400,"type":"file","file":"Some/Folder/Note.md"}';
    const many = `{"nodes":[${Array.from({ length: 20_000 }, () => node).join(',')}]}`;
    const deep = `{"x":${'['.repeat(500_000)}${']'.repeat(500_000)},"nodes":[${node}]}`;
    expect(countSteps(many)).toBeGreaterThan(many.length / 70_000);
    expect(read(many).cards).toHaveLength(20_000);
    expect(read(deep).cards).toHaveLength(1);
  });
});

function countSteps(text: string): number {
  const steps = readCanvasSteps(text);
  for (let count = 0; ; count++) if (steps.next().done === true) return count;
}
