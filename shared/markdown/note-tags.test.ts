import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { noteTagsSteps } from './note-tags.ts';
import { parseNote } from './parse-note.ts';

const fragment = fc.constantFrom(
  ...[
    '#tag',
    '#a/b',
    '# ',
    '## ',
    '#',
    '```',
    '~~~',
    '`',
    '$',
    '$$',
    '%%',
    '<!--',
    '-->',
    '<div>',
    '</div>',
    '[[a#b]]',
  ],
  ...['[t](a#b)', '[ref]: t#b', '\\', '- [ ] ', '> ', '| a | b |', '| - | - |', '    ', '\t', ' ', 'word', 'ä', '日本'],
  ...['\n', '\n', '\r\n', '\r', '\n\n'],
);
const frontmatter = fc.constantFrom(
  '',
  '---\ntags: [a, b]\n---\n',
  '---\n"t\\u0061gs": a\n---\n',
  '---\nx: 1\n---\n',
  '---\n',
);
const note = fc
  .tuple(frontmatter, fc.array(fragment, { maxLength: 40 }))
  .map(([first, parts]) => first + parts.join(''));

describe('the tags of a note', () => {
  it('are those that the whole parser finds', () => {
    fc.assert(
      fc.property(note, (text) => {
        expect(runSteps(noteTagsSteps(text)).inlineTags).toEqual(parseNote(text).inlineTags);
      }),
      { numRuns: 1_000, seed: 20_261_123 },
    );
  });

  it('come with the properties if these may hold tags, however the key is written', () => {
    for (const key of ['tags', 'TAGS', '"t\\u0061gs"'])
      expect(runSteps(noteTagsSteps(`---\n${key}: [a]\n---\nText\n`)).frontmatter?.values).toEqual(
        parseNote(`---\n${key}: [a]\n---\nText\n`).frontmatter?.values,
      );
    expect(runSteps(noteTagsSteps('---\nstatus: open\n---\nText #a\n'))).toMatchObject({
      frontmatter: null,
      inlineTags: [{ name: 'a' }],
    });
  });
});
