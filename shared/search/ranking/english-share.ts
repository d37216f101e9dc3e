/**
 * Words frequent in English but rare in other Latin scripts; so not `a`, `in`, `on`, `an`, `as`, `so`, `me`, `no`,
 * `am`, `he`, `was`, `her` and `will`, which are words elsewhere.
 */
const TELLING = new Set(
  (
    'the of and to is are that this these those with for from by or not it its be been being have has had you your we our they their them there which who ' +
    'when where what why how if then than can could would should may might must does did into about after before between only also more most other such each'
  ).split(' '),
);
/** Words frequent in other languages of the Latin script but rare in English notes and code. */
const FOREIGN_WORDS = new Set(
  (
    'de la el los las del que es una por para como pero sus este esta muy se lo su un ' + // Spanish
    'le les des et du une est dans pas avec ce au sont vous nous qui aux cette ' + // French
    'und der das ist nicht ein eine einen zu den dem von auf sich im auch wie oder bei nach aus wird werden kann du sie ich mit ' + // German
    'het een dat niet zijn voor naar aan worden ook maar wordt deze je ' + // Dutch
    'il di che sono della si da gli anche nel dei alla delle nella con ' + // Italian
    'em um uma os na mas ao dos das seu sua pelo isso ' + // Portuguese
    'og det er til med af ikke har som jeg kan fra ved eller skal och att som jag av ett inte ' + // Danish, Norwegian, Swedish
    'nie jest jak ale dla oraz lub tym tego przez na je jako nebo ' + // Polish, Czech
    'bir ve bu ile olarak ' + // Turkish
    'yang dan untuk dengan pada dari ini itu adalah tidak akan atau ' + // Indonesian
    'ja ei az nem hogy si cu pe care din ang ng mga ya wa kwa amb els'
  ) // Finnish, Hungarian, Romanian, Tagalog, Swahili, Catalan
    .split(' '),
);
const WORD = /[\p{L}\p{M}]+(?:['\u2019]\p{L}+)?/gu;
/** A character of a script without spaces is half a word. */
const DENSE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const LATIN = /^\p{sc=Latin}/u;
/** A letter that English words do without. */
const UN_ENGLISH = /[^\p{ASCII}\u2019]/u;
/** In characters: the language does not change after that. */
const LOOKED_AT = 4000;

/**
 * Share of English among the words that indicate a language. Up to the first, a text is foreign; from the second on,
 * English.
 */
const FOREIGN = 0.3;
const ENGLISH = 0.6;
/** Share of words in prose that indicate its language. */
const USUAL = 0.25;

/** Least weight of a text worth embedding with an English-only model. */
export const READABLE = 0.25;
/**
 * How many words of evidence the surroundings are worth: a query's best notes, a chunk's note, and the first guess for
 * any note.
 */
export const WORDS_AROUND_QUERY = 6;
export const WORDS_AROUND_CHUNK = 60;
export const WORDS_AROUND_NOTE = 4;

/**
 * Share of a text's words that are distinctive English function words, 0 to 1: .2 to .3 in English prose, under .03 in
 * others; 0 without words.
 */
export function englishShare(text: string): number {
  const { words, english } = counted(text);
  return words === 0 ? 0 : english / words;
}

/**
 * How well an English-only model can read a text, 0 to 1, by the share of English among the words that indicate a
 * language. Lists, titles, tables and code have few of these in any language, so their surroundings count, too:
 * `around` is the weight of these, worth `wordsAround` words of prose. For another script they change nothing.
 */
export function englishWeight(text: string, around: number, wordsAround: number): number {
  const { english, foreign, latin } = counted(text);
  const usual = USUAL * wordsAround;
  const telling = english + foreign + usual;
  if (telling === 0) return 0;
  return Math.min(1, Math.max(0, ((english + around * usual) / telling - FOREIGN) / (ENGLISH - FOREIGN))) * latin;
}

/** Words, and those among them that indicate English or another language; `latin` is the share in Latin letters. */
function counted(text: string): { words: number; english: number; foreign: number; latin: number } {
  const counts = { words: 0, english: 0, foreign: 0 };
  let latin = 0;
  for (const [word] of text.slice(0, LOOKED_AT).matchAll(WORD)) {
    const size = DENSE.test(word) ? word.length / 2 : 1;
    counts.words += size;
    if (!LATIN.test(word)) {
      counts.foreign += size * USUAL;
      continue;
    }
    latin += 1;
    const plain = word.toLowerCase();
    if (TELLING.has(plain)) counts.english += 1;
    else if (FOREIGN_WORDS.has(plain) || UN_ENGLISH.test(plain)) counts.foreign += 1;
  }
  return { ...counts, latin: counts.words === 0 ? 1 : latin / counts.words };
}
