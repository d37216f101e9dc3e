const MOST_LETTERS = 100;

/** The name of a note to be made of a query, without `.md`; null if nothing is left of it. */
export function noteNameOf(query: string): string | null {
  const name = query
    .replace(/(?:^|\s)-?(?:tag|path|file):\s*(?:"[^"]*"?|\S+)/giu, ' ')
    .replace(/(?:^|\s)-(?:"[^"]*"?|\S+)/gu, ' ')
    // Not in file names of some system, or with a meaning in links.
    .replace(/[\\/:*?"<>|#^[\]\p{Cc}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    // A name that begins with a dot is hidden, one with a blank looks like another.
    .replace(/^[.\s]+/u, '');
  const cut = [...name]
    .slice(0, MOST_LETTERS)
    .join('')
    .replace(/(?:\.md)?[.\s]*$/iu, '');
  return cut === '' ? null : cut;
}
