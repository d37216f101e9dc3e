import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineEndsIn } from '../../kit/text/line-ends.ts';
import { parseNote } from '../parse-note.ts';
import { noteLineEndsIn, searchedText, withShownBoxes } from '../text-marks.ts';
import { visibleText } from '../visible-text.ts';
import { chunkNote, chunkNoteSteps } from './chunker.ts';
import type { Chunk, ChunkOptions } from './chunker.ts';

function chunks(text: string, options?: ChunkOptions): Chunk[] {
  return chunkNote(text, parseNote(text), options);
}

function words(count: number, word = 'word'): string {
  return Array.from({ length: count }, (_, index) => `${word}${String(index)}`).join(' ');
}

function wordCount(chunk: Chunk): number {
  return chunk.text.split(/\s+/).length;
}

describe('chunks and headings', () => {
  it('start again at each heading, which is in the path and the range but not in the text', () => {
    const text = 'intro\n\n# A\n\nof a\n\n## **B** [[x|y]]\n\nof b\n\n# C\nof c\n';
    expect(
      chunks(text).map(({ headingPath, startLine, endLine, text: shown }) => ({
        headingPath,
        startLine,
        endLine,
        shown,
      })),
    ).toEqual([
      { headingPath: [], startLine: 1, endLine: 1, shown: 'intro' },
      { headingPath: ['A'], startLine: 3, endLine: 5, shown: 'of a' },
      { headingPath: ['A', 'B y'], startLine: 7, endLine: 9, shown: 'of b' },
      { headingPath: ['C'], startLine: 11, endLine: 12, shown: 'of c' },
    ]);
    expect(chunks(text).map((chunk) => text.slice(chunk.start, chunk.end))).toEqual([
      'intro',
      '# A\n\nof a',
      '## **B** [[x|y]]\n\nof b',
      '# C\nof c',
    ]);
  });

  it('give headings without text to the chunk below, and none to those at the end', () => {
    const text = '# A\n## B\n### C\ntext\n# D\n';
    expect(chunks(text)).toEqual([
      {
        headingPath: ['A', 'B', 'C'],
        start: 0,
        end: 19,
        startLine: 1,
        endLine: 4,
        text: 'text',
        marked: '\u0004\u0004\u0004text',
      },
    ]);
  });

  it('skip what is missing: levels may be left out, and deeper paths end', () => {
    expect(chunks('### deep\na\n# top\nb\n### again\nc').map((chunk) => chunk.headingPath)).toEqual([
      ['deep'],
      ['top'],
      ['top', 'again'],
    ]);
  });

  it.each([
    '',
    '# Only a heading',
    '---\na: b\n---\n',
    '%%comment%%',
    '---',
    '![[image.png]]',
    '[ref]: https://example.org',
    '\n \n',
  ])('%j has none', (text) => {
    expect(chunks(text)).toEqual([]);
  });
});

describe('tasks in chunks', () => {
  const text = '- [ ] open\n- [x] done\n  1. [/] half\n- plain [x]\n\ntext\n\n- [ ] \n- [>] moved ^id';

  it('have no boxes in the text that is searched, and marked ones in the text that is shown', () => {
    const [chunk] = chunks(text);
    expect(chunk?.text).toBe('-  open\n-  done\n  1.  half\n- plain [x]\n\ntext\n\n-  \n-  moved');
    expect(withShownBoxes(chunk?.marked ?? '')).toBe(
      '- [ ] open\n- [x] done\n  1. [/] half\n- plain [x]\n\ntext\n\n- [ ] \n- [>] moved',
    );
  });

  it('belong to the chunk they are in', () => {
    const list = '- [x] word word word\n'.repeat(40);
    const found = chunkNote(list, parseNote(list), { targetWords: 10 });
    expect(found.length).toBeGreaterThan(5);
    for (const chunk of found) {
      expect(searchedText(chunk.marked)).toBe(chunk.text);
      expect(chunk.marked.split('\u0002')).toHaveLength(chunk.text.split('word word word').length);
    }
  });
});

