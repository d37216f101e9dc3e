import { nameKey } from '../../kit/text/name-key.ts';
import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { Pair, YAMLMap } from 'yaml';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { keyName, readBlock, readParts } from './frontmatter-block.ts';
import type { FrontmatterBlock } from './frontmatter-block.ts';
import { BlockEdit, entryLines, nest } from './frontmatter-edit.ts';
import { itemsOf, keptItems, withoutComment, writeItems } from './list-items.ts';
import type { ListItem } from './list-items.ts';
import type { Writer } from './frontmatter-edit.ts';
import { hasPlainDate, isDates, USUAL_STYLE, writeJsonValue, writeValue } from './frontmatter-yaml.ts';
import { isSameValue, valueAt, withValue } from '../json-values.ts';
import type { JsonValue, PatchFrontmatterEdit } from '../note-edit.ts';
import { isBlank, majorityEnding } from '../text-lines.ts';

/**
 * Sets one key of the frontmatter, or removes it (`null`); all other keys stay as written, and so do the items of a
 * block list that are among the new ones, or the value that becomes its first item. `key` may be a dotted path; a key
 * that contains a dot itself takes precedence, and if there is none, one in another letter case or Unicode form is
 * meant. Creates missing maps on the path, and the block. Removing the last key also removes the block, unless it has
 * comments; a nested map stays as `{}`. Reads the result back, so it is exactly what was asked, or nothing changes.
 * Throws `frontmatter_invalid` if the block cannot be read or changed, `invalid_arguments` for a path through a value
 * that is not a map.
 * @param given how the last items of a list, or a value where none is, are written elsewhere
 */
export function* patchFrontmatter(
  text: string,
  { key, value, isDate }: PatchFrontmatterEdit,
  given: readonly ListItem[] = [],
): Steps<string> {
  const block = yield* readBlock(text);
  const path = resolvePath(block?.root ?? null, key);
  const values = block?.values ?? {};
  const current = valueAt(values, path.keys);
  if (value === null ? current === undefined : isSameValue(current, value)) return text;
  const candidates =
    value === null
      ? removals(text, block, path)
      : [
          ...additions(text, block, path, current, value, given),
          ...rearrangements(text, block, path, current, value),
          ...settings(
            text,
            block,
            path,
            value,
            isDates(value) && (isDate === true || hasDates(block)) ? PLAIN_FIRST : WRITERS,
          ),
        ];
  const wanted = withValue(values, path.keys, value ?? undefined);
  const body = text.slice(block?.range.end ?? bodyStart(text));
  for (const candidate of candidates) if (yield* readsAs(candidate, wanted, body)) return candidate;
  throw new VaultLoomError(
    'frontmatter_invalid',
    `"${key}" cannot be ${value === null ? 'removed' : 'set'} without changing other properties.`,
    {
      hint: 'Nothing was changed. An anchor (`&name`) that other properties refer to, or unusual formatting is in the way: edit the YAML with mode `replace_window`.',
    },
  );
}

/** Where a key is, or would be. */
interface KeyPath {
  /** The names on the path, the key's own last. */
  keys: string[];
  /** The innermost existing map; null if there is not even a root. */
  map: YAMLMap | null;
  /** The pair that holds `map`; null for the root. */
  owner: Pair | null;
  /** The key's pair, or that of the last existing key on the path, if without a value; null if a pair must be added. */
  pair: Pair | null;
  /** Names to create below `pair` or `map`. */
  missing: string[];
}

function resolvePath(root: YAMLMap | null, key: string): KeyPath {
  let map = root;
  let owner: Pair | null = null;
  const keys: string[] = [];
  let parts = key.split('.');
  for (;;) {
    const found = map === null ? null : longestKey(map, parts);
    if (found === null) {
      if (parts.some((part) => part === ''))
        throw new VaultLoomError('invalid_arguments', `\`key\` "${key}" has an empty part.`);
      return { keys: [...keys, ...parts], map, owner, pair: null, missing: parts };
    }
    keys.push(found.name);
    parts = parts.slice(found.count);
    if (parts.length === 0) return { keys, map, owner, pair: found.pair, missing: [] };
    const { value } = found.pair;
    if (isScalar(value) ? value.value === null : value === null)
      return { keys: [...keys, ...parts], map, owner, pair: found.pair, missing: parts };
    if (!isMap(value)) throw noMap(keys.join('.'), value, key);
    map = value;
    owner = found.pair;
  }
}

/**
 * The map's key that covers most parts of the path; if none does, one in another letter case, as the app has it, or
 * Unicode form.
 */
function longestKey(map: YAMLMap, parts: readonly string[]): { pair: Pair; name: string; count: number } | null {
  const names = map.items.flatMap((pair) => {
    const name = keyName(pair);
    return name === null ? [] : [{ pair, name }];
  });
  for (const form of FORMS) {
    for (let count = parts.length; count > 0; count--) {
      const wanted = form(parts.slice(0, count).join('.'));
      const found = names.find(({ name }) => form(name) === wanted);
      if (found !== undefined) return { ...found, count };
    }
  }
  return null;
}

const FORMS: readonly ((name: string) => string)[] = [(name) => name, (name) => name.toLowerCase(), nameKey];

