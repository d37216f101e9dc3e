import { plainHeading } from './heading-names.ts';

/** The headings of a note, as they show and, if they differ, as they are written, and the names of its blocks. */
export interface NoteParts {
  headings: readonly { text: string; written?: string | undefined }[];
  /** In lower case. */
  blockIds?: readonly string[] | undefined;
}

/** What a subpath names that the note does not have; null if it has it. */
export function missingPart({ headings, blockIds = [] }: NoteParts, subpath: string): 'heading' | 'block' | null {
  const caret = subpath.lastIndexOf('^');
  if (caret >= 0 && (caret === 0 || subpath[caret - 1] === '#'))
    return blockIds.includes(
      subpath
        .slice(caret + 1)
        .trim()
        .toLowerCase(),
    )
      ? null
      : 'block';
  const last = subpath.slice(subpath.lastIndexOf('#') + 1);
  // Most are spelled alike.
  if (headings.some(({ text }) => text === last)) return null;
  const wanted = plainHeading(last);
  // The app makes links of what is written, people often of what they see.
  const isWanted = (text: string | undefined): boolean => text !== undefined && plainHeading(text) === wanted;
  return wanted === '' || headings.some(({ text, written }) => isWanted(text) || isWanted(written)) ? null : 'heading';
}
