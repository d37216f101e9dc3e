import { oneLine, shorten } from '../kit/text/shorten.ts';

/**
 * The header by which a bridge passes on what its MCP client calls itself. It is a claim, for people alone: nothing may
 * depend on it.
 */
export const CLIENT_HEADER = 'x-vault-loom-client';

/** In UTF-16 units. */
const LONGEST_CLAIM = 64;
/** Enough for the longest name, each character as three bytes of three letters. */
const LONGEST_HEADER = LONGEST_CLAIM * 9;

/**
 * A claimed name as people may see it: one line, without invisible or reordering characters, and with an ellipsis if it
 * was longer.
 */
export function cleanClaim(name: string): string {
  return shorten(oneLine(name.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, ' ')), LONGEST_CLAIM);
}

/** The header's value; null if nothing of the name is left. */
export function encodeClaim(name: string): string | null {
  const claim = cleanClaim(name);
  return claim === '' ? null : encodeURIComponent(claim);
}

/** The name in a header; null if it makes none. Never throws. */
export function decodeClaim(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || header.length > LONGEST_HEADER) return null;
  try {
    const claim = cleanClaim(decodeURIComponent(header));
    return claim === '' ? null : claim;
  } catch {
    return null;
  }
}

/**
 * Whether two names stand for the same client, as far as names can tell: what people would not see makes no difference.
 */
export function isSameClient(a: string, b: string): boolean {
  // Settings of older versions have long names without the ellipsis.
  const seen = (name: string): string =>
    cleanClaim(name)
      .slice(0, LONGEST_CLAIM - 1)
      .normalize('NFC')
      .toLowerCase();
  return seen(a) === seen(b);
}