describe('the lines of a marked text', () => {
  it('are those of the note, though not all of them are shown', () => {
    const piece = fc.constantFrom(
      'w',
      'w w\nw',
      '%%h\nh%% w',
      'w %% h\n\nh\n%% w',
      '<!-- h\nh -->\nw',
      '# h',
      'w\n===\n',
      '- [ ] w\n- [x] w\n  w',
      '> [!note] w\n> w',
      '| w | w |\n|---|---|\n| w | w |',
      '```js\nw\n\nw\n```',
      '$$\nw\n$$',
      '[h]: https://example.org\n"h"',
      '\u0004 w \u0002 \u0003 w',
      '',
      '',
    );
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    const note = fc.tuple(fc.array(piece, { maxLength: 25 }), lineEnd, fc.boolean()).map(([pieces, end, isFolder]) => {
      let count = 0;
      const text = (isFolder ? '---\na: b\n---\n' : '') + pieces.join('\n');
      return text.replaceAll(/w/g, () => `w${String(count++)}x`).replaceAll('\n', end);
    });
    fc.assert(
      fc.property(note, fc.integer({ min: 1, max: 60 }), (text, targetWords) => {
        for (const { marked, startLine } of chunkNote(text, parseNote(text), { targetWords }))
          for (const { 0: word, index } of marked.matchAll(/w\d+x/g)) {
            const line = startLine + noteLineEndsIn(marked.slice(0, index));
            expect([word, line]).toEqual([word, 1 + lineEndsIn(text, 0, text.indexOf(word))]);
          }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('control characters', () => {
  it('where a chunk begins count as blank', () => {
    const text = '\u0000\n\u0001\u001f\n\nword\n';
    expect(chunkNote(text, parseNote(text))).toMatchObject([{ startLine: 4, text: 'word', marked: 'word' }]);
  });

  it('and marks, anywhere, leave every word at its line', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\n',
        '\r\n',
        '\u0000',
        '\u0001',
        '\u0002',
        '\u0003',
        '\u0004',
        '\u0007',
        '\u001b',
        '\u0085',
        '\u00a0',
      ),
      fc.constantFrom(
        '\n- [ ] w1x',
        'w2x ',
        '\n# w3x\n',
        '\n\n',
        '%%\nw4x\n%%',
        '\n> w5x',
        '[[w6x]]',
        '*',
        '\n```\nw7x\n```\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (pieces, targetWords) => {
        const text = pieces.join('');
        const lines = text.split(/\r\n|\n|\r/);
        for (const { marked, startLine } of chunkNote(text, parseNote(text), { targetWords }))
          for (const { 0: word, index } of marked.matchAll(/w\d+x/g))
            expect(lines[startLine + noteLineEndsIn(marked.slice(0, index)) - 1]).toContain(word);
      }),
      { seed: 4, numRuns: 2_000 },
    );
  });
});

describe('text after a comment on its last line', () => {
  it('is in a chunk', () => {
    expect(chunks('%%\nhidden\n%% seen').map((chunk) => chunk.text)).toEqual(['seen']);
  });
});

describe('the size of chunks', () => {
  it('is near the target: short blocks go together, until the next would not fit', () => {
    const text = Array.from({ length: 12 }, () => words(30)).join('\n\n');
    expect(chunks(text).map(wordCount)).toEqual([90, 90, 90, 90]);
    expect(chunks(text, { targetWords: 60 }).map(wordCount)).toEqual([60, 60, 60, 60, 60, 60]);
  });

  it('keeps a block that fits whole', () => {
    expect(chunks(`${words(60)}\n\n${words(110)}`).map(wordCount)).toEqual([60, 110]);
  });

  it('joins a short rest to the chunk before it', () => {
    expect(chunks(`${words(85)}\n\n${words(10)}`).map(wordCount)).toEqual([95]);
  });

  it('cuts long paragraphs after sentences', () => {
    const sentence = `${words(19, 'Word')} e.g. end.`;
    const found = chunks(Array(20).fill(sentence).join(' '));
    expect(found.length).toBeGreaterThan(4);
    for (const chunk of found) {
      expect(chunk.text).toMatch(/^Word0 .* end\.$/);
      expect(wordCount(chunk)).toBeLessThanOrEqual(120);
    }
  });

  it('cuts lists at items, tables and code at lines', () => {
    const list = chunks(
      Array.from({ length: 40 }, (_, index) => `- item ${String(index)}\n  - ${words(8)}`).join('\n'),
    );
    for (const chunk of list) expect(chunk.text).toMatch(/^- item \d+\n/);
    const table = chunks(`| a | b |\n| - | - |\n${`| ${words(5)} | ${words(5)} |\n`.repeat(40)}`);
    for (const chunk of table) expect(chunk.text).toMatch(/^\|[^]*\|$/);
    const code = chunks(`\`\`\`\n${`${words(10)};\n`.repeat(40)}\`\`\``);
    for (const chunk of code) expect(chunk.text).toMatch(/^word0 [^]*;$/);
    expect([list.length, table.length, code.length].every((count) => count > 3)).toBe(true);
  });

  it('cuts what has no sentences at words, and what has no words anywhere', () => {
    const run = chunks(words(1000));
    expect(Math.max(...run.map(wordCount))).toBeLessThanOrEqual(120);
    expect(run.every((chunk) => /^word\d+ [^]*word\d+$/.test(chunk.text))).toBe(true);
    const blob = chunks('A0'.repeat(20_000));
    expect(Math.max(...blob.map((chunk) => chunk.text.length))).toBeLessThanOrEqual(1200);
    expect(blob.map((chunk) => chunk.text).join('')).toBe('A0'.repeat(20_000));
  });

  it('counts scripts without spaces by their characters, and cuts them after their full stops', () => {
    const sentence = `${'漢'.repeat(29)}。`;
    const found = chunks(sentence.repeat(30));
    expect(found.map((chunk) => chunk.text.length)).toEqual([180, 180, 180, 180, 180]);
    expect(Math.max(...chunks('字'.repeat(5000)).map((chunk) => chunk.text.length))).toBeLessThanOrEqual(240);
  });

  it('never separates the two halves of a character', () => {
    for (const chunk of chunks('🙂'.repeat(5000))) expect(Buffer.from(chunk.text).toString()).toBe(chunk.text);
  });

  it('is counted in tokens if a counter is given', () => {
    const found = chunks(words(300), { targetWords: 100, maxWords: 120, countTokens: (text) => text.length });
    expect(Math.max(...found.map((chunk) => chunk.text.length))).toBeLessThanOrEqual(140);
  });

  it('is bounded in a note of one long line', () => {
    const found = chunks('Some words here. '.repeat(20_000));
    expect(found.length).toBeGreaterThan(500);
    expect(Math.max(...found.map(wordCount))).toBeLessThanOrEqual(120);
  });
});

describe('chunking', () => {
  const part = fc.constantFrom(
    '# H\n',
    '## I\n',
    '\n\n',
    '\n',
    ' ',
    '- item\n',
    '  - sub\n',
    '| a | b |\n| - | - |\n',
    '| c | d |\n',
    '```\ncode\n```\n',
    '> quote\n',
    'word ',
    'A sentence. ',
    '漢字。',
    '[[a|b]] ',
    '%%c%% ',
    '![[p.png]] ',
    '**b** ',
    `${'long '.repeat(40)}\n`,
    `${'x'.repeat(300)} `,
    '🙂',
    '<br>',
    '$$\nx\n$$\n',
    '\r\n',
  );
  const note = fc.array(part, { maxLength: 50 }).map((parts) => parts.join(''));

  it('covers all visible text except headings, in order, without overlap or empty chunks', () => {
    fc.assert(
      fc.property(note, fc.integer({ min: 1, max: 100 }), (text, targetWords) => {
        const parsed = parseNote(text);
        const found = chunkNote(text, parsed, { targetWords });
        let visible = '';
        for (const block of parsed.blocks)
          if (block.kind !== 'heading') visible += visibleText(text, parsed.hidden, block.start, block.end);
        expect(
          found
            .map((chunk) => chunk.text)
            .join('')
            .replace(/\s+/g, ''),
        ).toBe(visible.replace(/\s+/g, ''));
        let last = parsed.bodyStart;
        for (const chunk of found) {
          expect(chunk.start).toBeGreaterThanOrEqual(last);
          expect(chunk.end).toBeGreaterThan(chunk.start);
          expect(chunk.text).toBe(chunk.text.trim());
          expect(chunk.text).not.toBe('');
          expect(chunk.startLine).toBe(text.slice(0, chunk.start).split(/\r\n|\r|\n/).length);
          expect(chunk.endLine).toBe(text.slice(0, chunk.end).split(/\r\n|\r|\n/).length);
          last = chunk.end;
        }
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it.each(['!', '.)', '…', '。'])('cuts a run of %s of any length in one pass', (stop) => {
    const text = stop.repeat(40_000);
    expect(
      chunks(text)
        .map((chunk) => chunk.text)
        .join(''),
    ).toBe(text);
  });

  it('comes in steps for a large note', () => {
    const text = 'word '.repeat(200_000);
    const steps = chunkNoteSteps(text, parseNote(text));
    let count = 0;
    while (steps.next().done !== true) count++;
    expect(count).toBeGreaterThan(20);
  });
});
