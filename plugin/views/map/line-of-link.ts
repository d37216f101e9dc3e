/** A link of a note, with its 0-based line. */
export interface PlacedLink {
  link: string;
  line: number;
}

/** The line of the first link to a note that is not there, by the name that links give it; null if none is. */
export function lineOfLink(links: readonly PlacedLink[], missing: string): number | null {
  const wanted = keyOf(missing);
  const exact = links.find(({ link }) => keyOf(link) === wanted);
  return (exact ?? links.find(({ link }) => lastPart(keyOf(link)) === lastPart(wanted)))?.line ?? null;
}

function keyOf(link: string): string {
  return link
    .normalize('NFC')
    .replace(/[#^|].*$/su, '')
    .trim()
    .replace(/^(?:\.{0,2}\/)+/u, '')
    .replace(/\.md$/iu, '')
    .toLowerCase();
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
