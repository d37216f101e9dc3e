const QUOTES = /["\u201c\u201d\u201e]/gu;
const HEBREW_BEFORE = /[\u05d0-\u05ea][\u0591-\u05c7]*$/u;
const HEBREW_AFTER = /^(?:[\u05d0-\u05ea]|[\u0591-\u05c7])+/u;
const CLOSES = /^["\u201c\u201d\u201e]/u;
/** Longer words are not abbreviations. In UTF-16 units. */
const LONGEST = 32;
const GERSHAYIM = '\u05f4';

/**
 * A query in which Hebrew abbreviations have their own mark (gershayim), for which people type a quotation mark:
 * `מנכ"ל`. A quotation mark that opens a quotation within a word, as in `ה"ארץ"`, stays.
 */
export function withAbbreviations(query: string): string {
  let isOpen = false;
  return query.replace(QUOTES, (quote, at: number) => {
    const after = query.slice(at + 1, at + 1 + LONGEST);
    const rest = HEBREW_AFTER.exec(after)?.[0];
    const isWithin = rest !== undefined && HEBREW_BEFORE.test(query.slice(Math.max(0, at - LONGEST), at));
    if (isWithin && (isOpen || !CLOSES.test(after.slice(rest.length)))) return GERSHAYIM;
    isOpen = !isOpen;
    return quote;
  });
}
