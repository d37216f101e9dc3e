import { FIELD_BITS, type Postings } from '../segments/postings.ts';

/** How many quoted phrases each row has, up to the first one missing. */
export function gatesPassed(gates: readonly (readonly Postings[])[], s: number, rows: number): Uint8Array {
  const passed = new Uint8Array(rows);
  for (const [gate, lists] of gates.entries()) {
    const postings = lists[s];
    if (postings === undefined) continue;
    const { count, keys } = postings;
    for (let i = 0; i < count; i += 1) {
      const row = (keys[i] as number) >>> FIELD_BITS;
      if (passed[row] === gate) passed[row] = gate + 1;
    }
  }
  return passed;
}
