import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches } from '../../test-support/writing-bench.ts';

afterEach(removeBenches);

const FILES = {
  'Projects/A.md': '---\ntags: [work]\n---\nSee [[B]].\n',
  'Projects/All.base': 'filters: file.inFolder("Projects")\nviews:\n  - type: table\n    name: All\n',
  'Boards/Tagged.base': 'filters: file.hasTag("work")\nviews:\n  - type: table\n    name: Projects\n',
  'Boards/Up.base': 'filters: up == link("B")\nviews: []\n',
  'Boards/Secret.base': 'filters: file.hasTag("work") && file.inFolder("Projects")\nviews: []\n',
  'B.md': 'Bread.\n',
  'pic.png': '',
  '.vaultloomignore': 'Boards/Secret.base\n',
};

describe('bases that name what gets another name', () => {
  it('are told of when a folder moves, and where they are then', async () => {
    const bench = await openBench(FILES);
    const move = { source: 'Projects', destination: 'Work' };
    const planned = await bench.call('move_note', { ...move, dryRun: true });
    expect(planned['warning']).toMatch(/^"Projects\/All\.base" still names "Projects": .*person/);
    const moved = await bench.call('move_note', move);
    expect(moved['warning']).toMatch(/^"Work\/All\.base" still names "Projects": /);
    expect(bench.text('Work/All.base')).toBe(FILES['Projects/All.base']);
  });

  it('are told of when a note is renamed, and not when its name stays', async () => {
    const bench = await openBench(FILES);
    expect(await bench.call('move_note', { source: 'B', destination: 'Food/B.md' })).not.toHaveProperty('warning');
    expect(await bench.call('move_note', { source: 'B', destination: 'Food/C.md', dryRun: true })).toMatchObject({
      warning: expect.stringMatching(/^"Boards\/Up\.base" still names "Food\/B\.md": /),
    });
    expect(await bench.call('move_note', { source: 'pic.png', destination: 'new.png' })).not.toHaveProperty('warning');
  });

  it('are told of when a tag is renamed, unless only its letter case changes', async () => {
    const bench = await openBench(FILES);
    for (const dryRun of [true, false])
      expect(await bench.call('rename_tag', { from: 'work', to: 'job', dryRun })).toMatchObject({
        notes: 1,
        warning: expect.stringMatching(/^"Boards\/Tagged\.base" still names the tag "work": /),
      });
    expect(await bench.call('rename_tag', { from: 'job', to: 'Job' })).not.toHaveProperty('warning');
    await bench.call('rename_tag', { from: 'job', to: 'work' });
    expect(await bench.call('rename_tag', { from: 'work', to: 'Work' })).not.toHaveProperty('warning');
  });

  it('are told of in the notes that hold them, and so are queries', async () => {
    const bench = await openBench({
      ...FILES,
      'Boards/Block.md': 'Rows:\n\n> ```base\n> filters: file.inFolder("Projects")\n> views: []\n> ```\n',
      'Boards/Query.md': '```dataview\nLIST\nFROM "Projects" and #work\n```\n',
      'Boards/Text.md': 'In "Projects" from #work.\n\n```js\nfrom("Projects")\n```\n',
    });
    const both = '"Boards/Block.md", "Boards/Query.md"';
    for (const dryRun of [true, false]) {
      const named = dryRun ? 'Projects' : 'Work';
      expect(await bench.call('move_note', { source: 'Projects', destination: 'Work', dryRun })).toMatchObject({
        warning: `"${named}/All.base", ${both} still name "Projects": bases and queries in notes are not rewritten, and may lose rows. Tell the person what to change there.`,
      });
    }
    expect(await bench.call('rename_tag', { from: 'work', to: 'job' })).toMatchObject({
      warning: expect.stringContaining('"Boards/Query.md" still name the tag "work"'),
    });
  });
});
