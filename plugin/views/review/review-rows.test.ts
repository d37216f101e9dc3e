import { describe, expect, it } from 'vitest';
import type { Claim } from '../../review/claim.ts';
import type { ReviewItem } from '../../review/review-item.ts';
import { plainWords } from '../words/said.ts';
import { agoWords, hasParts, reviewRows } from './review-rows.ts';

const item = (files: NonNullable<ReviewItem['plan']>['files'], more: Partial<ReviewItem> = {}): ReviewItem => ({
  id: 'review-1',
  tool: 'edit_note',
  client: 'Claude',
  isNewClient: false,
  receivedAt: 0,
  claimed: { deed: { kind: 'edit' }, paths: ['In/A.md'], diff: '' },
  plan: { files, fingerprint: 'f' },
  risks: [],
  hasChanged: false,
  problem: null,
  wasInterrupted: false,
  isWriting: false,
  ...more,
});
const edit = (path: string) => ({ kind: 'edit' as const, path, before: 'a', after: 'b' });
const row = (of: ReviewItem) => {
  const [found] = reviewRows([of], 120_000);
  if (found === undefined) throw new Error('There is no row.');
  const { title, who, risks } = found;
  return { ...found, title: plainWords(title), who: plainWords(who), risks: risks.map(plainWords) };
};

