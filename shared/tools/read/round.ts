/** Rounds a score to four significant digits. */
export function round4(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(4)) : value;
}

export function withRoundedScore<Row extends { score: number }>(row: Row): Row {
  return { ...row, score: round4(row.score) };
}
