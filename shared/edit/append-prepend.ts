import { runSteps } from '../kit/concurrency/slices.ts';
import { joinInRoom } from '../kit/bytes/room.ts';
import { readFrontmatter } from '../markdown/frontmatter/frontmatter.ts';
import { readSourceText } from '../markdown/source-text.ts';
import {
  dropFinalLineEnd,
  dropFinalLineEnds,
  endsWithLineEnd,
  hasNoLines,
  majorityEnding,
  majorityEndingOfBytes,
  withEnding,
  type LineEnding,
} from './text-lines.ts';

/**
 * Adds `content` at the end, on a new line. Keeps the final newline or its absence. New line ends are of the most
 * common kind. An empty text becomes the content.
 */
export function appendText(text: string, content: string): string {
  return text + appended(text, majorityEnding(text), content);
}

/** {@link appendText} for the bytes of a UTF-8 text, without decoding it. */
export function appendToBytes(bytes: Uint8Array, content: string): Uint8Array {
  const end = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(-TELLING_BYTES));
  return joinInRoom(bytes, Buffer.from(appended(end, majorityEndingOfBytes(bytes), content)));
}

/** Enough for a line end, and to tell a text that is only a byte order mark. */
const TELLING_BYTES = 4;

/** What an append adds to a text that ends so. */
function appended(end: string, majority: LineEnding, content: string): string {
  if (content === '') return '';
  const added = withEnding(content, majority);
  if (hasNoLines(end)) return added;
  if (endsWithLineEnd(end)) return dropFinalLineEnd(added) + majority;
  const kept = dropFinalLineEnds(added);
  return kept === '' ? '' : majority + kept;
}

/** Adds `content` as the first lines of the body, after a byte order mark and frontmatter. */
export function prependText(text: string, content: string): string {
  if (content === '') return text;
  const at = bodyStartOf(text);
  if (at === text.length) return appendText(text, content);
  const majority = majorityEnding(text);
  return text.slice(0, at) + dropFinalLineEnd(withEnding(content, majority)) + majority + text.slice(at);
}

/** Where the body begins: after the frontmatter and a byte order mark. */
export function bodyStartOf(text: string): number {
  return runSteps(readFrontmatter(runSteps(readSourceText(text)), [])).bodyStart;
}
