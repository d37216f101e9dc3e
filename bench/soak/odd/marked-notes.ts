import type { Random } from '../../../shared/kit/random.ts';
import { drawWord } from './odd-notes.ts';

/** Names that every system can store, and that a link can hold. */
export const MARKED_NAMES = [
  'Note',
  'note',
  'é',
  'e\u0301t',
  'Straße',
  '水やり',
  'emoji 🎉',
  'مرحبا hello',
  '100% done',
  'a%20b',
  "it's (odd)",
  'v1.5',
  'x.md',
  'readme.md',
  'Garden shed',
  'Greenhouse',
  '2026-11-30',
  '$& $1',
  '_under_',
  'a & b',
  'a&amp;b',
  'İx',
  'constructor',
  'two  spaces',
  'plus+',
  '**b**',
  '; semi',
];
const FOLDERS = [
  '',
  '',
  'sub',
  'sub/deep',
  'Übér',
  'a b',
  '日記',
  'p(1)',
  'e\u0301f',
  'x.y',
  'C# f',
  'a^b',
  'q[1]',
  '50%',
];
const BLOCKS = [
  '# One',
  '## Two',
  '# One',
  '```\n# no heading\n#none\n```',
  '- [x] done #a',
  'lantern, garden, greenhouses',
  '> [!note]- quoted\n> > # none',
  '- [ ] task #a 📅 2026-03-04',
  '| a |\n| - |\n| #p/q |',
  '%% comment #A %%',
  'text ^id1',
  'word[^1]\n\n[^1]: note',
  'key:: value',
];
const FRONTMATTER = [
  '',
  '',
  '---\n---\n',
  '---\n# comment\ntags:\n- a # why\n- P/Q\nn: 1.50\n---\n',
  '---\ntext: |\n  one\n\n  two\nlast: x\n---\n',
  '---\n"quoted key": v\na.b: c\ntags: [a, "p/q"]\nempty:\n---\n',
  '---\nbase: &x [1, 2]\ncopy: *x\nstatus: done   # here\n---\n',
];

/** A path of a note, in a folder that may be new. */
export function drawMarkedPath(random: Random): string {
  const folder = random.pick(FOLDERS);
  return `${folder === '' ? '' : `${folder}/`}${random.pick(MARKED_NAMES)}${random.below(3) === 0 ? ` ${random.below(9)}` : ''}.md`;
}

/** A link to one of the files, in any form that has no second meaning, with a number before it. */
export function drawMarkedLink(random: Random, source: string, files: readonly string[], number: number): string {
  const target = random.pick(files);
  const path = random.pick([target, target, fromFolder(source, target)]);
  const spelled = random.below(3) === 0 ? (target.split('/').at(-1) ?? '') : path;
  // In brackets the app takes what follows such a sign for a heading, or the end.
  const isOdd = /[#^[\]]/.test(spelled);
  if (isOdd || random.below(3) === 0) return `L${number}:[shown](${encoded(spelled)})`;
  const end = random.pick(['', '', '#One', '|shown']);
  return `L${number}:[[${random.below(4) === 0 ? spelled : spelled.replace(/\.md$/, '')}${end}]]`;
}

/** A note of paragraphs, each with a marked link, and of all that an edit could take for something else. */
export function drawMarkedNote(random: Random, source: string, files: readonly string[], number: () => number): string {
  const blocks = Array.from({ length: 1 + random.below(10) }, () =>
    random.below(2) === 0
      ? random.pick(BLOCKS)
      : `${drawWord(random).replace(/[\r\n]/g, '')} and ${drawMarkedLink(random, source, files, number())} end`,
  );
  const text = `${random.pick(FRONTMATTER)}${blocks.join('\n\n')}${random.below(4) === 0 ? '' : '\n'}`;
  const mark = random.below(6) === 0 ? '\uFEFF' : '';
  return mark + (random.below(3) === 0 ? text.replaceAll('\n', '\r\n') : text);
}

function encoded(path: string): string {
  return encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[()'*_~!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The path from a note's folder, with dots. */
function fromFolder(source: string, target: string): string {
  const up = source.split('/').length - 1;
  return `${up === 0 ? './' : '../'.repeat(up)}${target}`;
}
