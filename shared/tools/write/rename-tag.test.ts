import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches } from '../test-support/writing-bench.ts';

afterEach(removeBenches);

const NOTES = {
  'A.md': '\uFEFF---\r\ntags: [garden, x]\r\n---\r\n#Garden/roses\r\n',
  'In/B.md': 'no newline #garden',
  'C.md': '#other\n',
  'Board.canvas': '{"nodes":[{"id":"1","type":"text","text":"#garden","x":0,"y":0,"width":1,"height":1}],"edges":[]}',
};

describe('rename_tag', () => {
  it('shows what it would do, does it as one change, and takes it back', async () => {
    const bench = await openBench(NOTES);
    const args = { from: '#garden', to: 'Yard' };
    expect(await bench.call('rename_tag', { ...args, dryRun: true })).toEqual({
      dryRun: true,
      from: 'garden',
      to: 'Yard',
      notes: 2,
      occurrences: 3,
      changes: [
        { path: 'A.md', occurrences: 2 },
        { path: 'In/B.md', occurrences: 1 },
      ],
    });
    expect(bench.files()).toEqual(NOTES);
    chmodSync(join(bench.root, 'A.md'), 0o640);
    const { ino } = statSync(join(bench.root, 'A.md'));
    expect(await bench.call('rename_tag', args)).toEqual({ from: 'garden', to: 'Yard', notes: 2, occurrences: 3 });
    expect(bench.files()).toEqual({
      ...NOTES,
      'A.md': '\uFEFF---\r\ntags: [Yard, x]\r\n---\r\n#Yard/roses\r\n',
      'In/B.md': 'no newline #Yard',
    });
    expect(statSync(join(bench.root, 'A.md'))).toMatchObject({ ino });
    expect(statSync(join(bench.root, 'A.md')).mode & 0o777).toBe(0o640);
    expect(await bench.call('list_notes', { tag: 'yard' })).toMatchObject({ total: 2 });
    const entries = await bench.writing.writer.history.list();
    expect(entries).toMatchObject([{ tool: 'rename_tag', files: [{ path: 'A.md' }, { path: 'In/B.md' }] }]);
    await bench.call('undo_change', { id: 'last' });
    expect(bench.files()).toEqual(NOTES);
  });

  it('merges tags, and says so if there is none to rename', async () => {
    const bench = await openBench(NOTES);
    expect(await bench.call('rename_tag', { from: 'other', to: 'garden' })).toMatchObject({ notes: 1 });
    expect(await bench.call('list_notes', { tag: 'garden' })).toMatchObject({ total: 3 });
    expect(await bench.call('rename_tag', { from: 'gardn', to: 'x' })).toMatchObject({
      notes: 0,
      hint: expect.stringContaining('garden') as string,
    });
    expect((await bench.refused('rename_tag', { from: 'a b', to: 'x' })).code).toBe('invalid_arguments');
  });

  it('takes tags as long as those that notes are found by', async () => {
    const long = `long/${'t'.repeat(400)}`;
    const bench = await openBench({ ...NOTES, 'D.md': `#${long}` });
    expect(await bench.call('list_notes', { tag: long })).toMatchObject({ total: 1 });
    expect(await bench.call('rename_tag', { from: long, to: 'short' })).toMatchObject({ notes: 1 });
    expect(bench.text('D.md')).toBe('#short');
  });

  it('leaves hidden notes alone', async () => {
    const bench = await openBench({ ...NOTES, 'Kept/D.md': '#garden', '.vaultloomignore': 'Kept/\n' });
    expect(await bench.call('rename_tag', { from: 'garden', to: 'yard' })).toMatchObject({ notes: 2 });
    expect(bench.text('Kept/D.md')).toBe('#garden');
  });

  it('changes all or nothing', async () => {
    const bench = await openBench({
      ...NOTES,
      'In/Latin.md': new Uint8Array([35, 103, 97, 114, 100, 101, 110, 32, 233]),
    });
    const before = bench.files();
    const refused = await bench.refused('rename_tag', { from: 'garden', to: 'yard' });
    expect(refused.toBody()).toMatchObject({
      code: 'edit_failed',
      details: { code: 'file_not_utf8', path: 'In/Latin.md', failedTotal: 1 },
    });
    expect(bench.files()).toEqual(before);
    const limited = await openBench(NOTES, { env: { VAULT_LOOM_FOLDERS: 'In' } });
    expect((await limited.refused('rename_tag', { from: 'garden', to: 'yard' })).code).toBe('path_not_allowed');
    expect(limited.files()).toEqual(NOTES);
  });

  it('respects what other programs and the person write meanwhile', async () => {
    let times = 0;
    const bench = await openBench(NOTES, {
      prepareWrite: () => {
        if (++times < 4) bench.put('In/B.md', `typed ${times} #garden`);
      },
    });
    expect(await bench.call('rename_tag', { from: 'garden', to: 'yard' })).toMatchObject({ notes: 2 });
    expect(bench.text('In/B.md')).toBe('typed 3 #yard');
  });

  it('treats both Unicode forms of a tag as one, as the lists do', async () => {
    const [composed, decomposed] = ['caf\u00E9', 'cafe\u0301'];
    const notes = {
      'A.md': `---\ntags: [${decomposed}]\n---\n#${composed}/x ${decomposed}\n`,
      'B.md': `#${decomposed} #cafe\n`,
      'C.md': `#${composed}\n`,
    };
    for (const from of [composed, decomposed]) {
      const bench = await openBench(notes);
      expect(await bench.call('list_notes', { tag: from })).toMatchObject({ total: 3 });
      expect(await bench.call('describe_vault', { of: 'tags' })).toMatchObject({
        tags: [
          { tag: composed, notes: 3 },
          { tag: 'cafe', notes: 1 },
          { tag: `${composed}/x`, notes: 1 },
        ],
      });
      expect(await bench.call('rename_tag', { from, to: 'tea' })).toMatchObject({ notes: 3, occurrences: 4 });
      expect(bench.files()).toEqual({
        'A.md': `---\ntags: [tea]\n---\n#tea/x ${decomposed}\n`,
        'B.md': '#tea #cafe\n',
        'C.md': '#tea\n',
      });
    }
  });
});
