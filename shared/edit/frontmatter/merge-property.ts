import { keyOf } from '../../notes/note-properties.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { toJsonValue } from '../json-values.ts';
import type { JsonValue } from '../note-edit.ts';
import { copyProperty } from './copy-property.ts';
import { keyName, readBlock } from './frontmatter-block.ts';
import { itemsOf } from './list-items.ts';
import { patchFrontmatter } from './patch-frontmatter.ts';

/**
 * Copies a property of `source` into `text`: adds it if `text` lacks it, and makes a list of both if either is a list;
 * otherwise that of `text` stays. What is added is written as in `source`, if that can be.
 *
 * @param key the property's name as `source` spells it
 * @throws VaultLoomError `frontmatter_invalid` if the frontmatter of either cannot be read or changed
 */
export function* mergeProperty(text: string, source: string, key: string): Steps<string> {
  const [from, to] = [yield* readBlock(source), yield* readBlock(text)];
  if (from === null) return text;
  const given = toJsonValue(from.values[key], 'frontmatter');
  const known = keyOf(to?.values ?? {}, key);
  const copied = known === undefined ? yield* copyProperty(text, source, key, given) : null;
  if (copied !== null) return copied;
  const own = known === undefined ? null : toJsonValue(to?.values[known], 'frontmatter');
  const node = from.root?.items.find((one) => keyName(one) === key)?.value;
  const items = itemsOf(node, given, from.yaml);
  if (own === null) {
    if (given === null) return text;
    return yield* patchFrontmatter(text, { mode: 'patch_frontmatter', key: known ?? key, value: given }, items);
  }
  if (!Array.isArray(own) && !Array.isArray(given)) return text;
  const mine = listOf(own);
  const seen = new Set(mine.map((one) => JSON.stringify(one)));
  const added = items.filter(({ value }) => !seen.has(JSON.stringify(value)));
  if (added.length === 0) return text;
  const value = [...mine, ...added.map((item) => item.value)];
  return yield* patchFrontmatter(text, { mode: 'patch_frontmatter', key: known ?? key, value }, added);
}

/** A value as a list: itself, or as its only item; nothing is an empty list. */
export function listOf(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value;
  return value === null || value === '' ? [] : [value];
}
