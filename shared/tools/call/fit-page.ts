import { isList } from '../../kit/json/is-record.ts';
import { jsonBytes } from '../../kit/json/json-size.ts';
import { MOST_ANSWER_BYTES } from './bounded-answer.ts';

/** What an answer may take besides its rows. */
const ROOM_FOR_REST = 2_000;

/**
 * An answer whose list of rows under `key` fits, so that `nextOffset` stays true: rows that do not fit are left for the
 * next page. One row is always kept. `offset` is that of the first row.
 */
export function fitPage<Output extends Record<string, unknown>>(
  answer: Output,
  key: keyof Output,
  offset: number,
): Output {
  const rows = answer[key];
  if (!isList(rows)) return answer;
  let room = MOST_ANSWER_BYTES - ROOM_FOR_REST;
  let kept = 0;
  while (kept < rows.length && (room -= jsonBytes(rows[kept]) + 1) >= 0) kept++;
  if (kept >= rows.length) return answer;
  kept = Math.max(kept, 1);
  return { ...answer, [key]: rows.slice(0, kept), nextOffset: offset + kept, truncated: true };
}
