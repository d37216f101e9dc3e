/**
 * Words that English sentences are full of and that sentences in other Latin scripts seldom hold: so without `a`, `in`, `on`, `an`,
 * `as`, `so`, `me`, `no`, `am`, `he`, `was`, `her` and `will`, which are words elsewhere.
 */
const TELLING = new Set(
  (
    'the of and to is are that this these those with for from by or not it its be been being have has had you your we our they their them there which who ' +
    'when where what why how if then than can could would should may might must does did into about after before between only also more most other such each'
  ).split(' '),
);
const WORD = /[\p{L}\p{M}]+(?:['\u2019]\p{L}+)?/gu;
/** A character of a script without blanks is half a word. */
const DENSE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Characters looked at: the language does not change after that. */
const LOOKED_AT = 4000;

/** Share of telling words below which a text is taken to be in another language, above which in English, and in usual English. */
const FOREIGN = 0.06;
const ENGLISH = 0.12;
const USUAL = 0.25;

/** Weight from which on a text is worth embedding by a model that knows English alone. */
export const READABLE = 0.25;
/** Words that what surrounds a text counts for beside its own: a query's best notes, a chunk's note. */
export const WORDS_AROUND_QUERY = 6;
export const WORDS_AROUND_CHUNK = 60;

/** Share of a text's words, 0 to 1, that are telling English function words: .2 to .3 in English prose, under .03 in others; 0 without words. */
export function englishShare(text: string): number {
  const { words, telling } = counted(text);
  return words === 0 ? 0 : telling / words;
}

/**
 * How far a model that knows English alone can read a text, 0 to 1. Short texts, titles and tables hold few function words in any
 * language, so what surrounds them counts as well: `around` is the weight of that, and counts like `wordsAround` words. In another
 * script no company helps.
 */
export function englishWeight(text: string, around: number, wordsAround: number): number {
  const { words, telling, latin } = counted(text);
  if (words + wordsAround === 0) return 0;
  const share = (telling + around * USUAL * wordsAround) / (words + wordsAround);
  return Math.min(1, Math.max(0, (share - FOREIGN) / (ENGLISH - FOREIGN))) * latin;
}

function counted(text: string): { words: number; telling: number; latin: number } {
  let words = 0;
  let telling = 0;
  let latin = 0;
  for (const [word] of text.slice(0, LOOKED_AT).matchAll(WORD)) {
    const size = DENSE.test(word) ? word.length / 2 : 1;
    words += size;
    if (LATIN.test(word)) latin += 1;
    if (word.length <= 8 && TELLING.has(word.toLowerCase())) telling += 1;
  }
  return { words, telling, latin: words === 0 ? 1 : latin / words };
}

const LATIN = /^\p{sc=Latin}/u;
