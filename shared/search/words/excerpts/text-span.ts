/** A stretch of a text: UTF-16 offsets, end exclusive. */
export type TextSpan = [start: number, end: number];

/** Where a text has a term: UTF-16 offsets, end exclusive. */
export interface Match {
  term: string;
  start: number;
  end: number;
}
