import { createTwoFilesPatch } from 'diff';
import type { Step } from './change-record.ts';

/**
 * The unified diff of a change with 3 lines of context, its files in order. Bytes that are not UTF-8 show as U+FFFD.
 */
export function diffOf(steps: readonly Step[]): string {
  const edited = new Map(steps.flatMap((step) => (step.do === 'edit' ? [[step.place, step] as const] : [])));
  return steps
    .flatMap((step): string[] => {
      if (step.do === 'create') return [patch(null, step.path, EMPTY, step.after)];
      if (step.do === 'remove') return [patch(step.path, null, step.before, EMPTY)];
      if (step.do === 'edit') return [patch(step.path, step.path, step.before, step.after)];
      if (step.do === 'move')
        return [
          `rename from ${onOneLine(step.path)}\nrename to ${onOneLine(step.to)}${edited.has(step.place) ? '' : ' (content unchanged)'}\n`,
        ];
      return [];
    })
    .join('');
}

const EMPTY = new Uint8Array();
/** Beyond this, shows the whole text as replaced: a diff of very different texts takes quadratic time. */
const MAX_EDITS = 20_000;

function patch(from: string | null, to: string | null, before: Uint8Array, after: Uint8Array): string {
  const [oldText, newText] = [textOf(before), textOf(after)];
  const names = [
    from === null ? '/dev/null' : onOneLine(`a/${from}`),
    to === null ? '/dev/null' : onOneLine(`b/${to}`),
  ] as const;
  const found = createTwoFilesPatch(...names, oldText, newText, undefined, undefined, {
    context: 3,
    maxEditLength: MAX_EDITS,
  });
  return found ?? `--- ${names[0]}\n+++ ${names[1]}\n${prefixed('-', oldText)}${prefixed('+', newText)}`;
}

/** Quotes a name with a line break, as git does. */
function onOneLine(name: string): string {
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
}

function prefixed(sign: string, text: string): string {
  return text === '' ? '' : `${text.replace(/\n$/, '').replace(/^/gm, sign)}\n`;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}
