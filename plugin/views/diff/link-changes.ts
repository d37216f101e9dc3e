/** A link that leads elsewhere than before. */
export interface LinkChange {
  /** What a reader sees of it afterwards; empty if that is the target. */
  text: string;
  before: string;
  after: string;
  /** The number of its line afterwards, from 1. */
  line: number;
}

interface Link {
  text: string;
  target: string;
  source: string;
}

/** In longer lines, no link is looked for. */
const LONGEST_LINE = 20_000;

/** Links in the order of a line; the bounds keep a hostile line from taking quadratic time. */
const LINK =
  /!?\[\[([^[\]|\n]{1,1000})(?:\|([^\]\n]{0,1000}))?\]\]|!?\[((?:[^[\]\n]|\\[[\]]){0,300})\]\(\s{0,9}(<[^<>\n]{0,2000}>|[^\s<>()]{0,2000}(?:\([^\s<>()]{0,200}\)[^\s<>()]{0,200}){0,9})|^ {0,3}\[([^\]\n]{1,300})\]:[ \t]{1,9}(\S{1,2000})|https?:\/\/[^\s<>\])]{1,2000}/gu;

/** Which links of a line lead elsewhere. Links are matched in order, those that stay as they are first. */
export function linkChanges(before: string, after: string, line: number): LinkChange[] {
  if (before.length > LONGEST_LINE || after.length > LONGEST_LINE) return [];
  const [old, young] = [linksOf(before), linksOf(after)];
  const kept = new Map<string, number>();
  for (const { source } of old) kept.set(source, (kept.get(source) ?? 0) + 1);
  const come = young.filter(({ source }) => {
    const count = kept.get(source) ?? 0;
    if (count > 0) kept.set(source, count - 1);
    return count === 0;
  });
  const gone = old.filter(({ source }) => {
    const count = kept.get(source) ?? 0;
    if (count > 0) kept.set(source, count - 1);
    return count > 0;
  });
  return match(gone, come).map(([was, is]) => ({ text: is.text, before: was.target, after: is.target, line }));
}

/** Pairs links that read the same; the rest in order, if as many went as came. */
function match(gone: readonly Link[], come: readonly Link[]): [Link, Link][] {
  const left = [...gone];
  const pairs: [Link, Link][] = [];
  const unmatched = come.filter((link) => {
    const index = link.text === '' ? -1 : left.findIndex(({ text }) => text === link.text);
    const [was] = index < 0 ? [] : left.splice(index, 1);
    if (was !== undefined) pairs.push([was, link]);
    return was === undefined;
  });
  if (left.length === unmatched.length)
    unmatched.forEach((link, index) => {
      const was = left[index];
      if (was !== undefined) pairs.push([was, link]);
    });
  return pairs.filter(([was, is]) => was.target !== is.target);
}

function linksOf(line: string): Link[] {
  return [...line.matchAll(LINK)].map(([source, wiki, alias, text, target, label, reference]) => {
    if (wiki !== undefined) return { source, text: (alias ?? '').trim(), target: wiki.trim() };
    if (target !== undefined) return { source, text: (text ?? '').trim(), target: target.replace(/^<|>$/gu, '') };
    if (reference !== undefined) return { source, text: label ?? '', target: reference };
    return { source, text: '', target: source };
  });
}
