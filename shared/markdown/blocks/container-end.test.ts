import { describe, expect, it } from 'vitest';
import { parseNote } from '../parse-note.ts';

/** More than a note may have that is read in one go. */
const FILLING = 'word word word word word word word word\n\n'.repeat(4_000);
const AFTER = '# After\n\n[[Link]] #tag\n\n- [ ] task\n';

function foundIn(text: string): unknown {
  const { headings, links, inlineTags, tasks } = parseNote(text);
  return {
    headings: headings.map((heading) => heading.text),
    links: links.map(({ target, inComment }) => [target, inComment]),
    tags: inlineTags.map(({ name }) => name),
    tasks: tasks.length,
  };
}

describe('what is not closed', () => {
  it.each([
    '> ```\n> code\n\n',
    '> > ~~~\n> > code\n\n',
    '> ```\n> code\nlazy\n\n',
    '- ```\n  code\n\nout\n\n',
    '- item\n\n  ```\n  code\n\nout\n\n',
    '1. item\n\n   ```\n   code\n\nout\n\n',
    '- a\n  - b\n\n    ```\n    code\n  - c\n\nout\n\n',
    '-\tx\n\n\t```\n\tcode\n\nout\n\n',
    'para\n\n    ```\n    code\n\nout\n\n',
    '> %% note\n> more\n\n',
    '- %% note\n  more\n\nout\n\n',
    '    %% code\n\nout\n\n',
    '> <!-- note\n> more\n\n',
    '- <!-- note\n  more\n\nout\n\n',
    '> $$\n> x\n\n',
    '- ```\n  code\n\nout [[O]]\n\n```\nin [[Code]]\n```\n\n',
  ])('ends with its quote or item, also in a long note: %j', (opened) => {
    const short = foundIn(opened + AFTER);
    expect(short).toMatchObject({ headings: ['After'], tags: ['tag'], tasks: 1 });
    expect(foundIn(opened + FILLING + AFTER)).toEqual(short);
    expect(foundIn(FILLING + opened + FILLING + AFTER)).toEqual(short);
  });

  it.each(['```\ncode\n\n', '  ```\n  code\n\nout\n\n', '%% a\n\n', '<!-- a\n\n'])(
    'lasts to the end of the note outside of them: %j',
    (opened) => {
      const short = foundIn(opened + AFTER);
      expect(short).toMatchObject({ headings: [] });
      expect(foundIn(opened + FILLING + AFTER)).toEqual(short);
      expect(foundIn(FILLING + opened + FILLING + AFTER)).toEqual(short);
    },
  );

  it.each([
    '```md\n> ```js\n> code\n> ```\nFILL\n# comment\n```\n\n',
    '> ```md\n> > ```\n> FILL\n> # comment\n> ```\n\n',
    '<script>\nFILL\n\n# no heading\n\n- [ ] no task\n</script>\n\n',
    '<pre>\nFILL\n\n# no heading\n</PRE>\n\n',
  ])('is read alike if the block itself is long: %j', (block) => {
    const short = foundIn(block.replace('FILL', 'x') + AFTER);
    expect(short).toMatchObject({ headings: ['After'], tasks: 1 });
    for (const lines of [3_000, 12_000]) {
      const line = block.startsWith('>') ? '> x=1 y=2 z=3\n' : 'x=1 y=2 z=3\n';
      const long = block.replace('FILL', line.repeat(lines).replace(/^> /, '').trimEnd());
      expect(foundIn(FILLING + long + FILLING + AFTER)).toEqual(short);
    }
  });
});
