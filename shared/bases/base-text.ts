import { VaultLoomError } from '../protocol/errors.ts';
import { extension, hasUnusableCharacter, isLeftOut, isNotePath, isVaultPath } from '../vault/paths.ts';
import { quote, structural } from './base-errors.ts';
import { MAX_DOCUMENT_LENGTH } from './document/base-yaml.ts';

/** In bytes, of a `.base` file: UTF-8 takes up to three for a character of the longest document. */
const MAX_BASE_BYTES = 3 * MAX_DOCUMENT_LENGTH;
/** In bytes, of a note with a base in it. */
export const MAX_NOTE_BYTES = 20_000_000;

/** Why no base can be read from this path, or null. */
export function basePathProblem(file: string, configDir: string | null): string | null {
  if (hasUnusableCharacter(file) || file.includes(':') || !isVaultPath(file))
    return 'it is not a path inside the vault, relative to its root, with "/" between folders';
  if (isLeftOut(file, configDir)) return 'it is in a hidden folder';
  return extension(file) === 'base' || isNotePath(file) ? null : 'it does not end in ".base" or ".md"';
}

/** @throws VaultLoomError `base_eval_error` if a file of this size is too large for a base */
export function checkBaseSize(file: string, bytes: number): void {
  const most = isNotePath(file) ? MAX_NOTE_BYTES : MAX_BASE_BYTES;
  if (bytes > most)
    throw structural(`The base ${quote(file)} is larger than ${String(most)} bytes.`, 'Split it into several bases.');
}

/** The error for a base that cannot be read; `problem` ends its sentence. */
export function baseReadFailed(file: string, problem: string, cause?: unknown): VaultLoomError {
  return new VaultLoomError('base_file_read_failed', `The base ${quote(file)} cannot be read: ${problem}.`, {
    hint: 'Give the path of a .base file from the root of the vault, such as "Projects/Projects.base", or of a note with a base block, or its text as yaml.',
    cause,
  });
}

/**
 * The base in a file's text: all of it, or of a note the `base` code block at this place, from 1.
 * @throws VaultLoomError `base_file_read_failed` if the note has no such block
 */
export function baseTextOf(file: string, text: string, block = 1): string {
  if (!isNotePath(file)) return text;
  const blocks = baseBlocks(text);
  const found = blocks[block - 1];
  if (found !== undefined) return found;
  const has =
    blocks.length === 0
      ? 'the note has no base block'
      : `the note has ${String(blocks.length)} base block${blocks.length === 1 ? '' : 's'}`;
  throw baseReadFailed(file, blocks.length === 0 ? has : `there is no block ${String(block)}; ${has}`);
}

/**
 * The error for a view that the base does not have, with the other base blocks of its note as a way out; any other
 * error as it is.
 */
export function namingOtherBlocks(
  error: unknown,
  { file, text, block = 1, view }: { file: string; text: string; block?: number | undefined; view: string },
): unknown {
  if (!(error instanceof VaultLoomError) || error.details?.['views'] === undefined || !isNotePath(file)) return error;
  const blocks = baseBlocks(text);
  if (blocks.length < 2) return error;
  const { code, message, hint = '', details } = error;
  const other = blocks.findIndex((one, at) => at !== block - 1 && one.includes(view)) + 1;
  const way = other === 0 ? '`block` picks another' : `"${view}" is in block ${String(other)}: give that as \`block\``;
  return new VaultLoomError(code, message, {
    hint: `This is block ${String(block)} of the note's ${String(blocks.length)} base blocks; ${way}. ${other === 0 ? hint : ''}`.trimEnd(),
    details,
    cause: error,
  });
}

/** The `base` code blocks of a note, in order, also those in quotes, callouts and lists. */
function baseBlocks(text: string): string[] {
  const blocks: string[] = [];
  let open: { fence: string; prefix: string; lines: string[] | null } | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    if (open === null) {
      const opening = OPENING.exec(line);
      if (opening === null) continue;
      const [, prefix = '', fence = '', info = ''] = opening;
      open = { fence, prefix, lines: /^base\s*$/i.test(info.trim()) ? [] : null };
    } else if (isClosing(line, open.fence)) {
      if (open.lines !== null) blocks.push(open.lines.join('\n'));
      open = null;
    } else open.lines?.push(withoutPrefix(line, open.prefix));
  }
  if (open !== null && open.lines !== null) blocks.push(open.lines.join('\n'));
  return blocks;
}

/** What may come before a fence: quotes, list markers and blanks. */
const OPENING = /^((?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*)(`{3,}|~{3,})([^`]*)$/;
const CLOSING = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;

function isClosing(line: string, fence: string): boolean {
  const closing = CLOSING.exec(line)?.[1] ?? '';
  return closing.startsWith(fence);
}

/** The line without what its block is inside: as many quote marks, and up to as many blanks. */
function withoutPrefix(line: string, prefix: string): string {
  let at = 0;
  for (const mark of prefix) {
    const own = line[at];
    if (mark === '>' ? own === '>' : own === ' ' || own === '\t') at++;
  }
  return line.slice(at);
}
