/** Rounds a score to four significant digits: enough for ranking, and a third of the characters. */
export function round4(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(4)) : value;
}

/** The same row with its `score` rounded. */
export function withRoundedScore<Row extends { score: number }>(row: Row): Row {
  return { ...row, score: round4(row.score) };
}
