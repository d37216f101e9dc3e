import { describe, expect, it } from 'vitest';
import type { UndoPreview } from '../../../shared/writing/undo/preview-undo.ts';
import { WORDS } from './activity-words.ts';
import { questionOf } from './undo-question.ts';

const some = new Uint8Array([1]);
const preview = (parts: Partial<UndoPreview>): UndoPreview => ({ files: [], lost: [], gone: [], taken: [], ...parts });
const made = (path: string) => ({ path, before: null, after: some });
const edited = (path: string) => ({ path, before: some, after: new Uint8Array([2]) });

describe('before an undo', () => {
  it('asks nothing if nothing would be lost', () => {
    expect(questionOf(preview({ files: [edited('A.md')] }), WORDS.undoing)).toMatchObject({ parts: [] });
  });

  it('shows what would be lost', () => {
    const question = questionOf(preview({ files: [edited('A.md')], lost: ['A.md'] }), WORDS.undoing);
    expect(question).toMatchObject({ parts: [{ paths: ['A.md'] }], yes: 'Undo anyway' });
  });

  it('says large numbers as they are read', () => {
    const lost = Array.from({ length: 1_100 }, (_, i) => `${i}.md`);
    const question = questionOf(preview({ files: lost.map(edited), lost }), WORDS.undoing);
    expect(question).toMatchObject({ parts: [{ text: expect.stringMatching(/^1,100 notes were changed since/u) }] });
    expect(WORDS.undoing.stopped(1_099, 'the disk is full')).toMatch(/^Only 1,099 undone: /u);
  });

  it('says of a note that is gone that a new one would be made, and offers that', () => {
    const question = questionOf(preview({ files: [made('A.md')], gone: ['A.md'] }), WORDS.undoing);
    expect(question).toMatchObject({
      parts: [{ text: expect.stringMatching(/no longer there.*makes a new note/u) }],
      yes: 'Make a new note',
    });
  });

  it('offers nothing if nothing can be undone', () => {
    expect(questionOf(preview({ gone: ['A.md'] }), WORDS.undoing)).toEqual({
      refusal: 'Nothing was undone: “A.md” is no longer there. It was renamed, moved or deleted since.',
    });
  });

  it('offers nothing if another note has taken the place', () => {
    expect(questionOf(preview({ files: [edited('B.md')], taken: ['A.md'] }), WORDS.redoing)).toEqual({
      refusal: 'Nothing was redone: there is another note at “A.md” now. Rename or move that one first.',
    });
  });

  it('leaves out what is gone, and says so', () => {
    const question = questionOf(preview({ files: [edited('B.md')], gone: ['A.md'] }), WORDS.undoing);
    expect(question).toMatchObject({ parts: [{ text: '“A.md” is no longer there, and is left out.' }] });
  });
});
