/** Whether the characters of `needle` occur in `text` in order. */
export function isSubsequence(needle: string, text: string): boolean {
  let at = 0;
  for (let i = 0; i < text.length && at < needle.length; i++) if (text.charCodeAt(i) === needle.charCodeAt(at)) at++;
  return at === needle.length;
}

/** Three rows of the table below, kept for the next call. */
let rows = rowsOf(64);

/**
 * Edits (insert, delete, replace, swap of neighbours) between two short strings, or `most + 1` if more than `most`.
 * Restricted Damerau–Levenshtein distance, in a band around the diagonal.
 */
export function typoDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  if (rows[0].length < b.length + 2) rows = rowsOf(2 * b.length + 2);
  let [beforeLast, last, row] = rows;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - most);
    const to = Math.min(b.length, i + most);
    row[from - 1] = from === 1 ? i : most + 1;
    let least = i;
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    // Just outside the band, where the next row looks.
    row[to + 1] = most + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(at(last, b.length), most + 1);
}

function rowsOf(length: number): [Uint32Array, Uint32Array, Uint32Array] {
  return [new Uint32Array(length), new Uint32Array(length), new Uint32Array(length)];
}

function at(row: Uint32Array, index: number): number {
  return row[index] ?? 0;
}

/**
 * How similar others are to one string, from 0 to 1: the Dice coefficient of their character pairs. Fast enough for the
 * names of all notes.
 */
export function similarityTo(wanted: string): (text: string) => number {
  const pairs = pairsOf(wanted.length);
  const slots = new Map<number, number>();
  const counts: number[] = [];
  for (let i = 0; i < pairs; i++) {
    const pair = pairAt(wanted, i);
    const slot = slots.get(pair) ?? slots.size;
    slots.set(pair, slot);
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  const all = Uint32Array.from(counts);
  const left = new Uint32Array(all.length);
  return (text) => {
    if (text === wanted) return 1;
    const others = pairsOf(text.length);
    if (pairs === 0 || others === 0) return 0;
    left.set(all);
    let shared = 0;
    for (let i = 0; i < others; i++) {
      const slot = slots.get(pairAt(text, i));
      const count = slot === undefined ? 0 : (left[slot] ?? 0);
      if (slot === undefined || count === 0) continue;
      left[slot] = count - 1;
      shared++;
    }
    return (2 * shared) / (pairs + others);
  };
}

function pairsOf(length: number): number {
  return Math.max(0, length - 1);
}

/** The two code units there, as one number. */
function pairAt(text: string, index: number): number {
  return text.charCodeAt(index) * 0x1_0000 + text.charCodeAt(index + 1);
}
