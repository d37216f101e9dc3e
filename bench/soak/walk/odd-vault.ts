import type { Random } from '../../../shared/kit/random.ts';
import { drawNote } from '../fuzz/draw-text.ts';

/** Names that some disk allows, and that a screen could take for something else, or have no room for. */
export const ODD_NAMES = [
  '<img src=x onerror=window.walked=1>',
  '<b>bold</b> & co',
  'a&amp;b',
  `"quoted" 'note'`,
  'C# notes',
  '100% done',
  'a%20b',
  '[x] odd^name',
  'pipe|name',
  'back\\slash',
  'new\nline',
  'note.md',
  'a.b.c',
  '...',
  '-',
  '007',
  '2026-03-14',
  'wi-fi',
  'null',
  'constructor',
  '__proto__',
  '$& $1 $`',
  '{{template}}',
  '👨‍👩‍👧 family 🎉',
  'مرحبا hello عالم',
  'abc\u202Etxt',
  '\u200Bzero',
  'e\u0301te\u0301',
  'été',
  'İstanbul straße ﬁne',
  '水やり',
  '長'.repeat(78),
  'x'.repeat(200),
  ' leading',
  'trailing ',
];
const FOLDERS = ['', '', '', '#plans', '<i>f</i>', 'a & b', 'مجلد', '日記', 'Deep/er/and/deeper/still', 'F'.repeat(80)];
/** Words that the notes share, so that searches find them. */
export const ODD_WORDS = [
  'garden',
  'wi-fi',
  '2026-03-14',
  "don't",
  'C++',
  'naïve',
  'Straße',
  '水やり',
  'الماء',
  '🎉',
  '<script>',
];

/**
 * A small vault that is hard to show: odd names and folders, texts broken in places, a very long line, many headings.
 */
export function oddVault(random: Random): Record<string, string> {
  const links = ODD_NAMES.flatMap((name) => [
    `[[${name}]]`,
    `[[${name}|<b>]]`,
    `[[${name}#One]]`,
    `[[missing ${name}]]`,
  ]);
  const pieces = [
    ...ODD_WORDS.map((word) => ` ${word} `),
    ...links,
    '\n## One\n',
    '<img src=x onerror="window.walked=1">',
  ];
  const files = ODD_NAMES.map((name) => {
    const folder = random.pick(FOLDERS);
    return [`${folder === '' ? '' : `${folder}/`}${name}.md`, drawNote(random, pieces)] as const;
  });
  return {
    ...Object.fromEntries(files),
    'Long line.md': `garden ${'w'.repeat(100_000)} end\n`,
    'Headings.md': Array.from({ length: 2_000 }, (_, at) => `# ${at} garden`).join('\n'),
    'Links.md': Array.from({ length: 1_000 }, () => random.pick(links)).join(' '),
    'Empty.md': '',
  };
}
