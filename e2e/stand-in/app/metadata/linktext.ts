/** Splits a link's text at its first `#`. */
export function parseLinktext(linktext: string): { path: string; subpath: string } {
  const text = linktext.replace(/\u00a0/g, ' ');
  const hash = text.indexOf('#');
  return hash < 0 ? { path: text, subpath: '' } : { path: text.slice(0, hash), subpath: text.slice(hash) };
}

export function getLinkpath(linktext: string): string {
  return parseLinktext(linktext).path;
}

/** A heading as it is compared with a link's subpath. */
export function stripHeading(heading: string): string {
  return heading
    .replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\r\n]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A heading as it is written in a link. */
export function stripHeadingForLink(heading: string): string {
  return heading
    .replace(/[:#|^\\\r\n]|%%|\[\[|\]\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
