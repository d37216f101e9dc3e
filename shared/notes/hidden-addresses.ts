import { isAttachment } from '../markdown/inline/markdown-links.ts';
import type { Address, Link, ParsedNote } from '../markdown/parsed-note.ts';

/** Nobody looks for one of so many; a note can be a list of bookmarks. */
export const MOST_ADDRESSES = 2_000;

/**
 * Where the links of a note lead without saying so in the text: addresses outside the vault, and files other than notes.
 * Each once, where it is first, by line; of very many only the first {@link MOST_ADDRESSES}.
 */
export function hiddenAddresses({ addresses, links }: Pick<ParsedNote, 'addresses' | 'links'>): Address[] {
  const files = links.filter(isHiddenFile).map(({ path, line }) => ({ address: path, line }));
  const all = files.length === 0 ? addresses : [...addresses, ...files].sort((a, b) => a.line - b.line);
  return eachOnce(all).slice(0, MOST_ADDRESSES);
}

/** The first with each address. */
export function eachOnce(addresses: readonly Address[]): Address[] {
  const known = new Set<string>();
  return addresses.filter(({ address }) => !known.has(address) && known.add(address));
}

function isHiddenFile({ kind, path, display }: Link): boolean {
  return kind !== 'frontmatter' && (kind !== 'wikilink' || display !== undefined) && isAttachment(path);
}
