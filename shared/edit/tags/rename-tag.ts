import { isScalar, isSeq, parseDocument, type Node, type YAMLSeq } from 'yaml';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { tagKey } from '../../kit/text/tag-key.ts';
import { isTagName } from '../../markdown/inline/tag-text.ts';
import { noteTagsSteps } from '../../markdown/note-tags.ts';
import type { Frontmatter } from '../../markdown/parsed-note.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { USUAL_STYLE, writeFlowValue } from '../frontmatter/frontmatter-yaml.ts';
import { applyTextEdits, type TextEdit } from '../link/text-edit.ts';

/** A tag and its new name, both without `#`. */
export interface TagRename {
  from: string;
  to: string;
}

/**
 * A rename as a caller gives it, with or without `#`.
 *
 * @throws VaultLoomError `invalid_arguments` for a text that is not a tag, and if nothing would change
 */
export function readTagRename(from: string, to: string): TagRename {
  const rename = { from: bareTag(from, 'from'), to: bareTag(to, 'to') };
  if (rename.from !== rename.to) return rename;
  throw new VaultLoomError('invalid_arguments', '`from` and `to` are the same tag.', {
    hint: 'Give another new name.',
  });
}

/**
 * A note with a tag renamed wherever the app reads it: in properties, text and comments, in any letter case, and as the
 * first part of nested tags. An item of a list of properties goes if the list has the new tag already, or gets it from
 * another spelling of the old one; one with a comment stays. All else stays byte for byte.
 */
export function* renameTag(text: string, rename: TagRename): Steps<{ text: string; occurrences: number }> {
  const { inlineTags, frontmatter } = yield* noteTagsSteps(text);
  const edits = inlineTags.flatMap(({ start, name }): TextEdit[] => {
    const length = matchedLength(name, rename.from);
    return length === null ? [] : [{ offset: text.indexOf('#', start) + 1, length, replacement: rename.to }];
  });
  const all = [...propertyEdits(text, frontmatter, rename), ...edits];
  return { text: all.length === 0 ? text : applyTextEdits(text, all), occurrences: all.length };
}

/** How much of a tag's name is renamed; null if it is another tag. */
function matchedLength(name: string, from: string): number | null {
  const wanted = from.split('/').length;
  const first = name.split('/').slice(0, wanted).join('/');
  return tagKey(first) === tagKey(from) ? first.length : null;
}

function propertyEdits(text: string, frontmatter: Frontmatter | null, rename: TagRename): TextEdit[] {
  if (frontmatter === null || frontmatter.error !== undefined) return [];
  if (!Object.keys(frontmatter.values).some((key) => key.toLowerCase() === 'tags')) return [];
  const { start, end } = frontmatter.yamlRange;
  const yaml = text.slice(start, end).replace(LONE_RETURN, '\n');
  const document = parseDocument(yaml, {
    schema: 'core',
    uniqueKeys: false,
    logLevel: 'silent',
  });
  const items = (document.contents as { items?: { key: unknown; value: Node | null }[] } | null)?.items ?? [];
  return items
    .filter(({ key }) => isScalar(key) && String(key.value).toLowerCase() === 'tags')
    .flatMap(({ value }) => valueEdits(yaml, value, rename))
    .map((edit) => ({ ...edit, offset: edit.offset + start }));
}

function valueEdits(yaml: string, value: unknown, rename: TagRename): TextEdit[] {
  if (!isSeq(value)) return stringsIn(value).flatMap((node) => scalarEdit(yaml, node, rename));
  const items = value.items.map((item) => ({ item, strings: stringsIn(item), edits: valueEdits(yaml, item, rename) }));
  const kept = new Set(
    items
      .filter(({ edits }) => edits.length === 0)
      .flatMap(({ strings }) => strings.map((node) => tagKey(tagOf(node)))),
  );
  /** By what it becomes, how a tag was spelled first. */
  const spelled = new Map<string, string>();
  const isDropped = items.map(({ item, strings: [node], edits }) => {
    if (!isScalar(item) || node === undefined || edits.length === 0) return false;
    const tag = tagOf(node);
    const key = tagKey(rename.to + tag.slice(matchedLength(tag, rename.from) ?? 0));
    const first = spelled.get(key) ?? tag;
    spelled.set(key, first);
    return kept.has(key) || first !== tag;
  });
  return items.flatMap(({ edits }, i) =>
    isDropped[i] === true ? (dropEdit(yaml, value, i, isDropped) ?? edits) : edits,
  );
}

