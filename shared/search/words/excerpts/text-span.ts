/** A stretch of a text: UTF-16 offsets, end exclusive. */
export type TextSpan = [start: number, end: number];
