import type { Random } from '../../../shared/kit/random.ts';

const MARKS = [
  '[[',
  ']]',
  '![[',
  '|',
  '#',
  '^',
  '[',
  '](',
  ')',
  '<',
  '>',
  '\\',
  '`',
  '```',
  '~~~',
  '$$',
  '$',
  '%%',
  '<!--',
  '-->',
  '**',
  '_',
  '==',
  '- ',
  '- [ ] ',
  '- [x] ',
  '1. ',
  '> ',
  '> [!note]- ',
  '| a | b |',
  '| - | - |',
  '---',
  '...',
  '# ',
  '## ',
  '===',
  '[^1]',
  '[^1]: ',
  '[ref]: ',
  '<div>',
  '</div>',
  '&amp;',
  '%20',
  '\t',
  '    ',
  '#tag',
  '#a/b',
  ' ^id',
  '::',
  'key: ',
  '- a',
  '? ',
  '&x',
  '*x',
  '!!',
  '"',
  "'",
  '{',
  '}',
  ',',
  '@',
  '\u2028',
  '\u0000',
  '\u00a0',
  '\ud83d',
  '🙂',
  '漢字',
  'é',
  'e\u0301',
  'ß',
  'İ',
  '\u202e',
  '\uFEFF',
];
const WORDS = ['word', 'Note', 'folder/Note', 'two words', 'Übung', 'v1.5', '2026-01-01', '7', '../up', 'a.md', 'x'];
const LINE_ENDS = ['\n', '\n', '\n', '\r\n', '\r', '\n\n'];
const FRONTMATTER = [
  '---\na: 1\n---\n',
  '---\ntags: [a, "b c"]\naliases: x\n---\n',
  '---\nlinks:\n  - "[[Note]]"\n  - \'[[a|b]]\'\n---\n',
  '---\na: &x [1]\nb: *x\n---\n',
  '---\ntext: |\n  one\n  [[Note]]\nlast: >-\n  two\n---\n',
  '---\n"quoted key": {a: [1, {b: c}]}\n# remark\n---\n',
  '---\n---\n',
  '---\n: :\n---\n',
];
const LONGEST_REPEAT = 400;

/** Text such as a note may hold, broken in places; `also` are pieces that it gets more often. */
export function drawNote(random: Random, also: readonly string[] = []): string {
  let text = random.below(12) === 0 ? '\uFEFF' : '';
  if (random.below(3) === 0) text += random.pick(FRONTMATTER);
  const pieces = random.below(random.below(8) === 0 ? 120 : 25);
  for (let piece = 0; piece < pieces; piece++)
    text += also.length > 0 && random.below(3) === 0 ? random.pick(also) : drawPiece(random);
  return random.below(4) === 0 ? mutate(text, random) : text;
}

function drawPiece(random: Random): string {
  const kind = random.below(20);
  if (kind < 9) return random.pick(MARKS);
  if (kind < 13) return random.pick(WORDS);
  if (kind < 18) return random.pick(LINE_ENDS);
  if (kind < 19) return ' ';
  return random.pick(MARKS).repeat(1 + random.below(random.below(10) === 0 ? LONGEST_REPEAT : 5));
}

/** The text with some places cut out, doubled, swapped or overwritten. */
export function mutate(text: string, random: Random): string {
  let now = text;
  for (let left = 1 + random.below(4); left > 0; left--) {
    const [a, b] = [random.below(now.length + 1), random.below(now.length + 1)].sort((x, y) => x - y) as [
      number,
      number,
    ];
    const kind = random.below(4);
    if (kind === 0) now = now.slice(0, a) + now.slice(b);
    else if (kind === 1) now = now.slice(0, b) + now.slice(a, b) + now.slice(b);
    else if (kind === 2) now = now.slice(0, a) + random.pick(MARKS) + now.slice(a);
    else now = now.slice(0, a) + String.fromCharCode(random.below(0x250)) + now.slice(a + 1);
  }
  return now;
}

/** The bytes with some bits flipped, a part cut off, zeroed or repeated. Never the same bytes. */
export function damage(bytes: Buffer, random: Random): Buffer {
  const kind = random.below(5);
  const at = random.below(bytes.length);
  if (kind === 0) return bytes.subarray(0, at);
  const now = Buffer.from(bytes);
  if (kind === 1) now.fill(now[at] === 0 ? 1 : 0, at, Math.min(bytes.length, at + 1 + random.below(64)));
  else if (kind === 2) return Buffer.concat([now, now.subarray(at)]);
  else for (let left = kind === 3 ? 1 : 8; left > 0; left--) flip(now, random);
  return now.equals(bytes) ? flip(now, random) : now;
}

function flip(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  return bytes;
}
