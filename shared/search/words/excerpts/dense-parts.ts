import { letterEnd } from '../terms/folded-places.ts';
import { Tokenizer, TokenScan } from '../terms/tokenizer.ts';
import type { Match, TextSpan } from './text-span.ts';

/** A run of a query in a script without spaces, as its pairs of neighbouring letters. */
export type DenseRun = readonly string[];

const KATAKANA = /[\p{Script=Katakana}ー]/u;
const HIRAGANA = /\p{Script=Hiragana}/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;
/**
 * In letters: the shortest part of a run that can be a word. A pair of Thai letters is in many words, a Chinese one
 * seldom.
 */
const LEAST_PART = 2;
const LEAST_PART_ELSEWHERE = 3;

/** The runs of a query. */
export function denseRuns(query: string): DenseRun[] {
  const runs: string[][] = [];
  let lastEnd = -1;
  new TokenScan(new Tokenizer(), query).run(query.length, (term, _position, start, end, kind) => {
    if (kind !== 'pair') return;
    if (start < lastEnd) runs.at(-1)?.push(term);
    else runs.push([term]);
    lastEnd = end;
  });
  return runs;
}

/**
 * Where a text has a run: as a whole, or else parts of it that can be words, each only where no longer one shows the
 * same letters. Without this, pairs that other words have by chance would be marked.
 *
 * @param matches of the pairs of the query, in order
 */
export function partsOf(text: string, run: DenseRun, matches: readonly Match[]): TextSpan[] {
  const chains = chainsOf(text, run, matches);
  const length = run.length + 1;
  const wholes = chains.filter(({ from, to }) => to - from === length);
  if (wholes.length > 0) return wholes.map(spanOf);
  const letters = lettersOf(run);
  const parts = chains
    .map((chain) => trimmed(text, letters, chain))
    .filter((chain) => isWordLike(letters, chain))
    .sort((a, b) => b.to - b.from - (a.to - a.from));
  const shown = new Set<number>();
  const taken = new Set<string>();
  return parts
    .filter(({ from, to }) => {
      const key = `${from} ${to}`;
      const news = letters.slice(from, to).filter((_, i) => !shown.has(from + i)).length;
      if (news < LEAST_PART && !taken.has(key)) return false;
      for (let at = from; at < to; at += 1) shown.add(at);
      taken.add(key);
      return true;
    })
    .map(spanOf);
}

/** The longest parts of a run that a text has. */
export function longestPartsOf(text: string, run: DenseRun, matches: readonly Match[]): TextSpan[] {
  const chains = chainsOf(text, run, matches);
  const longest = Math.max(0, ...chains.map(({ from, to }) => to - from));
  return chains.filter(({ from, to }) => to - from === longest).map(spanOf);
}

/** A stretch of a text that is a stretch of the run. */
interface Chain {
  /** Letters of the run, end exclusive. */
  from: number;
  to: number;
  /** Where each of these letters begins in the text, and where the last one ends. */
  places: number[];
}

function spanOf({ places }: Chain): TextSpan {
  return [places[0] ?? 0, places.at(-1) ?? 0];
}

/** The longest stretches that text and run share. */
function chainsOf(text: string, run: DenseRun, matches: readonly Match[]): Chain[] {
  const chains: Chain[] = [];
  let open: Chain[] = [];
  let last: Match | null = null;
  for (const match of matches) {
    if (!run.includes(match.term)) continue;
    const { start, end } = match;
    const follows = last !== null && start > last.start && start < last.end;
    const next: Chain[] = [];
    const second = letterEnd(text, start);
    run.forEach((term, at) => {
      if (term !== match.term) return;
      const longer = follows ? open.find(({ to }) => to === at + 1) : undefined;
      if (longer === undefined) {
        const chain = { from: at, to: at + 2, places: [start, second, end] };
        chains.push(chain);
        next.push(chain);
      } else {
        longer.to += 1;
        longer.places.splice(-1, 1, second, end);
        next.push(longer);
      }
    });
    open = next;
    last = match;
  }
  return chains;
}

/** The letters of a run, without their marks. */
function lettersOf(run: DenseRun): string[] {
  const ends = run.map((pair) => [...pair.replace(/\p{M}/gu, '')]);
  return [...ends.map(([first = '']) => first), ends.at(-1)?.at(-1) ?? ''];
}

/** Without what is only a piece of a longer word at its ends, and without leading particles of Japanese. */
function trimmed(text: string, letters: readonly string[], { from, to, places }: Chain): Chain {
  const chain = { from, to, places: [...places] };
  const dropFirst = (): void => {
    chain.from += 1;
    chain.places.shift();
  };
  const dropLast = (): void => {
    chain.to -= 1;
    chain.places.pop();
  };
  const first = (): string => letters[chain.from] ?? '';
  for (const script of [KATAKANA, HANGUL]) {
    if (script.test(first()) && script.test(letterBefore(text, spanOf(chain)[0])))
      while (chain.from < chain.to && script.test(first())) dropFirst();
    const isPiece =
      script.test(letters[chain.to - 1] ?? '') &&
      script.test(letters[chain.to] ?? '') &&
      script.test(letterAt(text, spanOf(chain)[1]));
    // A Korean word is followed by particles.
    const isStem = script === HANGUL && chain.from === 0 && (chain.to - chain.from) * 2 >= letters.length;
    if (isPiece && !isStem) while (chain.to > chain.from && script.test(letters[chain.to - 1] ?? '')) dropLast();
  }
  while (chain.to > chain.from && HIRAGANA.test(first()) && !isAll(HIRAGANA, letters)) dropFirst();
  return chain;
}

function isWordLike(letters: readonly string[], { from, to }: Chain): boolean {
  const part = letters.slice(from, to);
  if (part.some((letter) => HAN.test(letter) || KATAKANA.test(letter) || HANGUL.test(letter)))
    return part.length >= LEAST_PART;
  if (part.some((letter) => HIRAGANA.test(letter)) && part.length * 2 < letters.length) return false;
  return part.length >= LEAST_PART_ELSEWHERE;
}

function isAll(script: RegExp, letters: readonly string[]): boolean {
  return letters.every((letter) => script.test(letter));
}

function letterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 32);
}

function letterBefore(text: string, at: number): string {
  return at === 0 ? ' ' : ([...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ' ');
}
