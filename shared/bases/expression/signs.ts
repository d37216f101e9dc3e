/** What to write in place of words and signs that other languages have; undefined if nobody can tell. */
export function signHint(written: string): string | undefined {
  return SIGNS_OF_OTHERS.get(written.toLowerCase());
}

/** The longest of these signs that begins here; null if none does. */
export function foreignSignAt(text: string, start: number): string | null {
  const found = SIGNS.find((sign) => text.startsWith(sign, start));
  return found ?? null;
}

const TO_CHOOSE = 'Write if(condition, value, otherwise) instead.';
const SIGNS_OF_OTHERS: ReadonlyMap<string, string> = new Map([
  ['and', 'Write && instead.'],
  ['or', 'Write || instead.'],
  ['not', 'Write ! instead.'],
  ['is', 'Write == instead.'],
  ['like', 'Write property.contains("text") instead.'],
  ['contains', 'Write property.contains("text") instead.'],
  ['in', 'Write list.contains(value) instead.'],
  ['=', 'Write == instead.'],
  ['===', 'Write == instead.'],
  ['!==', 'Write != instead.'],
  ['<>', 'Write != instead.'],
  ['&', 'Write && instead.'],
  ['|', 'Write || instead.'],
  ['=>', 'For "at least" write >=; write list.map(value * 2), without an arrow: value is the item, index its place.'],
  ['?', TO_CHOOSE],
  ['??', 'Write if(value, value, otherwise) instead.'],
  ['?.', 'Write a point: a field of what is missing is missing.'],
  ['then', TO_CHOOSE],
  ['else', TO_CHOOSE],
  ['`', 'Put a text between " or \', and join texts with +.'],
  ['#', 'Write file.hasTag("tag"), or put a text between quotation marks.'],
  ['^', 'There is no power: write price * price.'],
  ['**', 'There is no power: write price * price.'],
  ['++', 'Write + 1 instead.'],
  [';', 'Write one expression only; what it uses can be a formula of its own.'],
  ['@', 'Put a text between quotation marks, or a name so: note["@name"].'],
  ['≥', 'Write >= instead.'],
  ['≤', 'Write <= instead.'],
  ['≠', 'Write != instead.'],
  ['×', 'Write * instead.'],
  ['÷', 'Write / instead.'],
  ['typeof', 'Write value.isType("number") instead.'],
  ['new', 'Write date("2026-03-01"), or now().'],
  ['let', 'Write one expression only; what it uses can be a formula of its own.'],
  ['const', 'Write one expression only; what it uses can be a formula of its own.'],
  ['var', 'Write one expression only; what it uses can be a formula of its own.'],
  ['return', 'Write the value alone.'],
]);
const SIGNS = [...SIGNS_OF_OTHERS.keys()].filter((sign) => !/^\w/.test(sign)).sort((a, b) => b.length - a.length);
