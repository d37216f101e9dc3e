import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { applyEdits } from './apply-edit.ts';
import type { NoteEdit } from './note-edit.ts';
import { warnOfOpenEnd } from './open-end.ts';

const append = (content: string): NoteEdit => ({ mode: 'append', content });
const below = (heading: string, headingOp: 'append' | 'prepend' = 'append'): NoteEdit => ({
  mode: 'patch_heading',
  heading,
  headingOp,
  scope: 'default',
  content: 'new',
});

function warning(text: string, ...edits: NoteEdit[]): string | undefined {
  return runSteps(warnOfOpenEnd('N.md', text, applyEdits(text, edits).text, edits));
}

const CODE = '# A\n\ntext\n\n# B\n\n```js\nlet a;\n\n# not a heading\n';

describe('text added to a note that ends in an open block', () => {
  it.each([
    ['code', CODE, 'a code block', 7, '```'],
    ['code without a line of it', 'a\n\n~~~~', 'a code block', 3, '~~~~'],
    ['code that holds a shorter fence', '````md\n```\nx\n```\n', 'a code block', 1, '````'],
    ['code after closed code', '```\na\n```\n\n```\nb\r\n', 'a code block', 5, '```'],
    ['a comment', 'a\n\n%% later\n\nmore\n', 'a comment', 3, '%%'],
    ['a comment of HTML', 'a\n\n<!-- later\n\nmore', 'a comment', 3, '-->'],
  ])('is told of: %s', (_, text, what, line, closing) => {
    for (const content of ['new', '- new\n\n```js\nlet b;\n```\n']) {
      expect(warning(text, append(content))).toBe(
        `"N.md" ends in ${what} that is never closed, from line ${line} on, so what is added at its end is part of that. To close it, put "${closing}" on a line of its own where it should end.`,
      );
    }
  });

  it('is told of below the heading that has the block, too', () => {
    expect(warning(CODE, below('B'))).toContain('a code block');
    expect(warning(CODE, below('A'))).toBeUndefined();
    expect(warning(CODE, below('B', 'prepend'))).toBeUndefined();
    expect(warning(CODE, below('A'), append('x'))).toContain('a code block');
  });

  it.each([
    ['that it closes', CODE, '```\n\nnew'],
    ['closed code', '```\na\n```\n', 'new'],
    ['closed code with a longer fence', '```\na\n`````\n', 'new'],
    ['code in an item, which ends with it', '- a\n  ```\n  code\n', 'new'],
    ['indented code', 'a\n\n    code\n', 'new'],
    ['a closed comment', 'a\n\n%% later %%\n', 'new'],
    ['a comment of HTML that is closed', 'a\n\n<!-- later -->\n', 'new'],
    ['inline code of three marks', 'a ```b\n', 'new'],
    ['per cent signs in code', '`%%`\n', 'new'],
    ['nothing', '', 'new'],
    ['nothing new', CODE, ''],
  ])('is no news for %s', (_, text, content) => {
    expect(warning(text, append(content))).toBeUndefined();
  });
});
