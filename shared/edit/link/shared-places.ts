import type { ParsedNote } from '../../markdown/parsed-note.ts';
import { plainHeading } from '../../notes/heading-names.ts';

type Places = Pick<ParsedNote, 'headings' | 'blockIds'>;

/**
 * Tells which links `#heading` and `#^block` into a note find something else once it is a part of `other`, whose own
 * headings and blocks come first.
 */
export function sharedPlaces(own: Places, other: Places): (subpath: string) => boolean {
  const [headings, theirs] = [headingNames(own), headingNames(other)];
  const blocks = new Set(own.blockIds.map(({ id }) => id));
  const theirBlocks = new Set(other.blockIds.map(({ id }) => id));
  return (subpath) => {
    const block = /\^([^^#]+)$/.exec(subpath)?.[1]?.trim().toLowerCase();
    if (block !== undefined) return blocks.has(block) && theirBlocks.has(block);
    const path = subpath.split('#').map(plainHeading);
    const parts = path.filter((part) => part !== '');
    return parts.length > 0 && parts.every((part) => headings.has(part) && theirs.has(part));
  };
}

function headingNames({ headings }: Places): Set<string> {
  return new Set(headings.flatMap(({ text, written }) => [text, written ?? text].map(plainHeading)));
}
