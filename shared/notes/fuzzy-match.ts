/** Whether the characters of `needle` occur in `text` in order. */
export function isSubsequence(needle: string, text: string): boolean {
  let at = 0;
  for (let i = 0; i < text.length && at < needle.length; i++) if (text.charCodeAt(i) === needle.charCodeAt(at)) at++;
  return at === needle.length;
}

/**
 * Edits (insert, delete, replace, swap of neighbours) between two short strings, or `most + 1` if more than `most`.
 * Restricted Damerau–Levenshtein distance, in a band around the diagonal.
 */
export function typoDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(most + 1);
    row[0] = i;
    let rowLeast = i;
    for (let j = Math.max(1, i - most); j <= Math.min(b.length, i + most); j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row[j] = cost;
      rowLeast = Math.min(rowLeast, cost);
    }
    if (rowLeast > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return Math.min(at(last, b.length), most + 1);
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

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.MAX_SAFE_INTEGER;
}
