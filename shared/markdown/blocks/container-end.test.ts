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
});
