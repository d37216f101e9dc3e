import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { readDays } from '../../kit/time/day-spans.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { frontmatterTags } from '../../markdown/frontmatter/frontmatter-fields.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { isOpenTask, type RecordTask } from '../../notes/note-tasks.ts';
import type { ListTasksInput, ListTasksOutput, TaskRow } from '../../protocol/schemas/tasks.ts';
import { asTyped } from '../../kit/text/typed-text.ts';
import { foldText } from '../../search/words/terms/fold.ts';
import type { Answer, AnswerParts } from '../answer-parts.ts';
import { filterHints } from '../search/hints/filter-hints.ts';
import { noteRows, rowOf, type NoteRow } from '../kept/note-rows.ts';
import { vaultTallies } from '../kept/vault-tallies.ts';
import { hasTag } from '../shown-notes.ts';
import { acceptedRows } from './accepted-rows.ts';
import { rowFilter } from './note-filter.ts';
import { sortedPage } from './page.ts';
import { hintsOfWhere } from './hints-of-where.ts';
import { hasOrder } from './order-hints.ts';
import { propertiesIn, tagsIn } from './where-hints.ts';
import { bySortKey, type SortKey } from './sort-keys.ts';

/**
 * Answers `list_tasks`, with a hint if nothing is found because a filter names something that does not exist.
 * @throws VaultLoomError `note_not_found`, `ambiguous_note` for `name`
 */
export const listTasks: Answer<ListTasksInput, ListTasksOutput> = async (parts, input) => {
  const index = await parts.ready();
  const accepts = taskFilter(input);
  const found: Found[] = [];
  for (const { record } of await notesFor(parts, index, input)) {
    const isInNote = accepts(record);
    for (const task of record.tasks)
      if (isInNote(task)) found.push({ record, task, key: sortKey(input.sort, record, task) });
  }
  const compare = bySortKey(NEWEST_FIRST.has(input.sort));
  const { page, ...rest } = sortedPage(
    found,
    (a, b) => compare(a.key, b.key) || compareCodeUnits(a.record.path, b.record.path) || a.task.line - b.task.line,
    input,
  );
  const hints = await hintsFor(parts, index, input, found.length);
  return { tasks: page.map(taskRow), ...rest, ...(hints.length === 0 ? {} : { hint: hints.join(' ') }) };
};

async function hintsFor(parts: AnswerParts, index: NoteIndex, input: ListTasksInput, found: number): Promise<string[]> {
  const { where } = input;
  if (found > 0 && !hasOrder(where)) return [];
  const { properties } = await vaultTallies(parts, index);
  const ofTasks = [...propertiesIn(where)].filter((name) => OF_TASKS.has(name) && !properties.has(name));
  return [
    ...(found > 0 ? [] : await filterHints(parts, { ...input, tags: tagsIn(where) }, 'list')),
    ...(await hintsOfWhere(parts, index, where, found)),
    ...(found > 0 ? [] : await tagInText(parts, index, input)),
    ...(found > 0 || ofTasks.length === 0
      ? []
      : ['`where` is about the note. Of the task itself, `status`, `dueAfter`, `dueBefore`, `text` and `tag` are.']),
  ];
}

/** A tag elsewhere in a note's text says nothing of its tasks, though they may be those that are meant. */
async function tagInText(parts: AnswerParts, index: NoteIndex, input: ListTasksInput): Promise<string[]> {
  const { tag, ...others } = input;
  if (tag === undefined) return [];
  const accepts = taskFilter(others);
  const [first, ...more] = (await notesFor(parts, index, input))
    .filter(({ record }) => hasTag(record, tag) && record.tasks.some(accepts(record)))
    .sort((a, b) => compareCodeUnits(a.record.path, b.record.path));
  if (first === undefined) return [];
  const notes = `"${first.record.path}"${more.length === 0 ? '' : ` and ${more.length} more`}`;
  return [
    `The tag "${tag.replace(/^#/, '')}" is in the text of ${notes}, and neither a task's own nor a property: give \`name\`, without \`tag\`.`,
  ];
}

