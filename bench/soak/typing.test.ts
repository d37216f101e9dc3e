import { beforeAll, expect, it } from 'vitest';
import { typeAgainstTools } from './typing.ts';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';

let bundle: string;

beforeAll(async () => {
  bundle = await bundleForNode('bridge/cli.ts');
});

it.each([0, 300])(
  'neither a typed letter nor an answered edit, move or undo is lost if views read %i ms late',
  async (delayMs) => {
    const [run] = await typeAgainstTools({ script: bundle, rounds: 14, seed: 11, delaysMs: [delayMs] });
    expect(run?.problems).toEqual([]);
    expect(run?.done).toBeGreaterThan(5);
  },
  180_000,
);
