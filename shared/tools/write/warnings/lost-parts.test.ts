import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches } from '../../test-support/writing-bench.ts';

afterEach(removeBenches);

const SOIL = '# Soil\n\nSee [[#Worms]].\n\n## Worms\n\nThey dig. ^dig\n\nSetext\n===\n\nend\n';
const NOTES = {
  'Soil.md': SOIL,
  'A.md': '[[Soil#Worms]], [[Soil#Soil#Worms|them]], [[Soil#^dig]], ![[Soil#Setext]], [[Soil#Gone]], [[Soil]]\n',
  'Board.canvas': '{"nodes":[{"id":"1","type":"text","text":"[[Soil#Worms]]"}],"edges":[]}',
  'Hidden.md': '[[Soil#Worms]]\n',
  '.vaultloomignore': 'Hidden.md\n',
};
const swap = (search: string, content: string): object => ({ mode: 'replace_window', search, content });

describe('links to a part that an edit takes away', () => {
  it.each<[string, object, string]>([
    [
      'a heading that is renamed',
      swap('## Worms', '## Earthworms'),
      '"#Worms" in "Soil.md", "#Worms" in "A.md", "#Soil#Worms" in "A.md", "#Worms" in "Board.canvas"',
    ],
    ['a block whose name goes', swap('They dig. ^dig', 'They dig.'), '"#^dig" in "A.md"'],
    ['a heading that is underlined', swap('Setext\n===', 'Renamed\n==='), '"#Setext" in "A.md"'],
    ['an underline that goes', swap('Setext\n===\n', 'Setext\n'), '"#Setext" in "A.md"'],
    [
      'a section that is replaced, its heading kept',
      { mode: 'patch_heading', heading: 'Worms', headingOp: 'replace', content: 'They rest.' },
      '"#^dig" in "A.md"',
    ],
  ])('are named: %s', async (_, edit, named) => {
    const bench = await openBench(NOTES);
    const warning = `After this edit these links find no heading or block in "Soil.md": ${named}. If it was renamed, change the links, too.`;
    expect(await bench.call('edit_note', { name: 'Soil', ...edit, dryRun: true })).toMatchObject({ warning });
    expect(await bench.call('edit_note', { names: ['Soil', 'A'], edits: [edit] }).catch(() => 'fails in A')).toBe(
      'fails in A',
    );
    expect(await bench.call('edit_note', { name: 'Soil', ...edit })).toMatchObject({ changed: true, warning });
  });

  it('are named of several notes, too', async () => {
    const bench = await openBench({ 'A.md': '# One\n', 'B.md': '# One\n', 'C.md': '[[A#One]] [[B#One]]\n' });
    expect(await bench.call('edit_note', { names: ['A', 'B'], ...swap('# One', '# Two') })).toMatchObject({
      total: 2,
      warning: expect.stringMatching(/in "A\.md": "#One" in "C\.md".* in "B\.md": "#One" in "C\.md"/u) as string,
    });
  });

  it.each<[string, object]>([
    ['other letter case and marks', swap('## Worms', '## *worms*')],
    ['another level', swap('## Worms', '### Worms')],
    ['a heading that moves', { edits: [swap('## Worms\n\n', ''), swap('end', '## Worms\n\nend')] }],
    ['text next to it', swap('They dig. ^dig', 'They dug. ^dig')],
    ['text below all', { mode: 'append', content: '## New' }],
    ['a heading that nothing links to', swap('# Soil\n', '# Earth\n')],
  ])('are no news for %s', async (_, edit) => {
    const bench = await openBench({ ...NOTES, 'A.md': '[[Soil#Worms]] [[Soil#^dig]]\n' });
    expect(await bench.call('edit_note', { name: 'Soil', ...edit })).not.toHaveProperty('warning');
  });
});
