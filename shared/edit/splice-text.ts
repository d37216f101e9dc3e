import { toLf, withEnding } from './text-lines.ts';
import type { LineEnding } from './text-lines.ts';

/**
 * Replaces `start..end` with `content`. What the old and new passage share at either end keeps its line ends. If the
 * rest has as many line ends as before, each keeps its kind; otherwise they become `majority`.
 */
export function spliceText(text: string, start: number, end: number, content: string, majority: LineEnding): string {
  const old = text.slice(start, end);
  return text.slice(0, start) + mergeEndings(old, content, majority) + text.slice(end);
}

const LINE_END = /\r\n|\n|\r/g;

function mergeEndings(old: string, content: string, majority: LineEnding): string {
  if (!old.includes('\r') && !content.includes('\r') && majority === '\n') return content;
  const before = splitUnits(old);
  const after = toLf(content);
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && sameUnit(before[head], after[head])) head++;
  let tail = 0;
  while (tail < most - head && sameUnit(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail++;
  const middle = after.slice(head, after.length - tail);
  const replaced = before.slice(head, before.length - tail).join('');
  return (
    before.slice(0, head).join('') +
    withOldEndings(middle, replaced, majority) +
    before.slice(before.length - tail).join('')
  );
}

/** The units of a text; a line end is one. */
function splitUnits(text: string): string[] {
  const units: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const isPair = text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10;
    units.push(isPair ? '\r\n' : text.charAt(at));
    if (isPair) at++;
  }
  return units;
}

function sameUnit(old: string | undefined, unit: string | undefined): boolean {
  return old === unit || (unit === '\n' && (old === '\r\n' || old === '\r'));
}

function withOldEndings(content: string, replaced: string, majority: LineEnding): string {
  const endings = replaced.match(LINE_END) ?? [];
  const wanted = content.match(LINE_END)?.length ?? 0;
  if (endings.length !== wanted) return withEnding(content, majority);
  let index = 0;
  return content.replace(LINE_END, () => endings[index++] ?? majority);
}
