import { visibleRuns } from '../diff/hidden-characters.ts';

/**
 * Words of ours, and in them texts that come from outside: names of notes and clients, paths, reasons. Those may hold
 * anything, also characters that turn the order of what is around them.
 */
export type Said = string | Phrase;
export type Phrase = readonly (string | { outside: string })[];

/**
 * Words of ours around texts from outside: said('Delete “{}”', name). Numbers are ours, and so is a phrase said before.
 */
export function said(ours: string, ...others: readonly (string | number | Phrase)[]): Phrase {
  return ours.split('{}').flatMap((text, index) => {
    const other = others[index];
    if (other === undefined) return [text];
    if (typeof other === 'string') return [text, { outside: other }];
    return typeof other === 'number' ? [`${text}${other}`] : [text, ...other];
  });
}

/** As plain text, where nothing else is possible: names of controls, notices, menus. */
export function plainWords(words: Said): string {
  if (typeof words === 'string') return words;
  return words.map((part) => (typeof part === 'string' ? part : plain(part.outside))).join('');
}

/**
 * A text from outside that cannot change what is around it: what would not be seen is named, what runs from right to
 * left kept apart.
 */
export function plain(text: string): string {
  const seen = visibleRuns(text, false)
    .map((run) => ('text' in run ? run.text : `[${run.label}]`))
    .join('');
  return RIGHT_TO_LEFT.test(seen) ? `\u2068${seen}\u2069` : seen;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
