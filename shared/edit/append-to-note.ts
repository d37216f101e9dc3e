import type { Steps } from '../kit/concurrency/slices.ts';
import { parseNoteSteps } from '../markdown/parse-note.ts';
import { closingDataStart } from '../notes/closing-data.ts';
import { appendText } from './append-prepend.ts';
import { endsWithLineEnd, isBlank, majorityEnding, readLines } from './text-lines.ts';

/**
 * {@link appendText} for a whole note: above the data that a plugin keeps in a comment at its end, such as a board's
 * settings or a drawing, since below them the plugin does not look.
 */
export function* appendToNote(text: string, content: string): Steps<string> {
  if (content === '') return text;
  const [body, data] = yield* withoutClosingData(text);
  return joinedToData(appendText(body, content), data);
}

/** A note's text above the data at its end, with its last line end, and the rest. */
export function* withoutClosingData(text: string): Steps<[body: string, data: string]> {
  if (!mayHoldData(text)) return [text, ''];
  const note = yield* parseNoteSteps(text);
  const start = closingDataStart(text, note);
  if (start === null) return [text, ''];
  const { lines, start: afterMark } = readLines(text);
  const last = lines.findLast((line) => line.start < start && !isBlank(text.slice(line.start, line.end)));
  const end = last === undefined || last.start < note.bodyStart ? Math.max(start, afterMark) : last.next;
  return [text.slice(0, end), text.slice(end)];
}

/** A body, and the data below it with a blank line between. */
export function joinedToData(body: string, data: string): string {
  if (!data.startsWith('%%')) return body + data;
  const lineEnd = majorityEnding(data);
  return `${body}${endsWithLineEnd(body) ? '' : lineEnd}${lineEnd}${data}`;
}

/** Whether the bytes of a text may end with a plugin's data; cheaper than to read it. */
export function mayEndInData(bytes: Uint8Array): boolean {
  return mayHoldData(new TextDecoder('latin1').decode(bytes.subarray(-MOST_BLANK)));
}

function mayHoldData(text: string): boolean {
  return /%%\s*$/.test(text.slice(-MOST_BLANK));
}

const MOST_BLANK = 64;
