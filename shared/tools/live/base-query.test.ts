import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, removeBenches, type WritingBench } from '../test-support/writing-bench.ts';

const ROWS = 'views: [{name: V, filters: file.folder == this.file.folder, order: [file.name]}]\n';
const FILES = {
  'Lists/Read.base': ROWS,
  'A/Twice.base': ROWS,
  'B/Twice.base': ROWS,
  'Secret/Own.base': ROWS,
  'Notes/Dashboard.md': 'Text\n\n```base\nviews: [{name: V, filters: file.name == "Dashboard"}]\n```\n',
  'Notes/Dune.md': 'No base\n',
  '.vaultloomignore': 'Secret/\n',
};

describe('base_query: the file', () => {
  let bench: WritingBench;
  beforeAll(async () => {
    bench = await openBench(FILES);
  });
  afterAll(removeBenches);

  it.each([
    ['/Lists/Read.base', 'Read.base'],
    ['./Lists/Read.base', 'Read.base'],
    ['Lists/Read', 'Read.base'],
    ['lists/read.BASE', 'Read.base'],
    ['Read.base', 'Read.base'],
    ['[[Read.base]]', 'Read.base'],
    ['![[Read.base#V|Books]]', 'Read.base'],
    ['read', 'Read.base'],
    ['[[Dashboard]]', 'Dashboard'],
    ['Dashboard', 'Dashboard'],
    ['/Notes/Dashboard.md', 'Dashboard'],
  ])('%s names the only base that it can mean', async (file, name) => {
    const { rows } = await bench.call('base_query', { file, view: 'V' });
    expect(rows).toMatchObject([{ file: { name } }]);
  });

  it.each([
    ['Twice.base', /^It may mean "A\/Twice\.base", "B\/Twice\.base"\./],
    ['Nowhere/Read.base', /The vault has "A\/Twice\.base", "B\/Twice\.base", "Lists\/Read\.base"\.$/],
    ['../Read.base', /The vault has/],
    ['Secret/Own.base', /The vault has/],
    ['Own.base', /The vault has/],
    ['[[Dune]]', /Give the path/],
    ['', /file/],
  ])('%j is refused, and the error names what there is', async (file, hint) => {
    const refused = await bench.refused('base_query', { file, view: 'V' });
    expect(refused.hint).toMatch(hint);
    expect(JSON.stringify(refused.hint)).not.toContain('Secret');
  });
});
