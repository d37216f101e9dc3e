import type { Steps } from '../../../shared/kit/concurrency/slices.ts';

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
  line: number;
}

/** In longer lines, no link is looked for. */
const LONGEST_LINE = 20_000;

/** Links in the order of a line; the bounds keep a hostile line from taking quadratic time. */
const LINK =
  /!?\[\[([^[\]|\n]{1,1000})(?:\|([^\]\n]{0,1000}))?\]\]|!?\[((?:[^[\]\n]|\\[[\]]){0,300})\]\(\s{0,9}(<[^<>\n]{0,2000}>|[^\s<>()]{0,2000}(?:\([^\s<>()]{0,200}\)[^\s<>()]{0,200}){0,9})|^ {0,3}\[([^\]\n]{1,300})\]:[ \t]{1,9}(\S{1,2000})|https?:\/\/[^\s<>\])]{1,2000}/gu;

/** A line before and after; empty if it did not exist before, or no longer does. */
export interface ChangedLine {
  before: string;
  after: string;
  /** Its number afterwards, from 1; 0 if it is gone. */
  line: number;
}

/** Links that are still to be matched: those that went, and those that came. */
interface Unmatched {
  gone: readonly Link[];
  come: readonly Link[];
}

type Pair = readonly [was: Link, is: Link];

/**
 * Which links lead elsewhere in lines that changed next to each other. Within a line, links are matched that stay as
 * they are, then those that read the same, and at last the others in order, if as many went as came. Before that, links
 * that read the same are matched across lines: one may have changed so much that it counts as gone, and another as
 * come.
 */
export function* linkChanges(lines: readonly ChangedLine[]): Steps<LinkChange[]> {
  const pairs: Pair[] = [];
  const matched = new Set<Link>();
  const match = ({ gone, come }: Unmatched, keyOf: (link: Link) => string): void => {
    const waiting = new Map<string, Link[]>();
    for (const link of gone.filter((each) => !matched.has(each)).reverse()) {
      const known = waiting.get(keyOf(link));
      if (known === undefined) waiting.set(keyOf(link), [link]);
      else known.push(link);
    }
    for (const link of come) {
      const was = matched.has(link) ? undefined : waiting.get(keyOf(link))?.pop();
      if (was === undefined) continue;
      pairs.push([was, link]);
      matched.add(was).add(link);
    }
  };
  const unmatched: Unmatched[] = [];
  for (const { before, after, line } of lines) {
    const links = { gone: linksOf(before, line), come: linksOf(after, line) };
    match(links, sourceOf);
    match(links, shownOf);
    unmatched.push(links);
    yield;
  }
  const all = {
    gone: unmatched.flatMap(({ gone }) => gone),
    // A link without a text of its own shows where it leads.
    come: unmatched.flatMap(({ come }) => come).filter(({ text }) => text !== ''),
  };
  match(all, sourceOf);
  match(all, shownOf);
  for (const links of unmatched) {
    const [gone, come] = [links.gone, links.come].map((each) => each.filter((link) => !matched.has(link)));
    if (gone?.length === come?.length) gone?.forEach((was, index) => pairs.push([was, come?.[index] ?? was]));
  }
  return pairs
    .filter(([was, is]) => was.target !== is.target)
    .map(([was, { text, target, line }]) => ({ text, before: was.target, after: target, line }))
    .sort((a, b) => a.line - b.line);
}

function sourceOf({ source }: Link): string {
  return source;
}

/** What a reader sees of a link. */
function shownOf({ text, target }: Link): string {
  return text === '' ? target : text;
}

function linksOf(text: string, line: number): Link[] {
  if (text.length > LONGEST_LINE) return [];
  return [...text.matchAll(LINK)].map(([source, wiki, alias, shown, target, label, reference]) => {
    if (wiki !== undefined) return { source, text: (alias ?? '').trim(), target: wiki.trim(), line };
    if (target !== undefined)
      return { source, text: (shown ?? '').trim(), target: target.replace(/^<|>$/gu, ''), line };
    if (reference !== undefined) return { source, text: label ?? '', target: reference, line };
    return { source, text: '', target: source, line };
  });
}
