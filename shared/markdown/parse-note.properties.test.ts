import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDestination } from './inline/link-target.ts';
import { parseNote } from './parse-note.ts';
import type { ParsedNote } from './parsed-note.ts';

const SETTINGS = { numRuns: 200, seed: 20_240_607 };

const fragment = fc.constantFrom(
  '[[Note]]',
  '[[a|b]]',
  '[[a\\|b]]',
  '![[x.png|100]]',
  '[t](a%20b.md)',
  '[t](<a b.md> "x")',
  '![i](p.png)',
  '[r][ref]',
  '[ref]',
  '[ref]: target.md',
  '[^1]',
  '[^1]: note',
  '#tag',
  '#a/b',
  '# ',
  '## ',
  ' ##',
  '===',
  '---',
  '- ',
  '- [ ] ',
  '1. ',
  '> ',
  '> [!note] ',
  '    ',
  '\t',
  '| a | b |',
  '| - | - |',
  '|',
  '`',
  '``',
  '```',
  '~~~',
  '$',
  '$$',
  '%%',
  '<!--',
  '-->',
  '<div>',
  '</div>',
  '<br>',
  '^id',
  '**',
  '*',
  '_',
  '~~',
  '==',
  '\\',
  '[',
  ']',
  '[[',
  ']]',
  '(',
  ')',
  '!',
  'word',
  'два',
  '漢字。',
  '🙂',
  '\u00a0',
  '\ud800',
  '\0',
  'http://x.y/#z',
  'a: "[[F]]"',
  'tags: [x, y]',
  ' ',
  '  ',
  '\n',
  '\n\n',
);
const note = fc
  .tuple(fc.boolean(), fc.array(fragment, { maxLength: 60 }))
  .map(([matter, parts]) => (matter ? '---\na: "[[F]]"\ntitle: T\n---\n' : '') + parts.join(''));

/** The 1-based line of an offset, counted again. */
function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}

function withoutOffsets(parsed: ParsedNote): unknown {
  return JSON.parse(
    JSON.stringify(parsed, (key, value: unknown) =>
      ['start', 'end', 'bodyStart'].includes(key) ? undefined : key === 'hidden' ? [] : value,
    ),
  );
}

describe('any text', () => {
  it('is read without an error', () => {
    fc.assert(
      fc.property(
        fc.oneof(note, fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 200 })),
        (text) => {
          const parsed = parseNote(text);
          expect(parsed.bodyStart).toBeLessThanOrEqual(text.length);
        },
      ),
      SETTINGS,
    );
  });

  it('has its links where they say', () => {
    fc.assert(
      fc.property(note, (text) => {
        let last = -1;
        for (const link of parseNote(text).links) {
          const written = text.slice(link.targetRange.start, link.targetRange.end);
          expect(link.kind.startsWith('markdown') ? decodeDestination(written) : written).toBe(link.target);
          expect(text.slice(link.start, link.end)).toMatch(/^!?\[[^]*[\])]$/);
          expect(link.line).toBe(lineOf(text, link.start));
          expect(link.start).toBeGreaterThan(last);
          last = link.start;
        }
      }),
      SETTINGS,
    );
  });

  it('has tags, headings, tasks, blocks and hidden ranges where they say, in order', () => {
    fc.assert(
      fc.property(note, (text) => {
        const parsed = parseNote(text);
        for (const tag of parsed.inlineTags) expect(text.slice(tag.start, tag.end)).toBe(`#${tag.name}`);
        for (const list of [parsed.inlineTags, parsed.headings, parsed.tasks, parsed.blockIds]) {
          for (const item of list) expect(item.line).toBe(lineOf(text, item.start));
        }
        for (const block of parsed.blocks) {
          expect([block.startLine, block.endLine]).toEqual([lineOf(text, block.start), lineOf(text, block.end - 1)]);
        }
        for (const ranges of [parsed.hidden, parsed.blocks, parsed.headings, parsed.inlineTags, parsed.blockIds]) {
          ranges.forEach((range, index) => {
            expect(range.start).toBeGreaterThanOrEqual(ranges[index - 1]?.end ?? parsed.bodyStart);
            expect(range.end).toBeGreaterThan(range.start);
            expect(range.end).toBeLessThanOrEqual(text.length);
          });
        }
      }),
      SETTINGS,
    );
  });

  it.each(['\r\n', '\r'])('reads the same whether lines end in \\n or in %j', (eol) => {
    fc.assert(
      fc.property(note, (text) => {
        const other = text.replaceAll('\n', eol);
        expect(withoutOffsets(parseNote(other))).toEqual(withoutOffsets(parseNote(text)));
        expect(parseNote(other).links.map((link) => other.slice(link.start, link.end))).toEqual(
          parseNote(text).links.map((link) => text.slice(link.start, link.end).replaceAll('\n', eol)),
        );
      }),
      SETTINGS,
    );
  });

  it('reads the same after a byte order mark', () => {
    fc.assert(
      fc.property(note, (text) => {
        expect(withoutOffsets(parseNote(`\uFEFF${text}`))).toEqual(withoutOffsets(parseNote(text)));
        expect(parseNote(`\uFEFF${text}`).links.map((link) => link.start - 1)).toEqual(
          parseNote(text).links.map((link) => link.start),
        );
      }),
      SETTINGS,
    );
  });
});
