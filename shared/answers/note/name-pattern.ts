import { escapePattern } from '../../kit/text/escape-pattern.ts';

/** Scripts that put nothing between words. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}';
const KATAKANA = '\\p{sc=Kana}\u30fc';
const OF_A_WORD = '[\\p{L}\\p{N}_]';
/** The mark that turns a character into an emoji does not change a word. */
const MARK = '(?!\ufe0f)\\p{M}';

/** Where one of several names occurs as a separate word, in any letter case, composed or decomposed. */
export function namePattern(names: readonly string[]): RegExp {
  const spellings = names.flatMap((name) => [name, name.normalize('NFC'), name.normalize('NFD')]);
  return new RegExp([...new Set(spellings)].map(asWord).join('|'), 'giu');
}

function asWord(name: string): string {
  const [first = '', last = ''] = [/^./su, /.\p{M}*$/su].map((edge) => edge.exec(name)?.[0]);
  return `(?<!${joined(first, '')})${escapePattern(name)}(?!${joined(last, '\\p{sc=Hang}')}|${MARK})`;
}

/** Characters that make one word with a name's edge; those in `apart` never do, as Korean particles after a name. */
function joined(edge: string, apart: string): string {
  if (new RegExp(`^[${UNSPACED}]`, 'u').test(edge)) return '(?!)';
  if (new RegExp(`^[${KATAKANA}]`, 'u').test(edge)) return `[${KATAKANA}]`;
  return `(?![${UNSPACED}${KATAKANA}${apart}])${OF_A_WORD}`;
}
