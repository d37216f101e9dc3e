import { jsonBytes } from '../../kit/json/json-size.ts';
import { MOST_ANSWER_BYTES } from './bounded-answer.ts';

/** Room for the names of fields, and for a few small ones. */
const MARGIN = 500;

/**
 * The first rows that an answer has room for next to `rest`, at least one: whoever pages has to know where the answer
 * ends.
 */
export function fittingRows<Row>(rows: readonly Row[], rest: unknown): Row[] {
  const most = MOST_ANSWER_BYTES - MARGIN - jsonBytes(rest);
  let bytes = 0;
  const end = rows.findIndex((row, i) => (bytes += jsonBytes(row) + 1) > most && i > 0);
  return end === -1 ? [...rows] : rows.slice(0, end);
}
