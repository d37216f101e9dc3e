import type { Passage } from './passage.ts';

/** With more pairs of lines to compare, a passage is left as it is. */
const MOST_COMPARED = 10_000;
const LEAST_ALIKE = 0.5;

/**
 * A passage of whole lines in parts: each line that was changed by itself, so that the removed ones remain whole lines.
 */
export function byAlikeLines(base: string, passage: Passage): Passage[] {
  const { from, to, text } = passage;
  const old = linesOf(base.slice(from, to));
  const fresh = linesOf(text);
  if (old.length * fresh.length > MOST_COMPARED) return [passage];
  const parts: Passage[] = [];
  let [at, oldDone, freshDone] = [from, 0, 0];
  const upTo = (i: number, j: number): void => {
    const removed = old.slice(oldDone, i).join('');
    const added = fresh.slice(freshDone, j).join('');
    if (removed !== '' || added !== '') parts.push({ from: at, to: at + removed.length, text: added });
    at += removed.length;
    [oldDone, freshDone] = [i, j];
  };
  for (const [i, j] of alike(old, fresh)) {
    upTo(i, j);
    upTo(i + 1, j + 1);
  }
  upTo(old.length, fresh.length);
  return parts;
}

export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}

/** The pairs, in order, that are most alike altogether. */
function alike(old: readonly string[], fresh: readonly string[]): [number, number][] {
  const [oldLines, freshLines] = [old, fresh].map((lines) => lines.map(measured));
  const width = fresh.length + 1;
  const best = new Float64Array((old.length + 1) * width);
  const score = (i: number, j: number): number => best[i * width + j] ?? 0;
  const paired = new Set<number>();
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      const [a, b] = [oldLines?.[i], freshLines?.[j]];
      const own = a === undefined || b === undefined ? 0 : likeness(a, b);
      const together = own >= LEAST_ALIKE ? own + score(i + 1, j + 1) : 0;
      const apart = Math.max(score(i + 1, j), score(i, j + 1));
      if (together > apart) paired.add(i * width + j);
      best[i * width + j] = Math.max(together, apart);
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < old.length && j < fresh.length; ) {
    if (paired.has(i * width + j)) pairs.push([i++, j++]);
    else if (score(i + 1, j) >= score(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

interface Measured {
  text: string;
  words: Map<string, number>;
  count: number;
}

function measured(line: string): Measured {
  const text = line.trimEnd();
  const found = text.split(/\s+/u);
  const words = new Map<string, number>();
  for (const word of found) words.set(word, (words.get(word) ?? 0) + 1);
  return { text, words, count: found.length };
}

/**
 * 0 to 1: the share of their words that both have or, in a language without spaces, of what they begin and end with.
 */
function likeness(a: Measured, b: Measured): number {
  let words = 0;
  for (const [word, count] of a.words) words += Math.min(count, b.words.get(word) ?? 0);
  const most = Math.min(a.text.length, b.text.length);
  let start = 0;
  while (start < most && a.text[start] === b.text[start]) start++;
  let end = 0;
  while (end < most - start && a.text.at(-1 - end) === b.text.at(-1 - end)) end++;
  const longer = Math.max(a.text.length, b.text.length, 1);
  return Math.max((2 * words) / (a.count + b.count), (start + end) / longer);
}
