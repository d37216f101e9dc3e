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

/** Similarity of two strings from 0 to 1: the Dice coefficient of their character pairs. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const pairsOfA = pairs(a);
  const pairsOfB = pairs(b);
  if (pairsOfA.length === 0 || pairsOfB.length === 0) return 0;
  const left = new Map<string, number>();
  for (const pair of pairsOfA) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of pairsOfB) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    shared++;
  }
  return (2 * shared) / (pairsOfA.length + pairsOfB.length);
}

function pairs(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2));
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.MAX_SAFE_INTEGER;
}
