import type { Random } from '../../../shared/kit/random.ts';
import { drawNote } from '../fuzz/draw-text.ts';
import { ODD_NAMES } from '../walk/odd-vault.ts';

/** What words are made of: as a whole, many stand for the same as one of their parts. */
const PIECES = [
  'a',
  'es',
  'ES',
  'ing',
  '9',
  '-',
  "'",
  '.',
  '+',
  '#',
  '/',
  '🎉',
  '库',
  'é',
  '\u0301',
  ' ',
  '水やり',
  'ไทย',
  'Straße',
  'GitHub',
  'x_y',
];
const FOLDERS = ['', '', 'sub/', 'sub/deep/', 'Sub/', 'über/', 'a b/'];
const VALUES = ['a', 'b', '1', 'true', '2026-01-02', '[x, y]'];

/** Names that differ in case, in accents, or not at all, next to odd ones. */
export const NAMES = [
  ...ODD_NAMES,
  'a',
  'A',
  'b',
  'é',
  'e\u0301',
  'Note',
  'note',
  'es-ES',
  'Ä',
  'Ünï',
  'README',
  'index',
];

export function drawWord(random: Random): string {
  return Array.from({ length: 1 + random.below(4) }, () => random.pick(PIECES)).join('');
}

/** The path of a note; often one that is there, or a spelling of it. */
export function drawPath(random: Random, number: number): string {
  const word = drawWord(random).replace(/[/\n]/g, '') || 'word';
  return `${random.pick(FOLDERS)}${random.pick([...NAMES, `note ${number}`, word])}.md`;
}

/** A link, tag, field or task. */
export function drawMention(random: Random): string {
  const name = random.pick(NAMES);
  return random.pick([
    `[[${name}]]`,
    `[[${name}|x]]`,
    `[[${name}#One]]`,
    `![[${name}]]`,
    `[m](<${name}.md>)`,
    `[[missing ${name}]]`,
    `[[sub/${name}]]`,
    `#${drawWord(random).replace(/[\s#]/g, '')}`,
    `key:: ${drawWord(random)}`,
    `- [ ] ${drawWord(random)} 📅 2026-0${1 + random.below(9)}-1${random.below(9)}`,
  ]);
}

export function drawOddNote(random: Random): string {
  const mentions = Array.from({ length: random.below(30) }, () => random.pick([drawWord, drawMention])(random));
  return drawProperties(random) + drawNote(random, ['\n', ' ', '\n## One\n', ' ^id', '\n- [x] ', ...mentions]);
}

function drawProperties(random: Random): string {
  if (random.below(3) > 0) return '';
  const alias = drawWord(random).replace(/"/g, '');
  const tag = drawWord(random).replace(/\W/g, 'x');
  return `---\ntags: [${tag}, p/q]\naliases: ["${alias}", ${random.pick(['Al', 'Bo', 'é'])}]\nstatus: ${random.pick(VALUES)}\n---\n`;
}
