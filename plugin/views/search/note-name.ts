const MOST_LETTERS = 100;

/** The name of a note to be made of a query, without `.md`; null if nothing is left of it. */
export function noteNameOf(query: string): string | null {
  const name = query
    .replace(/(?:^|\s)-?(?:tag|path|file):\s*(?:"[^"]*"?|\S+)/giu, ' ')
    .replace(/(?:^|\s)-(?:"[^"]*"?|\S+)/gu, ' ')
    // Not in file names of some system, or with a meaning in links.
    .replace(/[\\/:*?"<>|#^[\]\p{Cc}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^\.+/u, '');
  const cut = [...name]
    .slice(0, MOST_LETTERS)
    .join('')
    .replace(/[.\s]+$/u, '');
  return cut === '' ? null : cut;
}
