import { jsonBytes } from '../../kit/json/json-size.ts';
import { MOST_ANSWER_BYTES } from './bounded-answer.ts';

/** Room for the rest of an answer. */
const REST_BYTES = 4_000;

/** The first rows that an answer has room for, at least one: whoever pages has to know where the answer ends. */
export function fittingRows<Row>(rows: readonly Row[], most = MOST_ANSWER_BYTES - REST_BYTES): Row[] {
  let bytes = 0;
  const end = rows.findIndex((row, i) => (bytes += jsonBytes(row) + 1) > most && i > 0);
  return end === -1 ? [...rows] : rows.slice(0, end);
}
