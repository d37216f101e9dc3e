import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createNoteInput,
  createNoteOutput,
  deleteNoteInput,
  deleteNoteOutput,
  deleteNoteResult,
  linkNotesInput,
  linkNotesOutput,
  linkNotesResult,
  moveNoteInput,
  moveNoteOutput,
  moveNoteResult,
} from './write.ts';
import {
  applyEditPreviewInput,
  applyEditPreviewOutput,
  editNoteInput,
  editNoteOutput,
  editNoteResult,
} from './edit.ts';

const inputs = {
  createNoteInput,
  editNoteInput,
  applyEditPreviewInput,
  linkNotesInput,
  moveNoteInput,
  deleteNoteInput,
};
const outputs = {
  createNoteOutput,
  editNoteOutput,
  applyEditPreviewOutput,
  linkNotesOutput,
  moveNoteOutput,
  deleteNoteOutput,
};

describe('what the writing tools take', () => {
  it.each(Object.entries(inputs))('%s has a type and a description for every argument', (_name, schema) => {
    const { properties = {}, type } = z.toJSONSchema(schema, { io: 'input' });
    expect(type).toBe('object');
    for (const property of Object.values(properties)) {
      expect(property).toHaveProperty('type');
      expect(property).toHaveProperty('description');
    }
  });

  it('types every field of an item of `edits` as in a single edit, but for the notes and dryRun', () => {
    const item = z.toJSONSchema(editNoteInput.shape.edits.unwrap().element, { io: 'input' }).properties ?? {};
    const single = z.toJSONSchema(editNoteInput, { io: 'input' }).properties ?? {};
    expect(Object.keys(item).sort()).toEqual(
      Object.keys(single)
        .filter((name) => !['name', 'names', 'directory', 'tag', 'where', 'dryRun', 'edits'].includes(name))
        .sort(),
    );
    for (const [name, property] of Object.entries(item)) expect(single[name]).toMatchObject(property as object);
  });

  it('needs a mode, for the call or for each of its edits', () => {
    expect(editNoteInput.safeParse({ name: 'a', content: 'x' }).error?.issues).toMatchObject([{ path: ['mode'] }]);
    expect(
      editNoteInput.safeParse({ name: 'a', edits: [{ mode: 'append', content: 'x' }, { content: 'x' }] }).error?.issues,
    ).toMatchObject([{ path: ['edits', 1, 'mode'] }]);
    expect(editNoteInput.parse({ name: 'a', mode: 'append', edits: [{ content: 'x' }] })).toMatchObject({
      dryRun: false,
      mode: 'append',
    });
  });

  it.each([
    { fuzzyThreshold: 1.1 },
    { fuzzyThreshold: -0.1 },
    { line: 0 },
    { line: 1.5 },
    { headingIndex: -1 },
    { search: '' },
    { key: '' },
    { lineOp: 'insert' },
    { headingOp: 'above' },
    { edits: [] },
  ])('refuses %j', (fields) => {
    expect(editNoteInput.safeParse({ name: 'a', mode: 'append', content: 'x', ...fields }).success).toBe(false);
  });

  it.each([null, 'text', 1, true, ['a'], { a: null }])('takes the value %j', (value) => {
    expect(editNoteInput.parse({ name: 'a', mode: 'patch_frontmatter', key: 'k', value }).value).toEqual(value);
  });

  it('deletes only when told so exactly', () => {
    for (const confirm of [undefined, false, 'true', 1])
      expect(deleteNoteInput.safeParse({ name: 'a', confirm }).success).toBe(false);
    expect(deleteNoteInput.parse({ name: 'a', confirm: true })).toEqual({ name: 'a', confirm: true, dryRun: false });
  });
});

describe('what the writing tools give', () => {
  it.each(Object.entries(outputs))('%s is one open object', (_name, schema) => {
    const json = z.toJSONSchema(schema, { io: 'output' });
    expect(json.type).toBe('object');
    expect(json).not.toHaveProperty('anyOf');
  });

  const edited = { path: 'a.md', mode: 'append', diff: '', changed: false, bytes: 3 };
  const deleted = { path: 'a.md', deleted: true, deletedFromIndex: { edges: 0, stubsPruned: 0 } };

  it.each([
    ['an edit', editNoteResult, editNoteOutput, edited, 'bytes'],
    [
      'a previewed edit',
      editNoteResult,
      editNoteOutput,
      { dryRun: true, previewId: 'p', expiresAt: '2026-01-01T00:00:00.000Z', path: 'a.md', mode: 'append', diff: '' },
      'previewId',
    ],
    [
      'a link',
      linkNotesResult,
      linkNotesOutput,
      { source: 'a.md', target: 'b.md', line: 3, text: 'x [[b]]', inserted: true },
      'line',
    ],
    [
      'a previewed link',
      linkNotesResult,
      linkNotesOutput,
      { dryRun: true, source: 'a.md', target: 'b.md', wouldAppend: 'x' },
      'wouldAppend',
    ],
    [
      'a move',
      moveNoteResult,
      moveNoteOutput,
      { from: 'a.md', to: 'b.md', linksRewritten: { files: 1, occurrences: 2 }, stubsPruned: 0 },
      'stubsPruned',
    ],
    [
      'a previewed move',
      moveNoteResult,
      moveNoteOutput,
      {
        dryRun: true,
        from: 'a.md',
        to: 'b.md',
        linksRewritten: { files: 1, occurrences: 2 },
        files: [{ path: 'c.md', occurrences: 2 }],
      },
      'linksRewritten',
    ],
    ['a delete', deleteNoteResult, deleteNoteOutput, deleted, 'deletedFromIndex'],
    [
      'a delete that took links',
      deleteNoteResult,
      deleteNoteOutput,
      { data: deleted, context: { state: {}, next_actions: [] } },
      'context',
    ],
    [
      'a previewed delete',
      deleteNoteResult,
      deleteNoteOutput,
      { dryRun: true, path: 'a.md', inboundLinks: 1, stubsToPrune: 0 },
      'inboundLinks',
    ],
  ])('is, for %s, complete and open', (_name, strict, open, result, needed) => {
    expect(strict.parse({ ...result, more: 1 })).toMatchObject(result);
    expect(open.parse(result)).toMatchObject(result);
    const without = Object.fromEntries(Object.entries(result).filter(([name]) => name !== needed));
    expect(strict.safeParse(without).success).toBe(false);
  });
});