function noMap(name: string, value: unknown, key: string): VaultLoomError {
  const kind = isSeq(value) ? 'a list' : isAlias(value) ? 'an alias of another value' : 'no map';
  return new VaultLoomError('invalid_arguments', `"${key}" cannot be reached: "${name}" is ${kind}.`, {
    hint: `Set "${name}" as a whole.`,
  });
}

/** The text with items added to those that are there, which stay; nothing if the value is another one. */
function additions(
  text: string,
  block: FrontmatterBlock | null,
  { map, pair, missing }: KeyPath,
  current: JsonValue | undefined,
  value: JsonValue,
  given: readonly ListItem[],
): string[] {
  if (block === null || pair === null || missing.length > 0) return [];
  const own = itemsOf(pair.value, current, block.yaml);
  const edit = new BlockEdit(text, block);
  if (!Array.isArray(value)) {
    const [one] = given;
    if (own.length > 0 || one?.written === undefined || map?.flow === true) return [];
    const { text: written, comment } = one.written;
    return [edit.setValue(pair, value, () => ({ head: ` ${written}${comment}`, tail: [] }))];
  }
  const others = value.slice(own.length);
  const known = others.length - given.length;
  if (known < 0 || !own.every((item, index) => isSameValue(item.value, value[index]))) return [];
  const added = others.map((item, index): ListItem => given[index - known] ?? { value: item });
  if (own.length > 0 && isSeq(pair.value)) return [edit.addToList(pair.value, added)];
  const isAsWritten = [...own, ...added].some(({ written }) => written !== undefined);
  if (!isAsWritten || map?.flow === true) return [];
  // A comment after the value stays on the line of its key.
  return [edit.setValue(pair, value, (_, style) => writeItems([...own.map(withoutComment), ...added], style))];
}

/** The text with some items of a list taken out, moved or replaced: the others stay, with their quotes and comments. */
function rearrangements(
  text: string,
  block: FrontmatterBlock | null,
  { pair, missing }: KeyPath,
  current: JsonValue | undefined,
  value: JsonValue,
): string[] {
  if (block === null || pair === null || missing.length > 0 || !Array.isArray(value) || value.length === 0) return [];
  if (!isSeq(pair.value) || pair.value.flow === true) return [];
  const items = keptItems(itemsOf(pair.value, current, block.yaml), value);
  if (!items.some(({ written, above }) => written !== undefined || above !== undefined)) return [];
  return [new BlockEdit(text, block).setValue(pair, value, (_, style) => writeItems(items, style))];
}

/** The text with the value set: in the usual style, then as JSON. */
function* settings(
  text: string,
  block: FrontmatterBlock | null,
  path: KeyPath,
  value: JsonValue,
  writers: readonly Writer[],
): Iterable<string> {
  const { map, pair, missing } = path;
  if (block === null || block.root === null || map === null) {
    for (const write of writers) yield addToRoot(text, block, missing, value, write);
    return;
  }
  const edit = new BlockEdit(text, block);
  for (const write of writers) {
    if (map.flow === true) yield edit.setInFlow(map, pair, missing, value);
    else if (pair !== null) yield edit.setValue(pair, nest(missing, value), write);
    else if (map === block.root) yield addToRoot(text, block, missing, value, write, edit.columnOf(map));
    else yield edit.addToMap(map, missing, value, write);
  }
}

function* removals(text: string, block: FrontmatterBlock | null, { map, owner, pair }: KeyPath): Iterable<string> {
  if (block === null || map === null || pair === null) return;
  const edit = new BlockEdit(text, block);
  if (map.flow === true) yield edit.removeFromFlow(map, pair);
  else if (map.items.length === 1 && owner !== null) yield edit.setValue(owner, {}, writeValue);
  else {
    const without = edit.removePair(pair);
    if (map.items.length === 1 && isBlank(edit.yamlOf(without)))
      yield text.slice(0, block.range.start) + text.slice(block.range.end);
    yield without;
  }
}

/** Dates are quoted, since older YAML readers make something else of them, unless note or app have them plain. */
function hasDates(block: FrontmatterBlock | null): boolean {
  return block?.root?.items.some(({ value }) => hasPlainDate(value)) ?? false;
}

const WRITERS: readonly Writer[] = [writeValue, writeJsonValue];
const PLAIN_FIRST: readonly Writer[] = [
  (value, style) => writeValue(value, { ...style, plainDates: true }),
  ...WRITERS,
];

function addToRoot(
  text: string,
  block: FrontmatterBlock | null,
  names: readonly string[],
  value: JsonValue,
  write: Writer,
  column = 0,
): string {
  const ending = majorityEnding(text);
  const [name = '', ...inner] = names;
  return addRootLines(text, block, entryLines(name, write(nest(inner, value), USUAL_STYLE), column, ending));
}

/** The text with these lines, each with its end, as the last of the frontmatter, which is made if there is none. */
export function addRootLines(text: string, block: FrontmatterBlock | null, lines: string): string {
  const ending = majorityEnding(text);
  if (block !== null) return text.slice(0, block.yamlRange.end) + lines + text.slice(block.yamlRange.end);
  const start = bodyStart(text);
  return `${text.slice(0, start)}---${ending}${lines}---${ending}${text.slice(start)}`;
}

function bodyStart(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

/** Whether a text has exactly these properties and this body. */
export function* readsAs(text: string, wanted: Record<string, JsonValue>, body: string): Steps<boolean> {
  const parts = yield* readParts(text);
  return parts !== null && parts.body === body && isSameValue(parts.values, wanted);
}
