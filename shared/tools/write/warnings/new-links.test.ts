import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBench, removeBenches } from '../../test-support/writing-bench.ts';
import { DiskVault } from '../../../vault/disk/disk-vault.ts';

afterEach(removeBenches);
afterEach(() => {
  vi.restoreAllMocks();
});

const NOTES = {
  'Papers/@smith2020.md': '---\ntitle: Deep Learning\naliases: [Smith 2020]\n---\nx\n',
  'Deep.md': 'Old: [[Smith 2020]]\n',
  'a/Twice.md': '---\naliases: [Both]\n---\n',
  'b/Twice.md': '---\naliases: [Both]\n---\n',
};
const LINKS =
  'See [[Deep Learning#Method|it]], [[Smith 2020]], [[@smith2020]], [[Both]], [[Nothing]] and [x](./Smith%202020.md).';
const warned = (names: string): string =>
  `Links go by file names, not by titles or aliases, so these lead to no note: ${names}.`;
const DEEP = '"Deep Learning" (write [[@smith2020|Deep Learning]])';
const SMITH = '"Smith 2020" (write [[@smith2020|Smith 2020]])';

describe('new links that give a title or an alias', () => {
  it.each<[string, Record<string, unknown>]>([
    ['create_note', { title: 'New', content: LINKS }],
    ['daily_note', { date: '2026-01-01', content: LINKS }],
  ])('are named by %s, with what to write', async (tool, args) => {
    const bench = await openBench(NOTES);
    expect(await bench.call(tool, args)).toMatchObject({ created: true, warning: warned(`${DEEP}, ${SMITH}`) });
  });

  it('are named by edit_note, also in a dry run; those that were there are not', async () => {
    const bench = await openBench(NOTES);
    const edit = { name: 'Deep', mode: 'append', content: LINKS };
    expect(await bench.call('edit_note', { ...edit, dryRun: true })).toMatchObject({ warning: warned(DEEP) });
    expect(await bench.call('edit_note', edit)).toMatchObject({ warning: warned(DEEP) });
    const property = { name: 'Deep', mode: 'patch_frontmatter', key: 'up', value: '[[Deep Learning]]' };
    expect(await bench.call('edit_note', property)).not.toHaveProperty('warning');
    expect(await bench.call('edit_note', { ...property, name: 'a/Twice' })).toMatchObject({ warning: warned(DEEP) });
  });

  it('are looked up in a dry run without a scan of the vault for those that no note has', async () => {
    const bench = await openBench(NOTES);
    const scans = vi.spyOn(DiskVault.prototype, 'paths');
    const edit = { name: 'Deep', mode: 'append', content: `${LINKS} [[New one]] [[New/Two]] [[Deep#No part]]` };
    const { warning } = await bench.call('edit_note', { ...edit, dryRun: true });
    expect(warning).toContain(DEEP);
    expect(warning).toContain('"Deep#No part"');
    expect(scans).not.toHaveBeenCalled();
  });

  it('are no news if a file has the name, or no note', async () => {
    const bench = await openBench({ ...NOTES, 'Smith 2020.md': '' });
    const content = '[[Smith 2020]] [[twice]] [[Papers/@smith2020]] [[Nothing]] `[[Deep Learning]]`';
    expect(await bench.call('create_note', { title: 'New', content })).not.toHaveProperty('warning');
  });

  it('lead a reader to that note, and not to writing it again', async () => {
    const bench = await openBench(NOTES);
    const action = { tool: 'read_note', args: { name: 'Papers/@smith2020.md' } };
    for (const name of ['Deep', '_stub/Smith 2020.md'])
      expect(await bench.call('read_note', { name })).toMatchObject({
        context: { next_actions: expect.arrayContaining([expect.objectContaining(action)]) as unknown },
      });
  });
});

describe('new links to a part', () => {
  const PARTS = {
    'Soup.md': '# Use `it` *well*\n\ntext ^b1\n',
    'paper.pdf': '',
  };
  const FINE = '[[Soup#use it well]] [[Soup#^B1]] [[paper.pdf#page=3]] [[Gone#x]] [[#Here]] `[[Soup#no]]`';

  it('that the note does not have are named', async () => {
    const bench = await openBench(PARTS);
    const warning =
      'These new links find no heading or block: "Soup#Used", "soup#^b2", "#There". read_note has those of a note.';
    const content = `# Here\n\n[[Soup#Used|x]] ![[soup#^b2]] [[#There]] ${FINE}`;
    expect(await bench.call('create_note', { title: 'New', content })).toMatchObject({ warning });
    const edit = { name: 'New', mode: 'append', content: 'Again [[Soup#Used]], [a](Soup.md#Use%20it)' };
    expect(await bench.call('edit_note', edit)).toMatchObject({
      warning: expect.stringContaining('find no heading or block: "Soup.md#Use it".') as string,
    });
  });

  it('are named if a link that was there merely begins so', async () => {
    const bench = await openBench({
      ...PARTS,
      ...NOTES,
      'Old.md': '[[Soup#^b1]] [[Smith 2020s]] [[Deep Learning models]]\n',
    });
    const edit = { name: 'Old', mode: 'append', content: '[[Soup#^b]] and [[Smith 2020]], [[Deep Learning]]' };
    expect(await bench.call('edit_note', edit)).toMatchObject({
      warning: `${warned(`${SMITH}, ${DEEP}`)} These new links find no heading or block: "Soup#^b". read_note has those of a note.`,
    });
  });

  it('that the note has are no news, nor those to other files', async () => {
    const bench = await openBench(PARTS);
    const content = `# Here\n\n${FINE}`;
    expect(await bench.call('create_note', { title: 'New', content })).not.toHaveProperty('warning');
  });
});

it('a new link whose bar ends the cell of a table is named by all that write links', async () => {
  const bench = await openBench({ 'T.md': '| a |\n|---|\n| 1 |\n', 'Town.md': '' });
  const warning = expect.stringContaining('ends the cell unless it is written \\|: [[Town\\|city]].') as string;
  const row = '| [[Town|city]] |';
  expect(await bench.call('edit_note', { name: 'T', mode: 'append', content: row, dryRun: true })).toMatchObject({
    warning,
  });
  for (const [tool, args] of [
    ['create_note', { title: 'New' }],
    ['daily_note', { date: '2026-01-01' }],
  ] as const)
    expect(await bench.call(tool, { ...args, content: `| x |\n|---|\n${row}` })).toMatchObject({ warning });
});
