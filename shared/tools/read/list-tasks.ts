import { listTasksInput, listTasksOutput } from '../../protocol/schemas/tasks.ts';
import { fitPage } from '../call/fit-page.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const listTasks = defineTool({
  name: 'list_tasks',
  title: 'List tasks',
  description:
    'List tasks (checkboxes, to-dos) in Obsidian notes: open, done, or due by a date, from Tasks emoji and Dataview fields. No app needed.',
  input: listTasksInput,
  output: listTasksOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  run: async (input, { engine }) => fitPage(await engine.listTasks(input), 'tasks', input.offset),
});
