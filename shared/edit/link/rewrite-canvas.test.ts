import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { rewriteCanvasSteps } from './rewrite-canvas.ts';
import { applyTextEdits } from './text-edit.ts';
import { noteMove } from './move-test-kit.ts';

function rewritten(text: string, from = 'a/old.md', to = 'b/new.md', others: string[] = []): string {
  return applyTextEdits(
    text,
    runSteps(
      rewriteCanvasSteps(
        'boards/Board.canvas',
        text,
        noteMove(from, to, [from, 'boards/Board.canvas', ...others], 'shortest'),
      ),
    ).edits,
  );
}

function textCard(text: string): string {
  return JSON.stringify({ nodes: [{ id: '1', type: 'text', text, x: 0, custom: [1] }], edges: [] }, null, '\t');
}

describe('a canvas', () => {
  it('names the moved note at its new path, and is otherwise unchanged', () => {
    const canvas = (path: string): string =>
      `{\n\t"nodes":[\n\t\t{"id":"1","type":"file","file":"${path}","subpath":"#Heading","x":-1.50,"y":2e3},\n\t\t{"type":"file","file":"a/old 2.md"}\n\t],\n\t"edges":[]  }\n`;
    expect(rewritten(canvas('a/old.md'))).toBe(canvas('b/new.md'));
  });

  it.each([
    ['[[old]] [[old|x]] ![[old#h]] [t](../a/old.md "title")', '[[new]] [[new|x]] ![[new#h]] [t](../b/new.md "title")'],
    [
      '# [[old]]\n\n- [ ] [[a/old]]\n\n| a |\n| - |\n| [[old\\|x]] |',
      '# [[new]]\n\n- [ ] [[b/new]]\n\n| a |\n| - |\n| [[new\\|x]] |',
    ],
    ['"quoted" [[old]]\u0000\t\\ [[old|old]] é🙂', '"quoted" [[new]]\u0000\t\\ [[new|new]] é🙂'],
    ['[old](../a/old.md) [r][ref]\n\n[ref]: ../a/old.md', '[new](../b/new.md) [r][ref]\n\n[ref]: ../b/new.md'],
    [
      '`[[old]]`\n\n```\n[[old]]\n```\n\n    [[old]]\n\n[[older]]',
      '`[[old]]`\n\n```\n[[old]]\n```\n\n    [[old]]\n\n[[older]]',
    ],
  ])('has the links of a text card rewritten: %j', (text, expected) => {
    expect(rewritten(textCard(text))).toBe(textCard(expected));
  });

  it('keeps how a text card is escaped', () => {
    const canvas = (link: string): string =>
      `{"nodes":[{"text":"\\u00e9 \\/ \\t\\"\\ud83d\\ude42 ${link} \\u005b\\u005bx]] \\\\","type":"text"}]}`;
    expect(rewritten(canvas('[[a\\/old]]'))).toBe(canvas('[[b\\/new]]'));
    expect(rewritten(canvas('\\u005b[old]\\u005D'), 'a/old.md', 'b/ü.md')).toBe(canvas('\\u005b[\\u00fc]\\u005D'));
    expect(rewritten('{"nodes":[{"text":"\\u00C9 [[old]]","type":"text"}]}', 'a/old.md', 'b/ÿ.md')).toBe(
      '{"nodes":[{"text":"\\u00C9 [[\\u00FF]]","type":"text"}]}',
    );
  });

  it('resolves the links of a text card from its own folder', () => {
    expect(rewritten(textCard('[[./old]] [[old]]'), 'boards/old.md', 'boards/new.md', ['a/old.md'])).toBe(
      textCard('[[./new]] [[new]]'),
    );
    expect(rewritten(textCard('[[n]]'), 'a/old.md', 'n.md', ['boards/deep/n.md'])).toBe(textCard('[[boards/deep/n]]'));
  });

  it('has only its file and text nodes changed', () => {
    const canvas = JSON.stringify({
      nodes: [
        { type: 'text', text: '[old] a/old.md', file: 'a/old.md' },
        { type: 'link', url: 'a/old.md' },
        { type: 'group', label: 'a/old.md', nodes: [{ type: 'file', file: 'a/old.md' }] },
        { type: 'file', file: { file: 'a/old.md' } },
        { type: 'file', file: ['a/old.md'] },
      ],
      file: 'a/old.md',
      edges: [{ type: 'file', file: 'a/old.md' }],
    });
    expect(rewritten(canvas)).toBe(canvas);
  });

  it('finds its nodes in any order of keys, and among strings that look like JSON', () => {
    const canvas = (path: string): string =>
      `{"edges":[{"label":"}],{\\"nodes\\":["}],"nodes":[{"label":"\\"file\\":","file" : ${path} ,"type":"file"},1,null,[],{}]}`;
    expect(rewritten(canvas('"a/old.md"'))).toBe(canvas('"b/new.md"'));
  });

  it('is found in another letter case by a file card, unless another file has that name', () => {
    expect(rewritten('{"nodes":[{"type":"file","file":"A/Old.md"}]}')).toBe(
      '{"nodes":[{"type":"file","file":"b/new.md"}]}',
    );
    expect(rewritten('{"nodes":[{"type":"file","file":"A/Old.md"}]}', 'a/old.md', 'b/new.md', ['A/Old.md'])).toContain(
      'A/Old.md',
    );
  });

  it('keeps its way of escaping', () => {
    expect(rewritten('{"nodes":[{"type":"file","file":"a\\/\\u00e9.md"}]}', 'a/é.md', 'b/ü "x".md')).toBe(
      '{"nodes":[{"type":"file","file":"b\\/\\u00fc \\"x\\".md"}]}',
    );
    expect(rewritten('{"nodes":[{"type":"file","file":"é.md"}]}', 'é.md', 'ü.md')).toBe(
      '{"nodes":[{"type":"file","file":"ü.md"}]}',
    );
  });

  it('keeps a byte order mark and line ends', () => {
    expect(rewritten('\uFEFF{"nodes":[\r\n{"type":"file","file":"a/old.md"}]}\r\n')).toBe(
      '\uFEFF{"nodes":[\r\n{"type":"file","file":"b/new.md"}]}\r\n',
    );
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"a/old.md"',
    '{"nodes":{"0":{"type":"file","file":"a/old.md"}}}',
    '{"nodes":[{"type":"file","file":"a/old.md"}',
  ])('that is not one, %j, is left alone', (text) => {
    expect(rewritten(text)).toBe(text);
  });

  it('equals its value with the new path, for any content', () => {
    const node = fc.oneof(
      fc.record({
        type: fc.constantFrom('file', 'text'),
        file: fc.constantFrom('a/old.md', 'b.md', '"', '\\'),
        id: fc.string(),
      }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(node), fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (nodes, extra, indent) => {
        const text = JSON.stringify({ extra, nodes }, null, indent);
        const expected = JSON.parse(text) as { nodes: { type?: string; file?: string }[] };
        for (const item of expected.nodes)
          if (item?.type === 'file' && item.file === 'a/old.md') item.file = 'b/new.md';
        expect(rewritten(text)).toBe(JSON.stringify(expected, null, indent));
      }),
      { numRuns: 200, seed: 11 },
    );
  });
});
