import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Random } from '../shared/kit/random.ts';
import { seededRandom } from '../shared/kit/random.ts';

export interface SyntheticVaultOptions {
  notes: number;
  seed?: number;
  /** Mean number of links a note. */
  links?: number;
  /** Mean number of words a note. */
  words?: number;
  /** The same vault with other text in every note, as another commit of it. */
  revision?: number;
}

export interface SyntheticNote {
  /** Vault-relative. */
  path: string;
  text: string;
}

const LINKS = 10;
const WORDS = 250;
const NOTES_PER_FOLDER = 200;
const TAGS = 40;
/** Ranks of the vocabulary; a word's frequency falls with its rank as in natural text (Zipf's law, exponent 1). */
const VOCABULARY = 20_000;
const SYLLABLES = [
  'ba',
  'ke',
  'li',
  'mo',
  'nu',
  'ra',
  'se',
  'ti',
  'vo',
  'da',
  'fe',
  'gi',
  'ho',
  'ju',
  'pa',
  're',
  'so',
  'tu',
  'wa',
  'ni',
  'lan',
  'ver',
  'tor',
  'mel',
  'sin',
];
/**
 * With this probability a link goes to an end of an earlier link, so that a few notes collect many (Barabási and
 * Albert, 1999).
 */
const PREFERENTIAL = 0.7;

/**
 * The notes of a vault that does not exist, the same ones for the same options: in folders, linked by preferential
 * attachment, with tags, headings, frontmatter and text of a natural distribution of words.
 */
export function* syntheticVault(options: SyntheticVaultOptions): Generator<SyntheticNote> {
  const { notes, seed = 1, links = LINKS, words = WORDS, revision = 0 } = options;
  const shape = seededRandom(seed);
  /** Numbers of notes at the ends of links so far: drawing one prefers well-linked notes. */
  const ends: number[] = [];
  for (let number = 0; number < notes; number++) {
    const targets = drawTargets(number, notes, spread(links, shape), ends, shape);
    ends.push(...targets, number);
    const text = seededRandom(seed * 1_000_003 + revision * 7_919 + number * 31 + 17);
    yield { path: syntheticPath(number), text: noteText(number, targets, spread(words, text), text) };
  }
}

/** Vault-relative path of the note of a number. */
export function syntheticPath(number: number): string {
  const folder = Math.floor(number / NOTES_PER_FOLDER);
  return `area ${folder % 10}/topic ${folder}/${syntheticName(number)}.md`;
}

/** Writes the notes below a folder, which is created if missing. Returns their number. */
export async function writeNotes(folder: string, notes: Iterable<SyntheticNote>): Promise<number> {
  const made = new Set<string>();
  let count = 0;
  for (const { path, text } of notes) {
    const file = join(folder, path);
    const parent = dirname(file);
    if (!made.has(parent)) await mkdir(parent, { recursive: true });
    made.add(parent);
    await writeFile(file, text);
    count++;
  }
  return count;
}

function syntheticName(number: number): string {
  return `${vocabularyWord(number % 997)} ${vocabularyWord(1_000 + (number % 1_009))} ${number}`;
}

/** Between half of `mean` and one and a half of it. */
function spread(mean: number, random: Random): number {
  return Math.round(mean * (0.5 + random.next()));
}

function drawTargets(own: number, notes: number, count: number, ends: readonly number[], random: Random): number[] {
  const targets = new Set<number>();
  for (let draw = 0; draw < count; draw++) {
    const target = ends.length > 0 && random.next() < PREFERENTIAL ? random.pick(ends) : random.below(notes);
    if (target !== own) targets.add(target);
  }
  return [...targets];
}

function noteText(number: number, targets: readonly number[], words: number, random: Random): string {
  const tags = [random.below(TAGS), random.below(TAGS)].map((tag) => `topic/${vocabularyWord(500 + tag)}`);
  const lines = [
    '---',
    `tags: [${tags.join(', ')}]`,
    `created: 20${10 + (number % 16)}-0${1 + (number % 9)}-1${number % 10}`,
    '---',
    '',
  ];
  const links = targets.map((target) => `[[${syntheticName(target)}]]`);
  const sections = Math.max(1, Math.round(words / 80));
  for (let section = 0; section < sections; section++) {
    lines.push(`## ${sentence(3, random)}`, '');
    const body = sentence(Math.max(4, Math.round(words / sections)), random);
    const own = links.filter((_, link) => link % sections === section);
    lines.push(own.length === 0 ? `${body}.` : `${body}; see ${own.join(', ')}.`, '');
  }
  return lines.join('\n');
}

function sentence(words: number, random: Random): string {
  return Array.from({ length: words }, () => vocabularyWord(zipfRank(random))).join(' ');
}

/** A rank below `VOCABULARY`, drawn by the inverse of the continuous Zipf distribution. */
function zipfRank(random: Random): number {
  return Math.floor((VOCABULARY + 1) ** random.next()) - 1;
}

/** The word of a rank: distinct for each, and the shorter the more frequent. */
function vocabularyWord(rank: number): string {
  let word = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor((rest - 1) / SYLLABLES.length)) {
    word = `${SYLLABLES[(rest - 1) % SYLLABLES.length] ?? ''}${word}`;
  }
  return word;
}
