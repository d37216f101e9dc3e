import { basename } from 'node:path';

/** A link of the vault that is taken away, to see if it is found again. */
export interface HiddenLink {
  source: string;
  target: string;
}

const WIKILINK = /!?\[\[([^\]|#]*)([^\]|]*)(?:\\?\|([^\]]*))?\]\]/g;
const MARKDOWN_LINK = /!?\[([^\]]*)\]\(<?([^)<>\s]+(?: [^)<>"]*)?)>?(?: "[^"]*")?\)/g;

/** The text with its links to a note replaced by what they show, so that its words stay. */
export function withoutLinks(text: string, target: string): string {
  const name = nameOf(target);
  return text
    .replace(WIKILINK, (link, path: string, place: string, label: string | undefined) =>
      nameOf(path) === name ? (label ?? `${path}${place}`) : link,
    )
    .replace(MARKDOWN_LINK, (link, label: string, path: string) => (nameOf(decoded(path)) === name ? label : link));
}

function nameOf(path: string): string {
  return basename(path.split('#')[0] ?? '')
    .replace(/\.md$/i, '')
    .trim()
    .toLowerCase();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
