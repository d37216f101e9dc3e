import { parse } from 'yaml';
import { isRecord } from '../../kit/json/is-record.ts';
import type { Prefixes } from './known-prefixes.ts';

/** The models that this one was made from, by its card's front matter. */
export function baseModelsOfCard(card: string): string[] {
  return listed(frontmatterOf(card).base_model);
}

/** The languages in a card's front matter, as written there. */
export function languagesOfCard(card: string): string[] {
  return listed(frontmatterOf(card).language);
}

/**
 * The prefixes that a model card prescribes; null if it is not plain. Only text in quotes or code counts, and a usual
 * pair only if both halves do, as every card talks about queries and passages.
 */
export function prefixesOfCard(card: string): Prefixes | null {
  const body = card.slice(0, MAX_CARD);
  for (const [query, document] of PAIRS) {
    if (isQuoted(body, query) && isQuoted(body, document)) return { query, document };
  }
  const query = assigned(body, 'query');
  const document = assigned(body, 'passage|document|doc|corpus');
  if (query !== null || document !== null) return { query: query ?? '', document: document ?? '' };
  return isQuoted(body, REPRESENT) ? { query: REPRESENT, document: '' } : null;
}

const MAX_FRONTMATTER = 64 * 1024;
const MAX_CARD = 256 * 1024;
const REPRESENT = 'Represent this sentence for searching relevant passages: ';
const PAIRS: readonly (readonly [string, string])[] = [
  ['search_query: ', 'search_document: '],
  ['query: ', 'passage: '],
  ['query: ', 'document: '],
];

function frontmatterOf(card: string): Record<string, unknown> {
  const text = /^---\r?\n([\s\S]*?)\r?\n---/.exec(card)?.[1];
  if (text === undefined || text.length > MAX_FRONTMATTER) return {};
  try {
    const values: unknown = parse(text, { maxAliasCount: 10 });
    return isRecord(values) ? values : {};
  } catch {
    return {};
  }
}

function listed(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(
    (name): name is string => typeof name === 'string' && name !== '',
  );
}

/** Right after an opening quote: words of a sentence before a colon are not a prefix. */
function isQuoted(text: string, prefix: string): boolean {
  return ['"', "'", '`'].some(
    (quote) => text.includes(`${quote}${prefix}`) || text.includes(`${quote}${prefix.trimEnd()}${quote}`),
  );
}

/** Such as `query_prefix = "…"` or `"query_instruction": "…"`. */
function assigned(text: string, what: string): string | null {
  const pattern = new RegExp(
    `\\b(?:${what})_(?:prefix|prompt|instruction)(?:_for_retrieval)?["']?\\s*[:=]\\s*(["'\`])([^"'\`\\n{}]{1,200})\\1`,
    'i',
  );
  const value = pattern.exec(text)?.[2];
  return value === undefined || value.trim() === '' ? null : value.replaceAll('\\n', '\n');
}