/** Takes an item out of a list; null if that would take anything else with it. */
function dropEdit(yaml: string, list: YAMLSeq, i: number, isDropped: readonly boolean[]): TextEdit | null {
  const [before, range, after] = [rangeOf(list.items[i - 1]), rangeOf(list.items[i]), rangeOf(list.items[i + 1])];
  if (range === null || yaml.slice(...range).includes('\n')) return null;
  if (list.flow !== true) {
    const line = yaml.lastIndexOf('\n', range[0] - 1) + 1;
    const rest = /^[ \t]*(?:\r?\n|$)/.exec(yaml.slice(range[1]));
    if (rest === null || !/^[ \t]*-[ \t]+$/.test(yaml.slice(line, range[0]))) return null;
    return { offset: line, length: range[1] + rest[0].length - line, replacement: '' };
  }
  if (isDropped.slice(0, i).includes(false)) {
    if (before === null || !COMMA.test(yaml.slice(before[1], range[0]))) return null;
    return { offset: before[1], length: range[1] - before[1], replacement: '' };
  }
  const lead = yaml.slice(before === null ? (list.range?.[0] ?? 0) + 1 : before[1], range[0]);
  if (after === null || !(before === null ? /^\s*$/ : COMMA).test(lead) || !COMMA.test(yaml.slice(range[1], after[0])))
    return null;
  return { offset: range[0], length: after[0] - range[0], replacement: '' };
}

const COMMA = /^\s*,\s*$/;

function rangeOf(item: unknown): [number, number] | null {
  return isScalar(item) && item.range !== undefined && item.range !== null ? [item.range[0], item.range[1]] : null;
}

function tagOf({ value }: StringNode): string {
  return value.trim().replace(/^#+/, '');
}

interface StringNode {
  value: string;
  range: [number, number];
  isPlain: boolean;
}

function stringsIn(node: unknown): StringNode[] {
  if (isSeq(node)) return node.items.flatMap(stringsIn);
  if (!isScalar(node) || typeof node.value !== 'string' || node.range === undefined || node.range === null) return [];
  return [{ value: node.value, range: [node.range[0], node.range[1]], isPlain: node.type === 'PLAIN' }];
}

function scalarEdit(yaml: string, node: StringNode, { from, to }: TagRename): TextEdit[] {
  const { value, range, isPlain } = node;
  const tag = tagOf(node);
  const length = isTagName(tag) ? matchedLength(tag, from) : null;
  if (length === null) return [];
  const [start, end] = range;
  const renamed = value.replace(tag, to + tag.slice(length));
  const at = yaml.slice(start, end).indexOf(tag);
  const written = isPlain ? writeFlowValue(renamed, USUAL_STYLE) : renamed;
  if (at < 0) return [{ offset: start, length: end - start, replacement: JSON.stringify(renamed) }];
  if (written !== renamed) return [{ offset: start, length: end - start, replacement: written }];
  return [{ offset: start + at, length, replacement: to }];
}

function bareTag(tag: string, name: string): string {
  const bare = tag.trim().replace(/^#+/, '').replace(/\/+$/, '').normalize('NFC');
  if (isTagName(bare) && !bare.startsWith('/') && !bare.includes('//')) return bare;
  throw new VaultLoomError('invalid_arguments', `\`${name}\` is no tag: "${tag.slice(0, 100)}".`, {
    hint: 'A tag has letters, digits, _, - and /, no spaces, and not only digits.',
  });
}

const LONE_RETURN = /\r(?!\n)/g;
