import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches, type WritingBench } from '../test-support/writing-bench.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

afterEach(removeBenches);

const NOTES = { 'A.md': '#tag\n', 'L.md': '[[A]] #tag\n' };
const CALLS: [string, Record<string, unknown>][] = [
  ['move_note', { source: 'A', destination: 'B' }],
  ['edit_note', { name: 'L', mode: 'append', content: 'x' }],
  ['edit_note', { name: 'L', mode: 'patch_frontmatter', key: 'k', value: 1 }],
  ['edit_note', { names: ['A', 'L'], mode: 'append', content: 'x' }],
  ['link_notes', { source: 'L', target: 'B', context: 'See' }],
  ['rename_tag', { from: 'tag', to: 'other' }],
];

describe.runIf(process.platform === 'linux')('a dry run', () => {
  it.each(CALLS)('is refused like the call itself if the disk forbids it: %s %j', async (tool, args) => {
    const bench = await openBench(NOTES);
    chmodSync(join(bench.root, 'L.md'), 0o444);
    await asOther(bench, async () => {
      const [dry, real] = [await bench.refused(tool, { ...args, dryRun: true }), await bench.refused(tool, args)];
      expect(dry.toBody()).toEqual(real.toBody());
      expect(dry.code).toBe('read_only');
    });
    expect(bench.files()).toEqual(NOTES);
  });
});

/** Root may write everything, so it does this as another user. */
async function asOther(bench: WritingBench, act: () => Promise<void>): Promise<void> {
  if (!isRoot) return act();
  const folder = dirname(bench.root);
  for (const name of ['.', ...readdirSync(folder, { recursive: true }).map(String)])
    chownSync(join(folder, name), NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    await act();
  } finally {
    process.seteuid?.(0);
  }
}
