import { escapePattern } from '../kit/text/escape-pattern.ts';
import { basename, toNfc, withoutMd } from '../vault/paths.ts';

/** What a base may name in its filters and formulas, and how it would. */
export interface NameInBase {
  /** Its spellings; each also means what is below it, after a `/`. */
  spellings: readonly string[];
  /** What is near it in the text: the same word may well be the value of a property. */
  near: RegExp;
  ignoresCase?: boolean;
}

export function folderInBase(path: string): NameInBase {
  return { spellings: [path], near: /folder|\bpath\b|link|file\(|\[\[|\bfrom\b|\bpages\(/i };
}

/** A note or another file that gets a new path; its bare name counts if that changes. */
export function fileInBase(from: string, to: string): NameInBase {
  const isRenamed = basename(from) !== basename(to);
  const spellings = [from, ...(from.includes('/') || isRenamed ? [withoutMd(from)] : [])];
  if (isRenamed) spellings.push(basename(from), withoutMd(basename(from)));
  return { spellings, near: /\bpath\b|link|file\(|\bfile\.(?:name|basename|file)\b|\[\[|\bfrom\b|\bpages\(/i };
}

export function tagInBase(tag: string): NameInBase {
  return { spellings: [tag], near: /tag|\bfrom\b|\bpages\(/i, ignoresCase: true };
}

/** Words of which each base or query that names something has one. */
export const WORDS_OF_QUERIES = ['views', 'from', 'pages'] as const;

/** The bases and queries of Dataview in a note: the text of their code blocks. */
export function queriesIn(text: string): string {
  return [...text.replace(/\r\n?/g, '\n').matchAll(QUERY_BLOCK)].map(([, , query = '']) => query).join('\n');
}

const QUERY_BLOCK =
  /^[ \t>]*(?:[-*+][ \t]+)?(`{3,}|~{3,})[ \t]*(?:base|dataview|dataviewjs)[ \t]*\n([^]*?)(?:^[ \t>]*\1[`~]*[ \t]*$|(?![^]))/gm;

/** Whether the text of a base names this: between quotes, in a link, or as a value of its own. */
export function isNamedInBase(text: string, { spellings, near, ignoresCase = false }: NameInBase): boolean {
  const names = spellings.map((name) => escapePattern(toNfc(name))).join('|');
  const named = new RegExp(`${BEFORE}(?:${names})${AFTER}`, ignoresCase ? 'iu' : 'u');
  let above = '';
  for (const line of toNfc(text).split(/\r\n|\r|\n/)) {
    if (!LABEL.test(line) && near.test(`${above}\n${line}`) && named.test(line)) return true;
    above = line;
  }
  return false;
}

/** Of a value in YAML or a text in an expression. */
const BEFORE = '(?:["\'#(,:{]\\s*|\\[\\s*|-\\s+)/?';
const AFTER = '(?=/|\\\\?["\']|[\\]|#]|\\s*(?:[,}]|$))';
/** The name of a view or a column is only shown. */
const LABEL = /^\s*(?:-\s*)?(?:name|displayName)\s*:/;