describe('a row of the queue', () => {
  it('says what a change does, and who says they are asking', () => {
    expect(row(item([edit('In/A.md')]))).toMatchObject({
      title: 'Change “A”',
      others: '',
      who: 'says it is Claude, 2 minutes ago',
    });
    expect(row(item([{ kind: 'create', path: 'B.md', after: '' }])).title).toBe('New note “B”');
    expect(row(item([{ kind: 'delete', path: 'B.md', before: '' }])).title).toBe('Delete “B”');
  });

  it('cuts a long name of a client, so that it is seen when it asked', () => {
    expect(row(item([edit('In/A.md')], { client: 'x'.repeat(200) })).who).toBe(
      `says it is ${'x'.repeat(23)}…, 2 minutes ago`,
    );
  });

  it('cuts none of our own words for a client without a name', () => {
    expect(row(item([edit('In/A.md')], { client: ' ' })).who).toBe('An assistant without a name, 2 minutes ago');
  });

  it('tells notes of the same name apart by their folders', () => {
    const claimed: Claim = { deed: { kind: 'edit' }, paths: ['حديقة/A.md'], diff: '' };
    const items = [
      item([edit('In/Box/A.md')]),
      item([edit('a.md')]),
      item([], { plan: null, claimed }),
      item([edit('B.md')]),
    ];
    expect(reviewRows(items, 0).map(({ who }) => plainWords(who))).toEqual([
      'In / Box · says it is Claude, just now',
      'Top folder · says it is Claude, just now',
      '\u2068حديقة\u2069 · says it is Claude, just now',
      'says it is Claude, just now',
    ]);
  });

  it('names the note that moves before those whose links follow', () => {
    const moved = item([edit('C.md'), { kind: 'move', path: 'B.md', to: 'In/B.md' }, edit('D.md')]);
    expect(row(moved)).toMatchObject({ title: 'Move “B” to In/B.md', others: 'and change links in 2 notes' });
  });

  it('says of a folder that moves that it is one, and with how many notes', () => {
    const move = (name: string) => ({ kind: 'move' as const, path: `Plants/${name}`, to: `Old/Plants/${name}` });
    const deed: Claim['deed'] = { kind: 'move', from: 'plants', to: 'Old/' };
    const asked = (files: NonNullable<ReviewItem['plan']>['files'], from = 'plants') =>
      row(
        item(files, {
          claimed: { deed: { ...deed, from }, paths: [], diff: '' },
          plan: { files, fingerprint: 'f', named: [from, 'Old/'] },
          risks: [{ kind: 'moves', path: 'Plants/A.md', to: 'Old/Plants/A.md' }],
        }),
      );
    expect(asked([move('A.md'), move('Herbs/B.md'), edit('C.md')])).toMatchObject({
      title: 'Move the folder “Plants” to Old/Plants',
      others: 'with 2 notes, and change links in 1 note',
      risks: ['Moves a folder'],
    });
    expect(asked([move('A.md')], 'Plants/').title).toBe('Move the folder “Plants” to Old/Plants');
    const elsewhere = { kind: 'move' as const, path: 'Plants/B.md', to: 'Trash/B.md' };
    expect(asked([move('A.md'), elsewhere])).toMatchObject({
      title: 'Move “A” to Old/Plants/A.md',
      others: 'and 1 more note',
    });
    // The note of this name, in the folder of this name.
    const note = { kind: 'move' as const, path: 'Plants/Plants.md', to: 'Old/Plants.md' };
    expect(asked([note])).toMatchObject({ title: 'Move “Plants” to Old/Plants.md', risks: ['Moves a note'] });
  });

  it('names the note that a merge deletes before those that it edits', () => {
    const merged = item([edit('Links.md'), edit('Into.md'), { kind: 'delete', path: 'From.md', before: '' }]);
    expect(row(merged)).toMatchObject({ title: 'Delete “From”', others: 'and change 2 notes' });
    const takenBack = item([edit('Into.md'), { kind: 'create', path: 'From.md', after: '' }]);
    expect(row(takenBack)).toMatchObject({ title: 'New note “From”', others: 'and change 1 note' });
    expect(row(item([edit('A.md'), edit('B.md')]))).toMatchObject({ title: 'Change “A”', others: 'and 1 more note' });
  });

  it('counts canvases as what they are', () => {
    const moved = item([{ kind: 'move', path: 'B.md', to: 'In/B.md' }, edit('Plan.canvas')]);
    expect(row(moved).others).toBe('and change links in 1 canvas');
    expect(row(item([...(moved.plan?.files ?? []), edit('D.md')])).others).toBe('and change links in 2 files');
  });

  it('goes by what the caller says until the plan is there', () => {
    expect(row(item([], { plan: null }))).toMatchObject({ title: 'Change “A”', hasProblem: false });
    expect(
      row(item([], { plan: null, claimed: { deed: { kind: 'edit' }, paths: [], diff: '' }, problem: 'x' })),
    ).toMatchObject({
      title: 'Change',
      hasProblem: true,
    });
  });

  it('says what was asked for, with its warning, if there is no plan', () => {
    const asked = (deed: Claim['deed'], paths: string[]) =>
      row(item([], { plan: null, claimed: { deed, paths, diff: '' } }));
    const move = { kind: 'move' as const, from: 'Bread', to: 'In/Bread.md' };
    expect(asked(move, ['Bread.md', 'In/Bread.md', 'Home.md'])).toMatchObject({
      title: 'Move “Bread” to In/Bread.md',
      others: 'and 1 more note',
      risks: ['Moves a note'],
    });
    expect(asked(move, ['Bread.md', 'In/Bread.md']).others).toBe('');
    expect(asked({ kind: 'create' }, ['In/Fresh.md'])).toMatchObject({ title: 'New note “Fresh”', risks: [] });
    expect(asked({ kind: 'delete' }, ['A.md'])).toMatchObject({ title: 'Delete “A”', risks: ['Deletes a note'] });
  });

  it('says why a change is worth a look, each reason once', () => {
    const risks: ReviewItem['risks'] = [
      { kind: 'deletes', path: 'a' },
      { kind: 'deletes', path: 'b' },
      { kind: 'removes-properties', path: 'a', properties: ['tags', 'due'] },
    ];
    expect(row(item([], { risks })).risks).toEqual(['Deletes a note', 'Removes “tags”, “due”']);
  });

  it('calls no canvas, and no other file, a note', () => {
    const risks: ReviewItem['risks'] = [
      { kind: 'moves', path: 'A.md', to: 'B.md' },
      { kind: 'moves', path: 'In.canvas/pic.PNG', to: 'pic.PNG' },
      { kind: 'rewrites', path: 'Board.canvas', lines: 1, total: 1 },
      { kind: 'rewrites', path: 'A.MD', lines: 70, total: 90 },
    ];
    expect(row(item([], { risks })).risks).toEqual([
      'Moves a note',
      'Moves a file',
      'Changes the only line of a canvas',
      'Changes 70 lines of a note of 90',
    ]);
  });
});

it('says roughly how long ago', () => {
  expect([0, 60_000, 59 * 60_000, 3_600_000, 5 * 3_600_000].map(agoWords)).toEqual([
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '5 hours ago',
  ]);
});

it('lets parts be left out of an edit of one note only', () => {
  expect(hasParts(item([edit('a.md')]))).toBe(true);
  expect(hasParts(item([edit('a.md'), edit('b.md')]))).toBe(false);
  expect(hasParts(item([edit('a.md')], { tool: 'link_notes' }))).toBe(false);
  expect(hasParts(item([{ kind: 'delete', path: 'a.md', before: '' }]))).toBe(false);
});
