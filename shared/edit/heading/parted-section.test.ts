import { expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { NoteEdit, PatchHeadingEdit } from '../note-edit.ts';
import { warnOfPartedSection } from './parted-section.ts';

const NOTE = '# Board\n\n## Done\n\n- [x] old\n\n## Empty\n\n## Last\n\ntext\n';
const patch = (heading: string, headingOp: PatchHeadingEdit['headingOp'], content: string): NoteEdit => ({
  mode: 'patch_heading',
  heading,
  headingOp,
  scope: 'default',
  content,
});
const warned = (...edits: NoteEdit[]): string | undefined => runSteps(warnOfPartedSection(NOTE, edits));

it('a heading that comes between another and its text is named', () => {
  expect(warned(patch('Done', 'after', '## Waiting\n\n- [ ] new'))).toBe(
    'After this edit the text of "Done" stands under the new heading "Waiting", since `after` adds above that text. If a section below it was meant, take this back and use `headingOp` append.',
  );
  expect(warned(patch('done', 'prepend', 'Intro\n\n### A\n\n### B\n'))).toContain('under the new heading "B"');
});

it('so is one that edits before it made possible', () => {
  const made = patch('Empty', 'append', 'new text');
  expect(warned(made, patch('Empty', 'after', '### Sub'))).toContain('the text of "Empty"');
  expect(warned(patch('Empty', 'after', '### Sub'), made)).toBeUndefined();
  expect(warned(patch('Nowhere', 'append', 'x'), patch('Last', 'after', '## New'))).toBeUndefined();
});

it.each<[string, NoteEdit]>([
  ['below a heading without text', patch('Empty', 'after', '## New')],
  ['between a heading and the next', patch('Board', 'after', '## New')],
  ['at the end of a section', patch('Done', 'append', '## New')],
  ['above a heading', patch('Done', 'before', '## New')],
  ['in place of the text', patch('Done', 'replace', '### New')],
  ['in code', patch('Done', 'after', '```\n# no heading\n```')],
  ['that is none', patch('Done', 'after', '- [x] newer')],
])('a heading %s is no news', (_, edit) => {
  expect(warned(edit)).toBeUndefined();
});
