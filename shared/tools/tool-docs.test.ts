import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_TOOLS } from './all-tools.ts';
import { parseArguments } from './call/arguments.ts';
import { toolDocs } from './test-support/tool-docs.ts';
import { EXAMPLE_VAULT, EXAMPLES, NOT_RUN } from './test-support/tool-examples.ts';
import { openBench, removeBenches, type WritingBench } from './test-support/writing-bench.ts';

describe('the page about the tools', () => {
  let bench: WritingBench;
  beforeAll(async () => {
    bench = await openBench({ ...EXAMPLE_VAULT });
  });
  afterAll(removeBenches);

  it('is docs/tools.md; `npm run docs` writes it', async () => {
    await expect(toolDocs(ALL_TOOLS, EXAMPLES)).toMatchFileSnapshot('../../docs/tools.md');
  });

  it.each(ALL_TOOLS.map((tool) => [tool.name, tool] as const))('has a call of %s that works', async (name, tool) => {
    const example = EXAMPLES[name];
    if (example === undefined) throw new Error(`Add an example of ${name} to tool-examples.ts.`);
    expect(() => parseArguments(tool, example)).not.toThrow();
    if (!NOT_RUN.has(name)) expect(Object.keys(await bench.call(name, example))).not.toEqual([]);
  });
});
