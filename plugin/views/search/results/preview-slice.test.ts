import { describe, expect, it } from 'vitest';
import { previewSlice } from './preview-slice.ts';

const shown = (text: string, line: number, ch = 0): string => previewSlice(text, { line, ch }).markdown;

describe('a preview', () => {
  it('begins at the nearest heading above, and never with the frontmatter', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
    expect(shown(['# A', ...lines.slice(0, 5), '## B', ...lines.slice(5)].join('\n'), 9)).toMatch(/^## B\n/);
    expect(shown('---\na: 1\n---\ntext', 3)).toBe('text');
  });

  it('begins with the fence that it would otherwise cut in two', () => {
    const code = Array.from({ length: 40 }, (_, i) => `code ${i}`).join('\n');
    expect(shown(`before\n\`\`\`js\n${code}\n\`\`\`\nafter`, 35)).toMatch(/^```js\ncode 0/);
    const long = Array.from({ length: 40 }, (_, i) => `code ${i} ${'x'.repeat(200)}`).join('\n');
    expect(shown(`before\n\`\`\`js\n${long}\n\`\`\`\nafter`, 35)).toMatch(/^```js\n…\ncode 2\d /);
  });

  it('begins with the head of a table or callout that it would otherwise cut in two', () => {
    const rows = Array.from({ length: 40 }, (_, i) => `| row ${i} | b |`);
    const head = ['| A | B |', '|:--|---|'];
    const near = shown(['before', '', ...head, ...rows, '', 'after'].join('\n'), 30);
    expect(near).toBe([...head, ...rows, '', 'after'].join('\n'));
    const long = rows.map((row) => `${row} ${'x'.repeat(200)} |`);
    for (const [lead, lines, ends] of [
      [head, long, /\n\|:--\|---\|\n\| row 2\d /],
      [['A | B', '-|-'], long.map((row) => row.slice(2)), /^A \| B\n-\|-\nrow 2\d /],
      [['> [!tip]- Of rows'], long.map((row) => `> ${row}`), /^> \[!tip\]- Of rows\n> \| row 2\d /],
    ] as const) {
      const text = ['before', '', ...lead, ...lines, '', 'after'].join('\n');
      const line = 2 + lead.length + 32;
      const { markdown, at } = previewSlice(text, { line, ch: 0 });
      expect(markdown).toMatch(ends);
      expect(markdown.startsWith(lead.join('\n'))).toBe(true);
      expect(markdown.slice(at).split('\n')[0]).toBe(lines[32]);
    }
    // The first lines of these are no head.
    expect(shown(['| a |', ...long].join('\n'), 33)).toMatch(/^\| row 2\d /);
    expect(shown(['> a', ...long.map((row) => `> ${row}`)].join('\n'), 33)).toMatch(/^> \| row 2\d /);
    expect(shown([...head, ...long.slice(0, 20), '', ...long].join('\n'), 54)).toMatch(/^\| row 2\d /);
  });

  it('holds the match between long paragraphs, and in a long line', () => {
    const paragraphs = Array.from({ length: 20 }, (_, i) => `${i} ${'lorem ipsum '.repeat(62)}`);
    paragraphs[12] += 'wombat';
    const text = paragraphs.join('\n\n');
    const line = 24;
    const ch = (paragraphs[12] ?? '').length - 6;
    const { markdown, at } = previewSlice(text, { line, ch });
    expect(markdown.slice(at, at + 6)).toBe('wombat');
    expect(markdown).toMatch(/^\d+ lorem/);
    expect(markdown.length).toBeLessThan(4_100);

    for (const filler of ['lorem ipsum ', '日本', '😀']) {
      const huge = `# Long\n\n${filler.repeat(9_000)}narwhal${filler.repeat(9_000)}`;
      const place = { line: 2, ch: filler.length * 9_000 };
      const slice = previewSlice(huge, place);
      expect(slice.markdown.slice(slice.at, slice.at + 7)).toBe('narwhal');
      expect(slice.markdown).toMatch(/^…/);
      expect(slice.markdown).toMatch(/…$/);
      expect(() => encodeURIComponent(slice.markdown)).not.toThrow();
    }
  });

  it('shows the properties around a match in them, and the beginning of the body', () => {
    const text = '---\naliases: [x]\nsource: The quince\n---\n# Bread\nFlour.';
    expect(previewSlice(text, { line: 2, ch: 12 })).toEqual({
      properties: 'aliases: [x]\nsource: The quince',
      markdown: '# Bread\nFlour.',
      at: 0,
    });
  });
});
