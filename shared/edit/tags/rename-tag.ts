import { isScalar, isSeq, parse, parseDocument, type Node } from 'yaml';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { isTagName } from '../../markdown/inline/tag-text.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import type { Frontmatter } from '../../markdown/parsed-note.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { applyTextEdits, type TextEdit } from '../link/text-edit.ts';

/** A tag and its new name, both without `#`. */
export interface TagRename {
  from: string;
  to: string;
}

/**
 * A rename as a caller gives it, with or without `#`.
 *
 * @throws VaultLoomError `invalid_arguments` for what is no tag, and if nothing would change
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
 * first part of nested tags. All else stays byte for byte.
 */
export function* renameTag(text: string, rename: TagRename): Steps<{ text: string; occurrences: number }> {
  const { inlineTags, frontmatter } = yield* parseNoteSteps(text);
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
  return fold(first) === fold(from) ? first.length : null;
}

function propertyEdits(text: string, frontmatter: Frontmatter | null, rename: TagRename): TextEdit[] {
  if (frontmatter === null || frontmatter.error !== undefined) return [];
  if (!Object.keys(frontmatter.values).some((key) => key.toLowerCase() === 'tags')) return [];
  const { start, end } = frontmatter.yamlRange;
  const yaml = text.slice(start, end);
  const document = parseDocument(yaml.replace(LONE_RETURN, '\n'), {
    schema: 'core',
    uniqueKeys: false,
    logLevel: 'silent',
  });
  const items = (document.contents as { items?: { key: unknown; value: Node | null }[] } | null)?.items ?? [];
  return items
    .filter(({ key }) => isScalar(key) && String(key.value).toLowerCase() === 'tags')
    .flatMap(({ value }) => stringsIn(value))
    .flatMap((node) => scalarEdit(yaml, node, rename))
    .map((edit) => ({ ...edit, offset: edit.offset + start }));
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

function scalarEdit(yaml: string, { value, range, isPlain }: StringNode, { from, to }: TagRename): TextEdit[] {
  const tag = value.trim().replace(/^#+/, '');
  const length = isTagName(tag) ? matchedLength(tag, from) : null;
  if (length === null) return [];
  const [start, end] = range;
  const renamed = value.replace(tag, to + tag.slice(length));
  const at = yaml.slice(start, end).indexOf(tag);
  if (at < 0 || (isPlain && !isText(renamed)))
    return [{ offset: start, length: end - start, replacement: JSON.stringify(renamed) }];
  return [{ offset: start + at, length, replacement: to }];
}

/** Whether a plain value is read as this text. */
function isText(value: string): boolean {
  try {
    return parse(value, { schema: 'core' }) === value;
  } catch {
    return false;
  }
}

function bareTag(tag: string, name: string): string {
  const bare = tag.trim().replace(/^#+/, '').replace(/\/+$/, '').normalize('NFC');
  if (isTagName(bare) && !bare.startsWith('/') && !bare.includes('//')) return bare;
  throw new VaultLoomError('invalid_arguments', `\`${name}\` is no tag: "${tag.slice(0, 100)}".`, {
    hint: 'A tag has letters, digits, _, - and /, no spaces, and not only digits.',
  });
}

function fold(tag: string): string {
  return tag.normalize('NFC').toLowerCase();
}

const LONE_RETURN = /\r(?!\n)/g;
