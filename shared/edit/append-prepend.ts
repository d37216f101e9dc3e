import { runSteps } from '../kit/concurrency/slices.ts';
import { readFrontmatter } from '../markdown/frontmatter/frontmatter.ts';
import { readSourceText } from '../markdown/source-text.ts';
import {
  dropFinalLineEnd,
  dropFinalLineEnds,
  endsWithLineEnd,
  hasNoLines,
  majorityEnding,
  withEnding,
} from './text-lines.ts';

/**
 * Adds `content` at the end, on a new line. Keeps the final newline or its absence. New line ends are of the most
 * common kind. An empty text becomes the content.
 */
export function appendText(text: string, content: string): string {
  if (content === '') return text;
  const majority = majorityEnding(text);
  const added = withEnding(content, majority);
  if (hasNoLines(text)) return text + added;
  if (endsWithLineEnd(text)) return text + dropFinalLineEnd(added) + majority;
  const kept = dropFinalLineEnds(added);
  return kept === '' ? text : text + majority + kept;
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
