import { nameKey } from './name-key.ts';

/** What the spellings of one tag share: neither letter case nor the Unicode form of its name counts. */
export function tagKey(name: string): string {
  return nameKey(name);
}

/** Each tag once, as it is written first; letter case makes no other tag. */
export function eachTagOnce(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (!seen.has(key)) seen.set(key, tag);
  }
  return [...seen.values()];
}
