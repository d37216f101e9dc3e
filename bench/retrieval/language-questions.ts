import { parseNote } from '../../shared/markdown/parse-note.ts';
import type { Link } from '../../shared/markdown/parsed-note.ts';
import { seededRandom } from '../../shared/kit/random.ts';
import type { Question } from './questions.ts';
import type { VaultNote } from './vault-notes.ts';

/** Most questions of one kind from one vault. */
const QUESTIONS_A_SET = 150;
/** Characters of a context below which it says too little; half of that in denser scripts. */
const SHORTEST = 30;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Questions from a vault's own links and properties, drawn with a fixed seed. `link`: a line with one link, whose
 * target is the right note; `ctx`: the same without the link's words; `desc`: a note's `description`.
 */
export function makeQuestions(notes: readonly VaultNote[], prefix = ''): Question[] {
  const byName = new Map(notes.map((note) => [nameOf(note.path), note.path]));
  const pairs = notes.flatMap((note) => linkQuestions(note, byName, prefix));
  const random = seededRandom(7);
  const drawn = pairs.map((pair) => ({ pair, lot: random.next() })).sort((a, b) => a.lot - b.lot);
  const links = drawn.slice(0, QUESTIONS_A_SET).flatMap(({ pair }) => pair);
  return [...links, ...notes.flatMap((note) => descriptionQuestion(note, prefix))];
}

function linkQuestions(note: VaultNote, byName: ReadonlyMap<string, string>, prefix: string): Question[][] {
  const links = parseNote(note.text).links.filter((link) => link.kind === 'wikilink');
  return links.flatMap((link) => {
    const target = byName.get(nameOf(link.path));
    if (target === undefined || target === note.path) return [];
    const { line, before, after } = lineAround(note.text, link);
    if (links.filter((other) => other.line === link.line).length !== 1 || line.includes('|---') || line.startsWith('|'))
      return [];
    const ctx = plain(`${before} ${after}`);
    if (ctx.length < (DENSE.test(ctx) ? SHORTEST / 2 : SHORTEST)) return [];
    const common = { target, exclude: note.path };
    return [
      [
        { set: `${prefix}link`, query: plain(before + (link.display ?? link.target) + after), ...common },
        { set: `${prefix}ctx`, query: ctx, ...common },
      ],
    ];
  });
}

function descriptionQuestion(note: VaultNote, prefix: string): Question[] {
  const description = parseNote(note.text).frontmatter?.values.description;
  return typeof description === 'string' && description.length >= SHORTEST / 2
    ? [{ set: `${prefix}desc`, query: description, target: note.path }]
    : [];
}

function lineAround(text: string, link: Link): { line: string; before: string; after: string } {
  const start = text.lastIndexOf('\n', link.start - 1) + 1;
  const newline = text.indexOf('\n', link.end);
  const end = newline < 0 ? text.length : newline;
  return { line: text.slice(start, end), before: text.slice(start, link.start), after: text.slice(link.end, end) };
}

/** A line as spoken: without markers, link targets and block ids. */
function plain(line: string): string {
  return line
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\^[\w-]+\s*$/, '')
    .replace(/<[^>]*>|\[!\w+\][+-]?|[#>*_`=[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function nameOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.md$/i, '')
    .normalize('NFC')
    .toLowerCase();
}
