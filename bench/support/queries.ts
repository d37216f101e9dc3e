import { seededRandom } from '../../shared/kit/random.ts';
import type { Random } from '../../shared/kit/random.ts';

/** A note as queries are made from it. */
export interface SourceNote {
  title: string;
  text: string;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const HEADING = /^#{1,6} +(.+)$/gmu;
const FRONTMATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/u;
const LONGEST_QUERY = 120;
/** After this many draws for each query, the vault has no more to give. */
const DRAWS_PER_QUERY = 50;

/**
 * Distinct queries in a vault's own words: of each ten, four titles, two headings, three runs of two to five words from
 * the text and one single word. Fewer than `count` if the vault has fewer.
 */
export function makeQueries(notes: readonly SourceNote[], count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const queries = new Set<string>();
  for (let draw = 0; draw < count * DRAWS_PER_QUERY && queries.size < count && notes.length > 0; draw++) {
    const query = drawQuery(random.pick(notes), random)?.trim().slice(0, LONGEST_QUERY);
    if (query !== undefined && query.match(WORD) !== null) queries.add(query);
  }
  return [...queries];
}

function drawQuery(note: SourceNote, random: Random): string | undefined {
  const kind = random.below(10);
  if (kind < 4) return note.title;
  const text = note.text.replace(FRONTMATTER, '');
  if (kind < 6)
    return pickIfAny(
      Array.from(text.matchAll(HEADING), (match) => match[1]),
      random,
    );
  const words = text.match(WORD) ?? [];
  if (words.length === 0) return undefined;
  const start = random.below(words.length);
  return words.slice(start, start + (kind < 9 ? 2 + random.below(4) : 1)).join(' ');
}

function pickIfAny<T>(items: readonly T[], random: Random): T | undefined {
  return items.length === 0 ? undefined : random.pick(items);
}
