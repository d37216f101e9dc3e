import type { TextRange } from '../parsed-note.ts';
import { HiddenRanges } from './hidden-ranges.ts';
import { InlineSpans } from './inline-spans.ts';

/** Code, math, HTML and comments of an inline text, by position: nothing in them is read as anything else. */
export function literalSpans(text: string): TextRange[] {
  const found: TextRange[] = [];
  const spans = new InlineSpans(text, new HiddenRanges([]));
  spans.begin(text.length);
  for (let at = next(text, 0); at < text.length; ) {
    const end = spanEnd(spans, text, at);
    if (end > 0) found.push({ start: at, end });
    at = next(text, end < 0 ? ~end : end);
  }
  return found;
}

const MARK = /[\\`$<]|%%/g;

function next(text: string, from: number): number {
  MARK.lastIndex = from;
  return MARK.exec(text)?.index ?? text.length;
}

/** Where the span that begins at `at` ends; if none does, the complement of where to continue. */
function spanEnd(spans: InlineSpans, text: string, at: number): number {
  switch (text[at]) {
    case '`':
      return spans.code(at);
    case '$':
      return spans.math(at);
    case '<':
      return spans.html(at);
    case '%': {
      const close = spans.findNext('%%', at + 2);
      return close < 0 ? ~(at + 2) : close + 2;
    }
    default:
      return ~(at + 2);
  }
}
