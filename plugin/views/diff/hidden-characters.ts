import { HIDDEN_WORDS } from './diff-words.ts';

/** Plain text, or an invisible character with a short label and a name in words. */
export type Run = { text: string } | { label: string; name: string };

/**
 * Splits a text so that what would not be seen can be labelled: control and invisible characters, and those that turn
 * the direction of what follows. What ordinary writing needs (joiners within words and emoji, hard blanks) is labelled
 * only in `changed` text, and so are tabs.
 */
export function visibleRuns(text: string, isChanged: boolean): Run[] {
  const runs: Run[] = [];
  let done = 0;
  for (const match of text.matchAll(isChanged ? HIDDEN_OR_UNUSUAL : HIDDEN)) {
    const [character] = match;
    if (belongsToEmoji(text, match.index, character)) continue;
    if (match.index > done) runs.push({ text: text.slice(done, match.index) });
    runs.push(labelled(character));
    done = match.index + character.length;
  }
  if (done < text.length) runs.push({ text: text.slice(done) });
  return runs;
}

type CodePoints = readonly (readonly [first: number, last: number])[];

/** Controls but tab and line feed, direction marks, blanks of no width, fillers, tags, halves of characters. */
const ALWAYS: CodePoints = [
  [0x0, 0x8],
  [0xb, 0x1f],
  [0x7f, 0x9f],
  [0x61c, 0x61c],
  [0x70f, 0x70f],
  [0x115f, 0x115f],
  [0x1160, 0x1160],
  [0x17b4, 0x17b4],
  [0x17b5, 0x17b5],
  [0x180e, 0x180e],
  [0x200b, 0x200b],
  [0x200e, 0x200e],
  [0x200f, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe00ff],
  [0xe01f0, 0xe0fff],
  [0xd800, 0xdfff],
];
/** Joiners, soft hyphens, variation selectors, hard and wide blanks, tabs. */
const UNUSUAL: CodePoints = [
  [0x9, 0x9],
  [0xa0, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x1680, 0x1680],
  [0x180b, 0x180d],
  [0x180f, 0x180f],
  [0x2000, 0x200a],
  [0x200c, 0x200c],
  [0x200d, 0x200d],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0xfe00, 0xfe0f],
  [0xe0100, 0xe01ef],
];
const HIDDEN = anyOf(ALWAYS);
const HIDDEN_OR_UNUSUAL = anyOf([...ALWAYS, ...UNUSUAL]);

function anyOf(ranges: CodePoints): RegExp {
  const escaped = (code: number): string => `\\u{${code.toString(16)}}`;
  return new RegExp(`[${ranges.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('')}]`, 'gu');
}

/** Selectors and joiners that make one emoji of several characters, and the tags of flags. */
function belongsToEmoji(text: string, index: number, character: string): boolean {
  const before = text.slice(Math.max(0, index - 3), index);
  if (character === '\u200D') return /(?:\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})$/u.test(before);
  if (character === '\uFE0F') return /(?:\p{Extended_Pictographic}|[0-9#*])$/u.test(before);
  return /[\u{E0020}-\u{E007F}]/u.test(character) && isInFlag(text, index);
}

/** The flags of England, Scotland and Wales: a black flag, up to six tags, the tag that ends them. */
function isInFlag(text: string, index: number): boolean {
  const from = Math.max(0, index - 14);
  const start = text.slice(from, index).lastIndexOf('\u{1F3F4}');
  return (
    start >= 0 &&
    /^\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/u.test(
      text.slice(from + start, from + start + 16),
    )
  );
}

function labelled(character: string): Run {
  const code = character.codePointAt(0) ?? 0;
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const [label, name] = HIDDEN_WORDS.names[code] ?? [point, HIDDEN_WORDS.unnamed];
  return { label, name: `${name} (${point})` };
}
