import type { ListTasksOutput, TaskRow } from '../../../../shared/protocol/schemas/tasks.ts';
import type { Screen } from '../../terminal.ts';

const DATES = ['due', 'scheduled', 'start', 'done', 'cancelled'] as const;

/** A line for each task, as written in the note, with its dates and its place. */
export function tasksText(result: Record<string, unknown>, { style }: Screen): string {
  const { tasks, total, nextOffset, hint } = result as ListTasksOutput;
  const cut = nextOffset === undefined ? [] : [`${tasks.length} of ${total}. More: --offset ${nextOffset}`];
  const empty = tasks.length === 0 ? ['No task fits.'] : [];
  return [
    ...tasks.map(
      (task) => `[${task.status}] ${task.text}${style.accent(marks(task))}  ${style.dim(`${task.path}:${task.line}`)}`,
    ),
    ...[...empty, ...cut, ...(hint === undefined ? [] : [hint])].map((note) => style.dim(note)),
  ].join('\n');
}

function marks(task: TaskRow): string {
  const parts = [
    ...(task.priority === undefined ? [] : [task.priority]),
    ...DATES.flatMap((name) => (task[name] === undefined ? [] : [`${name} ${task[name]}`])),
  ];
  return parts.map((part) => `  ${part}`).join('');
}
