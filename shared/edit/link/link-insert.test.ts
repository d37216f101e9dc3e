import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNote } from '../../markdown/parse-note.ts';
import { insertLink } from './link-insert.ts';

const SENTENCE = 'They share a method. [[Target]]';

function insert(text: string, sentence = SENTENCE) {
  return insertLink(text, parseNote(text), sentence);
}

describe('a sentence with a link', () => {
  it('becomes the last paragraph of the note', () => {
    expect(insert('# Title\n\nText.\n')).toEqual({
      text: `# Title\n\nText.\n\n${SENTENCE}\n`,
      line: 5,
      inserted: true,
    });
  });

  it('leaves a final line end, or its absence, as it was', () => {
    expect(insert('Text.').text).toBe(`Text.\n\n${SENTENCE}`);
    expect(insert('').text).toBe(SENTENCE);
    expect(insert('\uFEFF')).toEqual({ text: `\uFEFF${SENTENCE}`, line: 1, inserted: true });
    expect(insert('---\na: 1\n---')).toEqual({ text: `---\na: 1\n---\n${SENTENCE}`, line: 4, inserted: true });
    expect(insert('---\na: 1\n---\n')).toEqual({ text: `---\na: 1\n---\n${SENTENCE}\n`, line: 4, inserted: true });
  });

  it('takes the line end of most lines', () => {
    expect(insert('One\r\nTwo\r\nThree\n').text).toBe(`One\r\nTwo\r\nThree\n\r\n${SENTENCE}\r\n`);
  });

  it('uses an existing blank line', () => {
    expect(insert('Text.\n\n')).toEqual({ text: `Text.\n\n${SENTENCE}\n`, line: 3, inserted: true });
    expect(insert('Text.\n  ')).toEqual({ text: `Text.\n  \n${SENTENCE}`, line: 3, inserted: true });
  });

  it.each([
    ['footnotes', 'Text.[^1]\n\n', '[^1]: Note.\n'],
    ['footnotes of several paragraphs', 'Text.[^1]\n\n', '[^1]: Note.\n\n    More.\n\n[^b]: Last.'],
    ['a block id after a paragraph', 'Text.\n\n', '^id\n'],
    ['a block id after a table, with the table', 'Text.\n\n', '| a |\n| - |\n| b |\n\n^id\n'],
    ['a block id after a list, with the list', 'Text.\n\n', '- a\n- b\n\n^id\n'],
    ['a comment', 'Text.\n\n', '%% settings %%\n'],
    ['a comment of several lines', 'Text.\n\n', '%%\nsettings: 1\n%%\n'],
    ['an HTML comment', 'Text.\n\n', '<!-- end -->\n'],
    ['a comment that is never closed', 'Text.\n\n', '%%\nsettings\n'],
    ['all of these together', 'Text.\n\n', '^id\n\n[^1]: Note.\n\n%% settings %%\n'],
  ])('goes before %s', (_what, head, tail) => {
    expect(insert(head + tail)).toEqual({ text: `${head}${SENTENCE}\n\n${tail}`, line: 3, inserted: true });
  });

  it('keeps what follows directly on the text above separate from it', () => {
    expect(insert('Text.\n[^1]: Note.\n').text).toBe(`Text.\n\n${SENTENCE}\n\n[^1]: Note.\n`);
  });

  it('goes after a paragraph that ends in a block id, which stays with it', () => {
    const { text } = insert('Text. ^id\n');
    expect(text).toBe(`Text. ^id\n\n${SENTENCE}\n`);
    expect(parseNote(text).blockIds).toHaveLength(1);
  });

  it('goes before what belongs at the end, even at the beginning, when there is no other text', () => {
    expect(insert('---\na: 1\n---\n[^1]: Note.\n').text).toBe(`---\na: 1\n---\n${SENTENCE}\n\n[^1]: Note.\n`);
    expect(insert('\uFEFF%% x %%').text).toBe(`\uFEFF${SENTENCE}\n\n%% x %%`);
  });

  it('goes before code that is never closed', () => {
    expect(insert('Text.\n\n```\ncode\n').text).toBe(`Text.\n\n${SENTENCE}\n\n\`\`\`\ncode\n`);
    expect(insert('<pre>\ncode\n').text).toBe(`${SENTENCE}\n\n<pre>\ncode\n`);
  });

  it('is not written twice', () => {
    const text = `One\n\n${SENTENCE}  \n\nTwo\n`;
    expect(insert(text)).toEqual({ text, line: 3, inserted: false });
    expect(insert(insert('Text.\n').text).inserted).toBe(false);
  });

  it('is written if the same line is only code or a comment', () => {
    expect(insert(`\`\`\`\n${SENTENCE}\n\`\`\`\n`).inserted).toBe(true);
    expect(insert(`%%\n${SENTENCE}\n%%\n`).inserted).toBe(true);
  });
});

describe('in any note', () => {
  const part = fc.constantFrom(
    'Text',
    'a [[Link]]',
    '\n',
    '\n\n',
    '\r\n',
    '- item',
    '> quote',
    '| a |\n| - |\n',
    '```',
    '~~~',
    '$$',
    '%%',
    '%% c %%',
    '<!--',
    '-->',
    '<div>',
    '# H',
    '^id',
    ' ^id',
    '[^1]: note',
    '    code',
    '\t',
    ' ',
    '---',
    SENTENCE,
  );
  const note = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));

  it('only the sentence and line ends around it are added, the line is the one named, and its link is one', () => {
    fc.assert(
      fc.property(note, (text) => {
        const result = insert(text);
        const lines = result.text.split(/\r\n|\r|\n/);
        expect(lines[result.line - 1]?.trimEnd()).toBe(SENTENCE);
        expect(parseNote(result.text).links.some((link) => link.line === result.line && link.target === 'Target')).toBe(
          true,
        );
        if (!result.inserted) return;
        const at = lines
          .slice(0, result.line - 1)
          .reduce(
            (offset, line) => offset + line.length + (result.text.startsWith('\r\n', offset + line.length) ? 2 : 1),
            0,
          );
        const added = result.text.slice(0, at).length + result.text.slice(at + SENTENCE.length).length - text.length;
        const head = result.text.slice(0, at);
        const tail = result.text.slice(at + SENTENCE.length);
        const kept = [0, 1, 2, 3, 4].flatMap((cut) =>
          [0, 1, 2, 3, 4].map((skip) => head.slice(0, head.length - cut) + tail.slice(skip)),
        );
        expect(added).toBeLessThanOrEqual(8);
        expect(kept).toContain(text);
        expect(/[\r\n]$/.test(result.text)).toBe(/[\r\n]$/.test(text));
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
