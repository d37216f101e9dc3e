/**
 * The language of a text, as a code such as `en`: by its script, and among languages of the Latin script by its small
 * words. Null if the text is too short, or in a language not known here.
 */
export function languageOf(text: string): string | null {
  const looked = text.slice(0, LOOKED_AT);
  const byScript = scriptLanguage(looked);
  if (byScript !== null) return byScript;
  const words = looked.toLowerCase().match(WORD) ?? [];
  const found = new Map<string, number>();
  for (const word of words)
    for (const language of SMALL_WORDS.get(word) ?? []) found.set(language, (found.get(language) ?? 0) + 1);
  const [first, second] = [...found].sort((a, b) => b[1] - a[1]);
  if (first === undefined || first[1] < LEAST_SMALL_WORDS || first[1] < words.length * LEAST_SHARE) return null;
  return second !== undefined && second[1] === first[1] ? null : first[0];
}

/** In UTF-16 units: enough for some hundred words. */
const LOOKED_AT = 1_200;
const LEAST_SMALL_WORDS = 4;
const LEAST_SHARE = 0.05;
/** Share of letters that decides for a script. */
const MOSTLY = 0.4;
const LEAST_LETTERS = 20;
/** Not the letters of an id such as 3a7e0d, which would pass for small words. */
const WORD = /(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}])/gu;

/** Scripts that tell a language, more particular ones first. */
const SCRIPTS: readonly { language: string; script: RegExp; hint?: { language: string; letters: RegExp } }[] = [
  {
    language: 'zh',
    script: /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u,
    hint: { language: 'ja', letters: /\p{sc=Hiragana}|\p{sc=Katakana}/u },
  },
  { language: 'ko', script: /\p{sc=Hangul}/u },
  { language: 'ru', script: /\p{sc=Cyrillic}/u, hint: { language: 'uk', letters: /[іїєґ]/iu } },
  { language: 'el', script: /\p{sc=Greek}/u },
  { language: 'ar', script: /\p{sc=Arabic}/u, hint: { language: 'fa', letters: /[پچژگ]/u } },
  { language: 'he', script: /\p{sc=Hebrew}/u },
  { language: 'hi', script: /\p{sc=Devanagari}/u },
  { language: 'bn', script: /\p{sc=Bengali}/u },
  { language: 'th', script: /\p{sc=Thai}/u },
  { language: 'ta', script: /\p{sc=Tamil}/u },
  { language: 'ka', script: /\p{sc=Georgian}/u },
  { language: 'hy', script: /\p{sc=Armenian}/u },
  { language: 'km', script: /\p{sc=Khmer}/u },
];
const BEYOND_LATIN = /[\u0370-\u1cff\u2e80-\ud7ff]/u;

/** Small words that are frequent in a language, and rare in most others. */
const WORDS_OF: Readonly<Record<string, string>> = {
  en: 'the of and to is that this with for from by you your are it be can or not if have',
  de: 'und der die das ist nicht ein eine einen zu den dem von auf sich mit sie oder wenn werden',
  fr: 'le la les des et du une est dans pas vous pour que qui sur avec ce aux votre ou',
  es: 'el la los las del que y es una por para con como se su en más puede tu si',
  it: 'il di che la è sono della per un una con gli del nel non si anche i le alla',
  pt: 'o de que e do da em um para é com uma os no na mais você como ou seu',
  nl: 'de het een en van is niet dat op te voor met je zijn naar aan worden of kunt',
  da: 'og er det en til at på med som af ikke den du kan eller fra har dit din i',
  no: 'og er det en til å på med som av ikke den du kan eller fra har ditt din i',
  sv: 'och är det en till att på med som av inte den du kan eller från har för ett i',
  fi: 'ja on ei se että voit tai kun jos ovat joka myös sen mutta ole sinun kuin niin',
  pl: 'i w na z do jest nie się to że lub dla jak możesz oraz o od po przez które',
  cs: 'a v na se je že do s z pro nebo můžete jako které pokud k ve po tak aby',
  hu: 'a az és hogy nem is egy van vagy ha meg ez azt csak lehet mint ki be de el',
  ro: 'și de în la cu o un nu este pe să care sau pentru din poți dacă mai se ale',
  tr: 've bir bu için ile olarak da de veya daha gibi olan her ne en çok değil kadar sonra ya',
  vi: 'và của là có các một trong cho bạn được không với để này khi từ đến trên hoặc những',
  id: 'yang dan untuk dengan pada dari ini itu adalah tidak akan atau di anda dapat ke dalam jika',
  ca: 'el la els les de i en que un una per amb no és del al més pot o aquest',
  lv: 'un ir ar no uz kas par vai lai kā ja to tas pie jūs varat bet arī šo nav',
  sq: 'dhe të në e një për me nga është që si ose ju nuk më mund kjo kur do',
};
const SMALL_WORDS = languagesByWord();

function languagesByWord(): ReadonlyMap<string, readonly string[]> {
  const byWord = new Map<string, string[]>();
  for (const [language, words] of Object.entries(WORDS_OF))
    for (const word of words.split(' ')) byWord.set(word, [...(byWord.get(word) ?? []), language]);
  return byWord;
}

function scriptLanguage(text: string): string | null {
  if (!BEYOND_LATIN.test(text)) return null;
  let letters = 0;
  const counts = new Uint16Array(SCRIPTS.length + 1);
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at++;
    const kind = kindOf(code);
    letters += kind & IS_LETTER;
    const script = (kind - KNOWN) >> 1;
    counts[script] = (counts[script] ?? 0) + 1;
  }
  if (letters < LEAST_LETTERS) return null;
  for (const [number, { language, hint }] of SCRIPTS.entries()) {
    if ((counts[number + 1] ?? 0) < letters * MOSTLY) continue;
    return hint?.letters.test(text) === true ? hint.language : language;
  }
  return null;
}

/** Set of every character that was looked at; above {@link IS_LETTER} is 1 + its place in {@link SCRIPTS}, or 0. */
const KNOWN = 64;
const IS_LETTER = 1;
/** By UTF-16 unit, as far as any was asked for: expressions that name scripts are slow. */
const KINDS = new Uint8Array(0x10000);

function kindOf(code: number): number {
  const known = KINDS[code] ?? 0;
  if (known !== 0) return known;
  const character = String.fromCodePoint(code);
  const script = SCRIPTS.findIndex((one) => one.script.test(character)) + 1;
  const kind = KNOWN + script * 2 + (LETTER.test(character) ? IS_LETTER : 0);
  // Ignored above U+FFFF, where the table ends: too rare to be kept.
  KINDS[code] = kind;
  return kind;
}

const LETTER = /\p{L}/u;
