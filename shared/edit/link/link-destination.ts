import { isExternalTarget } from '../../markdown/inline/link-target.ts';

/**
 * Writes a path as a Markdown link's destination, inside `<…>` or bare. Escapes what must be, and what `written`
 * escapes, in the same way. A `%` stays bare only if nothing is escaped, since most programs
 * decode all of a destination or none of it.
 */
export function encodeDestination(path: string, written: string, isAngled: boolean): string {
  const style = styleOf(written);
  const required = requiredEscapes(path, isAngled);
  const mustEscape = (character: string): boolean =>
    !style.backslashed.has(character) &&
    (required.test(character) || style.percented.has(character) || (style.percentsUnicode && character > '\x7f'));
  const escapesPercent = ESCAPE.test(written) || ESCAPE.test(path) || [...path].some(mustEscape);
  let encoded = '';
  for (const character of path) {
    if (character === '%' ? escapesPercent : mustEscape(character))
      encoded += percentEscape(character, style.isLowerHex);
    else encoded += style.backslashed.has(character) ? `\\${character}` : character;
  }
  return encoded;
}

interface EscapeStyle {
  /** Characters that the destination escapes with `%` or with a backslash. */
  percented: ReadonlySet<string>;
  backslashed: ReadonlySet<string>;
  percentsUnicode: boolean;
  isLowerHex: boolean;
}

const PERCENT_RUN = /(?:%[0-9a-f]{2})+/gi;
const BACKSLASHED = /\\([!-/:-@[-`{-~])/g;
const ESCAPE = /%[0-9a-f]{2}/i;

function styleOf(written: string): EscapeStyle {
  const runs = written.match(PERCENT_RUN) ?? [];
  const percented = new Set(runs.flatMap((run) => [...decodeRun(run)]));
  const hex = runs.join('').replace(/[^a-f]/gi, '');
  return {
    percented,
    backslashed: new Set([...written.matchAll(BACKSLASHED)].map((match) => match[1] ?? '')),
    percentsUnicode: [...percented].some((character) => character > '\x7f'),
    isLowerHex: hex !== '' && hex === hex.toLowerCase(),
  };
}

/** What would end the destination, lead out of the vault, or escape. Balanced parentheses do not end it. */
function requiredEscapes(path: string, isAngled: boolean): RegExp {
  const scheme = isExternalTarget(path) ? ':' : '';
  if (isAngled) return new RegExp(`[\\n\\r<>\\\\${scheme}]`);
  return new RegExp(`[\\s\\x7f<>\\\\${scheme}${areBalanced(path) ? '' : '()'}]`);
}

function areBalanced(path: string): boolean {
  let depth = 0;
  for (const character of path) {
    if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

function percentEscape(character: string, isLowerHex: boolean): string {
  let escaped = '';
  for (const byte of new TextEncoder().encode(character)) {
    const hex = byte.toString(16).padStart(2, '0');
    escaped += `%${isLowerHex ? hex : hex.toUpperCase()}`;
  }
  return escaped;
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}
