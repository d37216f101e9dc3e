import { oneLine } from '../kit/text/shorten.ts';

/** A heading's text as the app writes it in a link, without what would end or split the link. */
export function linkedText(heading: string): string {
  return oneLine(heading.replace(UNSAFE_IN_LINKS, ' '));
}

/** A heading, or a link to one, as the app compares them: by their letters and digits alone. */
export function plainHeading(text: string): string {
  return text.replace(NO_WORDS, ' ').trim().toLowerCase();
}

const UNSAFE_IN_LINKS = /[:#|^\\\r\n]|%%|\[\[|\]\]/g;
const NO_WORDS = /[^\p{L}\p{N}\p{M}]+/gu;
