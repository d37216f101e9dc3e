import type { Passage } from './passage.ts';

/**
 * A line that is to be removed, from `from` to `to` with the line end that goes with it. Its words are from `start` to
 * `end`.
 */
interface RemovedLine {
  from: number;
  to: number;
  start: number;
  end: number;
}

/**
 * `passages` without the removal of lines that `others` change. If both were done, what is new in such a line would be
 * left without the words around it, at the start of the next line.
 */
export function withoutChanged(base: string, passages: readonly Passage[], others: readonly Passage[]): Passage[] {
  const changes = others.filter((other) => removedLines(base, other) === null);
  return passages.flatMap((passage) => {
    const near = changes.filter(({ from, to }) => from <= passage.to && to >= passage.from);
    const lines = near.length === 0 ? null : removedLines(base, passage);
    if (lines === null) return [passage];
    const left: Passage[] = [];
    for (const line of lines) {
      if (near.some((change) => isIn(change, line))) continue;
      const before = left.at(-1);
      if (before?.to === line.from) before.to = line.to;
      else left.push({ from: line.from, to: line.to, text: '' });
    }
    return left;
  });
}

/** A line that is added above or below is not a change of this one. */
function isIn(change: Passage, { from, start, end }: RemovedLine): boolean {
  if (change.from < change.to) return change.from <= end && change.to > start;
  if (change.from === start && from === start && change.text.endsWith('\n')) return false;
  if (change.from === end && end > start && change.text.startsWith('\n')) return false;
  return change.from >= start && change.from <= end;
}

/** Null if `passage` is anything else than the removal of whole lines. */
function removedLines(base: string, { from, to, text }: Passage): RemovedLine[] | null {
  if (text !== '' || from === to) return null;
  const isToEnd = to === base.length;
  if (from === 0 || base[from - 1] === '\n') {
    if (!isToEnd && base[to - 1] !== '\n') return null;
    return spans(base, from, to, /[^\n]*\n|[^\n]+$/gu).map(([start, next]) => {
      return { from: start, to: next, start, end: base[next - 1] === '\n' ? next - 1 : next };
    });
  }
  if (!isToEnd || base[from] !== '\n') return null;
  // The last lines go with the line end above each.
  return spans(base, from, to, /\n[^\n]*/gu).map(([above, end]) => ({ from: above, to: end, start: above + 1, end }));
}

function spans(base: string, from: number, to: number, line: RegExp): [number, number][] {
  return [...base.slice(from, to).matchAll(line)].map(({ 0: text, index }) => [
    from + index,
    from + index + text.length,
  ]);
}
