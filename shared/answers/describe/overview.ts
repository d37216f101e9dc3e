import { jsonBytes } from '../../kit/json/json-size.ts';
import type { DescribeOverview } from '../../protocol/schemas/describe.ts';

/** The longest overview, in bytes of JSON. */
const MOST_BYTES = 6_000;
/** How many rows each list starts with, and how fast that number shrinks. */
const ROWS = { folders: 25, tags: 25, properties: 20, newest: 8, languages: 8 } as const;
const SHRINK = 0.8;
const LEAST_SHARE = 0.02;

type Lists = Pick<DescribeOverview, 'folders' | 'tags' | 'properties' | 'newest' | 'languages'>;

/** An overview whose lists are as long as fit; lists that were cut have their totals next to them. */
export function fittedOverview(rest: Omit<DescribeOverview, keyof Lists>, lists: Lists): DescribeOverview {
  for (let share = 1; ; share *= SHRINK) {
    const overview = { ...rest, ...cutLists(lists, share) };
    if (share < LEAST_SHARE || jsonBytes(overview) <= MOST_BYTES) return overview;
  }
}

function cutLists(lists: Lists, share: number): Lists & Record<string, unknown> {
  const cut: Record<string, unknown> = {};
  for (const [name, rows] of Object.entries(lists)) {
    const most = Math.ceil(ROWS[name as keyof Lists] * share);
    cut[name] = rows.slice(0, most);
    if (rows.length > most) cut[`${name}Total`] = rows.length;
  }
  return cut as Lists & Record<string, unknown>;
}
