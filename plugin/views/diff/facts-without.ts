import { linesOf, sideOf, textWith, type NoteDiff } from './diff-sides.ts';
import { propertyChanges, propertyLines } from './property-changes.ts';

/** What changes among properties and links if some hunks, by their indexes, are left out. */
export function factsWithout(diff: NoteDiff, leftOut: ReadonlySet<number>): Pick<NoteDiff, 'properties' | 'links'> {
  const [before, kept] = [sideOf(diff, 'before'), textWith(diff, (hunk) => !leftOut.has(hunk))].map((text) => {
    const lines = linesOf(text);
    return lines.slice(0, propertyLines(lines));
  });
  const goneLines = new Set(
    [...leftOut].flatMap((hunk) => {
      const { start, end } = diff.hunks[hunk] ?? { start: 0, end: 0 };
      return diff.lines.slice(start, end).map(({ after }) => after);
    }),
  );
  return {
    properties: propertyChanges(before ?? [], kept ?? []),
    links: diff.links.filter(({ line }) => !goneLines.has(line)),
  };
}
