import { withStop } from '../../kit/text/with-stop.ts';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { CST, Pair, YAMLMap, YAMLSeq } from 'yaml';
import { VaultLoomError } from '../../protocol/errors.ts';
import { oneLine } from '../../kit/text/shorten.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { isNeverClosed, NEVER_CLOSED, readFrontmatter } from '../../markdown/frontmatter/frontmatter.ts';
import type { FrontmatterValue, TextRange } from '../../markdown/parsed-note.ts';
import { lineAt, readSourceText } from '../../markdown/source-text.ts';

/** A note's frontmatter and its place in the note. */
export interface FrontmatterBlock {
  range: TextRange;
  yamlRange: TextRange;
  /** The YAML as parsed; lone `\r` is `\n`, so offsets match the note. */
  yaml: string;
  values: Record<string, FrontmatterValue>;
  /** Null for a block without keys. Offsets count from `yamlRange.start`. */
  root: YAMLMap | null;
}

/** A note read back: its properties, and the text below them. */
export interface NoteParts {
  values: Record<string, FrontmatterValue>;
  body: string;
}

/**
 * Reads the block for editing; null if there is none. Throws `frontmatter_invalid` if it is not a YAML map, has a
 * duplicate key or is never closed.
 */
export function* readBlock(text: string): Steps<FrontmatterBlock | null> {
  const source = yield* readSourceText(text);
  const { frontmatter } = yield* readFrontmatter(source, []);
  if (frontmatter === null) {
    if (isNeverClosed(source.text)) throw invalid(NEVER_CLOSED, CLOSE_IT);
    return null;
  }
  const { range, yamlRange, values, error } = frontmatter;
  if (error !== undefined) throw invalid(error);
  const yaml = text.slice(yamlRange.start, yamlRange.end).replace(LONE_RETURN, '\n');
  yield;
  const document = parseDocument(yaml, {
    schema: 'core',
    keepSourceTokens: true,
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [fault] = document.errors;
  if (fault !== undefined)
    throw invalid(`line ${String(lineAt(source, yamlRange.start + fault.pos[0]))}: ${fault.message}`);
  return { range, yamlRange, yaml, values, root: isMap(document.contents) ? document.contents : null };
}

/** Reads a note back after an edit; null if its frontmatter is broken. */
export function* readParts(text: string): Steps<NoteParts | null> {
  const { frontmatter, bodyStart } = yield* readFrontmatter(yield* readSourceText(text), []);
  if (frontmatter?.error !== undefined) return null;
  return { values: frontmatter?.values ?? {}, body: text.slice(bodyStart) };
}

/** A key's name; null if the key is a list or a map. */
export function keyName({ key }: Pair): string | null {
  if (!isScalar(key)) return null;
  return typeof key.value === 'string' ? key.value : (key.source ?? (key.value === null ? '' : String(key.value)));
}

/** Where the colon after a key ends; null if there is none. */
export function colonEnd(pair: Pair): number | null {
  const colon = sourceItem(pair)?.sep?.find(({ type }) => type === 'map-value-ind');
  return colon === undefined ? null : colon.offset + 1;
}

/** A value's range without comments and blank lines after it; null if no value is written. */
export function writtenRange(value: unknown, yaml: string): TextRange | null {
  if (isSeq(value) && value.flow !== true) return blockRange(value.range, seqEnd(value.srcToken, value.items, yaml));
  if (isMap(value) && value.flow !== true) return blockRange(value.range, mapEnd(value.items, yaml));
  const range = rangeOf(value);
  if (range === null || range.end <= range.start) return null;
  if (isScalar(value) && value.type !== undefined && BLOCK_SCALARS.has(value.type))
    return { start: range.start, end: blockScalarEnd(yaml, range) };
  return range;
}

/** Where a pair ends, likewise. */
export function pairEnd(pair: Pair, yaml: string): number {
  return writtenRange(pair.value, yaml)?.end ?? colonEnd(pair) ?? rangeOf(pair.key)?.end ?? 0;
}

export function rangeOf(node: unknown): TextRange | null {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAliasLike(node) ? node.range : null;
  return range === null || range === undefined ? null : { start: range[0], end: range[1] };
}

const LONE_RETURN = /\r(?!\n)/g;
const BLOCK_SCALARS: ReadonlySet<string> = new Set(['BLOCK_LITERAL', 'BLOCK_FOLDED']);
const KEEPS_BLANK_LINES = /^[|>][0-9]*\+/;
const FINAL_BLANK_LINES = /\s*$/;

const CORRECT_IT = 'Correct the YAML between the `---` lines first, for instance with mode `replace_window`.';
const CLOSE_IT = 'Put a line `---` below the last property first, for instance with mode `replace_window`.';

function invalid(reason: string, wayOut = CORRECT_IT): VaultLoomError {
  return new VaultLoomError(
    'frontmatter_invalid',
    withStop(`The note's frontmatter cannot be edited: ${oneLine(reason)}`),
    { hint: `Nothing was changed. ${wayOut}` },
  );
}

function sourceItem(pair: Pair): CST.CollectionItem | undefined {
  return pair.srcToken;
}

function isAliasLike(node: unknown): node is { range?: [number, number, number] | null } {
  return typeof node === 'object' && node !== null && 'range' in node;
}

function blockRange(range: readonly [number, number, number] | null | undefined, end: number | null): TextRange | null {
  return range === null || range === undefined ? null : { start: range[0], end: end ?? range[1] };
}

function mapEnd(items: readonly Pair[], yaml: string): number | null {
  const last = items.at(-1);
  return last === undefined ? null : pairEnd(last, yaml);
}

function seqEnd(token: YAMLSeq['srcToken'], items: readonly unknown[], yaml: string): number | null {
  const end = writtenRange(items.at(-1), yaml)?.end;
  if (end !== undefined) return end;
  if (token?.type !== 'block-seq') return null;
  const dash = token.items.at(-1)?.start.find(({ type }) => type === 'seq-item-ind');
  return dash === undefined ? null : dash.offset + 1;
}

/** Blank lines below a block scalar count only if its header says so. */
function blockScalarEnd(yaml: string, { start, end }: TextRange): number {
  const written = yaml.slice(start, end);
  return start + written.replace(KEEPS_BLANK_LINES.test(written) ? /\r?\n$/ : FINAL_BLANK_LINES, '').length;
}
