import { expect, it } from 'vitest';
import { entry, runBaseText } from './base-test-kit.ts';

/** The base that a plugin for tasks writes for its views, with formulas upon formulas over lists of objects. */
const TASKS = `
filters:
  and:
    - file.hasTag("task")
formulas:
  priorityWeight: 'if(priority=="none",0,if(priority=="low",1,if(priority=="normal",2,if(priority=="high",3,999))))'
  daysUntilDue: 'if(due, ((number(date(due)) - number(today())) / 86400000).floor(), null)'
  isOverdue: 'due && date(due) < today() && status != "done"'
  tracked: 'if(timeEntries, list(timeEntries).filter(value.endTime).map((number(date(value.endTime)) - number(date(value.startTime))) / 60000).reduce(acc + value, 0), 0)'
  share: 'if(timeEstimate && timeEstimate > 0, ((formula.tracked / timeEstimate) * 100).round(0) + "%", null)'
  category: 'if(!due, "No due date", if(date(due).date() < today(), "Overdue", if(date(due).date() == today(), "Today", if(date(due).date() == today() + "1d", "Tomorrow", if(date(due).date() <= today() + "7d", "This week", "Later")))))'
  score: 'formula.priorityWeight + if(formula.daysUntilDue < 0, 10, 0)'
  open: 'list(blockedBy).filter(file(value.uid).properties.status != "done").length'
  week: 'if(due, date(due).format("YYYY-[W]WW"), "none")'
views:
  - type: tasknotesTaskList
    name: "Overdue"
    filters:
      and:
        - or:
            - and:
                - recurrence.isEmpty()
                - status != "done"
            - and:
                - recurrence
                - "!complete_instances.contains(today().format(\\"YYYY-MM-DD\\"))"
        - date(due) < today()
    order: [status, formula.category, formula.tracked, formula.share, formula.open, formula.week, formula.isOverdue]
    sort:
      - column: formula.score
        direction: DESC
  - type: tasknotesKanban
    name: "Board"
    groupBy: {property: formula.category, direction: ASC}
    sort: [{column: due, direction: ASC}]
    options: {columnWidth: 300, hideEmptyColumns: false}
`;

const NOTES = [
  entry(
    'Tasks/A.md',
    {
      status: 'open',
      priority: 'high',
      due: '2026-06-18',
      timeEstimate: 60,
      timeEntries: [
        { startTime: '2026-06-17T10:00:00.000Z', endTime: '2026-06-17T10:45:00.000Z' },
        { startTime: '2026-06-18T10:00:00.000Z' },
      ],
      blockedBy: [{ uid: '[[B]]' }, { uid: '[[C]]' }],
    },
    { tags: ['#task'] },
  ),
  entry('Tasks/B.md', { status: 'done', priority: 'low', due: '2026-06-01' }, { tags: ['#task'] }),
  entry(
    'Tasks/C.md',
    { status: 'open', priority: 'none', due: '2026-06-21', recurrence: 'DAILY', complete_instances: ['2026-06-20'] },
    { tags: ['#task'] },
  ),
  entry(
    'Tasks/D.md',
    { status: 'open', recurrence: 'DAILY', complete_instances: [], due: '2026-06-19' },
    { tags: ['#task'] },
  ),
  entry('Tasks/E.md', { status: 'open' }, { tags: ['#task'] }),
];
const now = new Date(2026, 5, 20, 9, 30).getTime();

it('lists what is overdue', () => {
  const { rows, warnings } = runBaseText(TASKS, 'Overdue', NOTES, { now });
  expect(warnings).toBeUndefined();
  expect(rows).toEqual([
    {
      file: { name: 'D', path: 'Tasks/D.md' },
      status: 'open',
      'formula.category': 'Overdue',
      'formula.tracked': 0,
      'formula.share': null,
      'formula.open': 0,
      'formula.week': '2026-W25',
      'formula.isOverdue': true,
    },
    {
      file: { name: 'A', path: 'Tasks/A.md' },
      status: 'open',
      'formula.category': 'Overdue',
      'formula.tracked': 45,
      'formula.share': '75%',
      'formula.open': 1,
      'formula.week': '2026-W25',
      'formula.isOverdue': true,
    },
  ]);
});

it('groups a board', () => {
  const { rows, groups } = runBaseText(TASKS, 'Board', NOTES, { now });
  expect(groups).toEqual([
    { value: 'No due date', count: 1 },
    { value: 'Overdue', count: 3 },
    { value: 'Tomorrow', count: 1 },
  ]);
  expect(rows.map(({ file }) => file.name)).toEqual(['E', 'B', 'A', 'D', 'C']);
});
