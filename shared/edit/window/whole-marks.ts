/** What would be left in halves: links, code, and text between marks. The groups are the marks before and after. */
const MARKED = [
  /(!?\[\[)[^[\]]*(\]\])/g,
  /(!?\[)[^[\]]*(\]\([^()\s]*\))/g,
  /(`)[^`]*(`)/g,
  /(\*\*)(?=[^\s*])[^*]*[^\s*](\*\*)/g,
  /(==)(?=[^\s=])[^=]*[^\s=](==)/g,
  /(~~)(?=[^\s~])[^~]*[^\s~](~~)/g,
];
/** How far around a passage its marks are looked for. */
const MOST_AROUND = 500;

/**
 * A passage of a line without half a link, code or emphasis at its edges: what it takes in part it takes whole, unless
 * it lies between the marks. A text in its place would otherwise leave a bracket or mark behind.
 */
export function withWholeMarks(line: string, [from, to]: [number, number]): [number, number] {
  const offset = Math.max(0, from - MOST_AROUND);
  const around = line.slice(offset, to + MOST_AROUND);
  let [start, end] = [from - offset, to - offset];
  const marked = MARKED.flatMap((pattern) => [...around.matchAll(pattern)]).map((match) => {
    const [text, before = '', after = ''] = match;
    const last = match.index + text.length;
    return { first: match.index, last, inner: [match.index + before.length, last - after.length] as const };
  });
  // What is taken whole may be within something else.
  for (let before = -1; before !== end - start; ) {
    before = end - start;
    for (const { first, last, inner } of marked) {
      const isApart = end <= first || start >= last;
      const isWithin = start >= inner[0] && end <= inner[1];
      if (!isApart && !isWithin) [start, end] = [Math.min(start, first), Math.max(end, last)];
    }
  }
  return [start + offset, end + offset];
}
