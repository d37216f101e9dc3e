import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EngineHost } from '../../engine/engine.ts';
import { Bench } from '../../meaning/embedding-test-kit.ts';
import { listTasksInput } from '../../protocol/schemas/tasks.ts';

let bench: Bench;
let engine: EngineHost;

beforeAll(async () => {
  bench = await Bench.with({
    'A.md': "- [ ] Buy mum’s “café” – 2 l\n- [ ] Don't forget\n",
    'Day.md': '- At #trip/sea\n- [x] Swim\n',
    'No tasks.md': '#trip\n',
  });
  engine = await bench.start({
    createEmbedder: () => Promise.resolve(null),
    learnTerms: () => Promise.resolve(false),
  });
}, 60_000);
afterAll(() => bench.remove());

it.each([
  ["mum's", 1],
  ['"cafe" - 2', 1],
  ['mum’s', 1],
  ['don’t', 2],
  ['«café»', null],
])('tasks are found by words with the marks that keyboards have, or with others: %j', async (text, line) => {
  const { tasks } = await engine.listTasks(listTasksInput.parse({ text }));
  expect(tasks.map((task) => task.line)).toEqual(line === null ? [] : [line]);
});

it('a tag that only the text of notes has says so, if their tasks would do', async () => {
  const hintFor = async (input: object): Promise<string | undefined> =>
    (await engine.listTasks(listTasksInput.parse(input))).hint;
  expect(await hintFor({ tag: 'trip', status: 'done' })).toMatch(
    /^The tag "trip" is in the text of "Day\.md", .*`name`/,
  );
  expect(await hintFor({ tag: 'trip' })).toBeUndefined();
  await bench.write('B.md', '- By #trip\n- [x] Drive\n');
  await engine.refresh({ paths: ['B.md'] });
  expect(await hintFor({ tag: 'trip', status: 'done' })).toContain('in the text of "B.md" and 1 more');
});
