import type { BlockId, ParsedNote, Tag } from '../markdown/parsed-note.ts';
import { readTaskFields, type TaskFields } from '../markdown/tasks/task-fields.ts';

/** A task as the index stores it. What it does not have is absent. */
export interface RecordTask extends TaskFields {
  line: number;
  /** The character in its box; a space is an open task. */
  status: string;
  /** Its Markdown after the box, without fields and block id; at most {@link MAX_TASK} UTF-16 units. */
  text: string;
  /** Inline ones, without `#`, as written. */
  tags?: string[];
  /** Without `^`, lower-cased. */
  blockId?: string;
  /** Line of the list item it is nested under. */
  parentLine?: number;
}

/** The tasks of a note, by line. */
export function recordTasks({ tasks, inlineTags, blockIds }: ParsedNote): RecordTask[] {
  const tagsOf = inOrder(inlineTags);
  const idsOf = inOrder(blockIds);
  return tasks.map((task) => {
    const tags = tagsOf(task).map(({ name }) => name);
    const blockId = idsOf(task).at(-1)?.id;
    const written = blockId === undefined ? task.written : task.written.replace(BLOCK_ID, '');
    const { text, fields } = readTaskFields(written);
    return {
      line: task.line,
      status: task.status,
      text,
      ...fields,
      ...(tags.length === 0 ? {} : { tags: [...new Set(tags)] }),
      ...(blockId === undefined ? {} : { blockId }),
      ...(task.parentLine === undefined ? {} : { parentLine: task.parentLine }),
    };
  });
}

/** Whether a task is still to be done: any status but done and cancelled. */
export function isOpenTask({ status }: Pick<RecordTask, 'status'>): boolean {
  return status !== 'x' && status !== 'X' && status !== '-';
}

const BLOCK_ID = / ?\^[\w-]+$/;

/** Gives the items within each of some ranges; both come by position. */
function inOrder<T extends Tag | BlockId>(items: readonly T[]): (range: { start: number; end: number }) => T[] {
  let next = 0;
  return ({ start, end }) => {
    const found: T[] = [];
    while (next < items.length && (items[next]?.start ?? 0) < start) next++;
    for (let item = items[next]; item !== undefined && item.start < end; item = items[++next]) found.push(item);
    return found;
  };
}