/** What tasks have, too: there it is not a property of the note. */
const OF_TASKS: ReadonlySet<string> = new Set([
  'status',
  'due',
  'scheduled',
  'start',
  'done',
  'created',
  'cancelled',
  'priority',
  'recurrence',
  'completed',
  'text',
]);

interface Found {
  record: NoteRecord;
  task: RecordTask;
  key: SortKey;
}

const NEWEST_FIRST: ReadonlySet<string> = new Set(['done', 'created', 'modified']);
/** Without a priority a task comes between medium and low, as in the Tasks plugin. */
const PRIORITIES = new Map([
  ['highest', 0],
  ['high', 1],
  ['medium', 2],
  ['low', 4],
  ['lowest', 5],
]);
const NO_PRIORITY = 3;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

async function notesFor(parts: AnswerParts, index: NoteIndex, input: ListTasksInput): Promise<readonly NoteRow[]> {
  const { name, directory, where } = input;
  const accepts = rowFilter(index, { directory, where });
  const hasTasks = ({ record }: NoteRow): boolean => record.tasks.length > 0;
  if (name === undefined)
    return acceptedRows(
      parts,
      (await noteRows(parts, index)).list(),
      accepts === null ? hasTasks : (row) => hasTasks(row) && accepts(row),
    );
  const { path } = await parts.fresh.find(name);
  const record = path === undefined ? undefined : await parts.fresh.record(path);
  return acceptedRows(parts, record === undefined ? [] : [rowOf(record)], accepts);
}

/** Tells which tasks of a note are asked for. */
function taskFilter(input: ListTasksInput): (record: NoteRecord) => (task: RecordTask) => boolean {
  const { tag } = input;
  const hasStatus = statusFilter(input.status);
  const isDue = dueFilter(input);
  const words = foldText(asTyped(input.text ?? ''))
    .split(/\s+/)
    .filter((word) => word !== '');
  const hasWords = ({ text }: RecordTask): boolean => {
    const folded = foldText(asTyped(text));
    return words.every((word) => folded.includes(word));
  };
  return (record) => {
    const isOfNote = tag === undefined || hasTag({ tags: frontmatterTags(record.frontmatter) }, tag);
    return (task) =>
      hasStatus(task) &&
      isDue(task) &&
      (isOfNote || hasTag({ tags: task.tags ?? [] }, tag)) &&
      (words.length === 0 || hasWords(task));
  };
}

function statusFilter(status: string): (task: RecordTask) => boolean {
  if (status === 'all') return () => true;
  if (status === 'open') return isOpenTask;
  if (status === 'done') return (task) => task.status === 'x' || task.status === 'X';
  return (task) => task.status === status;
}

function dueFilter({ dueAfter, dueBefore }: ListTasksInput): (task: RecordTask) => boolean {
  if (dueAfter === undefined && dueBefore === undefined) return () => true;
  const first = dueAfter === undefined ? '' : (readDays(dueAfter, 'future')?.first ?? '');
  const last = dueBefore === undefined ? '9999-12-31' : (readDays(dueBefore, 'future')?.last ?? '');
  return ({ due }) => {
    const day = due?.slice(0, DAY_LENGTH);
    return day !== undefined && day >= first && day <= last;
  };
}

function sortKey(sort: ListTasksInput['sort'], record: NoteRecord, task: RecordTask): SortKey {
  switch (sort) {
    case 'path':
      return record.path;
    case 'modified':
      return record.mtimeMs;
    case 'priority':
      return PRIORITIES.get(task.priority ?? '') ?? NO_PRIORITY;
    default:
      return task[sort] ?? null;
  }
}

function taskRow({ record, task }: Found): TaskRow {
  const { line, text, status, ...rest } = task;
  const heading = record.headings.findLast((candidate) => candidate.line < line);
  return {
    path: record.path,
    line,
    text,
    status,
    ...(heading === undefined ? {} : { heading: heading.text }),
    ...rest,
  };
}
