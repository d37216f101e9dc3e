import { afterEach, describe, expect, it } from 'vitest';
import type { NextAction } from '../../protocol/schemas/common.ts';
import { openBench, removeBenches } from '../test-support/writing-bench.ts';

afterEach(removeBenches);

const BODY = '# A\n\nfirst\n\n# B\n\nsecond in B.\n\n# C\n\nend\n';

describe('reading on', () => {
  it.each<[string, object, number[], string]>([
    ['the note', { name: 'Long', mode: 'full' }, [30, 20, 10], BODY],
    ['the part that the name gives', { name: '[[Long#B]]' }, [7], '# B\n\nsecond in B.'],
    ['a section', { name: 'Long', section: 'B' }, [7], '# B\n\nsecond in B.'],
  ])('says how much is left of %s, and ends with it', async (_, args, left, expected) => {
    const bench = await openBench({ 'Long.md': `---\na: 1\n---\n${BODY}` });
    const said: string[] = [];
    let text = '';
    for (let next: object | undefined = args; next !== undefined; ) {
      const { data, context } = (await bench.call('read_note', { ...next, maxContentLength: 10 })) as unknown as {
        data: { content: string };
        context: { next_actions: NextAction[] };
      };
      text += data.content;
      const [action] = context.next_actions;
      if (action !== undefined) said.push(action.description);
      next = action?.args;
    }
    expect(said).toEqual(left.map((count) => `Read on (${count} characters are left).`));
    expect(text).toBe(expected);
  });
});
