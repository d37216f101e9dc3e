import type { Tree } from '@lezer/common';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { Block, TextRange } from '../parsed-note.ts';
import { lineStart, readSourceText } from '../source-text.ts';
import { blockGrammar, NODE } from './markdown-grammar.ts';
import { LineInput } from './markdown-input.ts';

/**
 * The innermost item of a list that contains `at`, with what is nested in it, from the start of its line; null if none
 * does.
 */
export function* listItemAt(note: string, list: Block, at: number): Steps<TextRange | null> {
  const source = yield* readSourceText(note);
  const input = new LineInput(source.text.slice(0, list.end));
  const from = lineStart(source, list.start);
  const parse = blockGrammar.startParse(input, [], [{ from, to: list.end }]);
  let tree: Tree | null = null;
  for (let yieldAt = from + STEP_SIZE; tree === null; ) {
    tree = parse.advance();
    if (parse.parsedPos < yieldAt) continue;
    yieldAt = parse.parsedPos + STEP_SIZE;
    yield;
  }
  let item: TextRange | null = null;
  // The tree counts from where it was begun.
  const wanted = at - from;
  const cursor = tree.cursor();
  do {
    while (cursor.to <= wanted && cursor.nextSibling());
    if (cursor.from > wanted || cursor.to <= wanted) break;
    if (cursor.type.id === NODE.ListItem)
      item = { start: lineStart(source, from + cursor.from), end: from + cursor.to };
  } while (cursor.firstChild());
  return item;
}

const STEP_SIZE = 1 << 14;
