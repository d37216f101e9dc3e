/** A part of a note, as a link names it: a heading, or a path `A > B` of headings; or a block's id. */
export interface NamedPart {
  section?: string;
  block?: string;
}

/** The part that a name's suffix means: `#heading`, `#A#B`, `#^block`; null for none. */
export function partOfSuffix(suffix: string): NamedPart | null {
  const block = /\^([^#^]+)$/.exec(suffix)?.[1]?.trim();
  if (block !== undefined && block !== '') return { block };
  const headings = suffix
    .split('#')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return headings.length === 0 ? null : { section: headings.join(' > ') };
}
