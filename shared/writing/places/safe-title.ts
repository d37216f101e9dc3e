import { LONE_SURROGATE } from '../../kit/text/lone-surrogate.ts';

/** The longest name file systems accept, in bytes of UTF-8. */
export const MAX_NAME_BYTES = 255;

/** Characters Windows refuses, control characters, and those that change a name's reading order. */
export const FORBIDDEN = /[<>:"|?*/\\]|\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;

/** Names that Windows reserves, with or without an extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;

/** Whether Windows reserves a name. */
export function isReserved(name: string): boolean {
  return RESERVED.test((name.split('.')[0] ?? '').trimEnd());
}

/**
 * The nearest title that is a valid file name without `.md`: `AC/DC: live?` gives `AC-DC - live`. Idempotent, never
 * empty.
 */
export function sanitiseTitle(title: string): string {
  const plain = title
    .replace(new RegExp(LONE_SURROGATE, 'gu'), '')
    .normalize('NFC')
    .replace(/\s*:\s+/g, ' - ')
    .replace(/[/\\:|]+/g, '-')
    .replace(/"/g, "'")
    .replace(/\s+/g, ' ')
    .replace(new RegExp(FORBIDDEN, 'gu'), '');
  const kept = trimName(cutToBytes(trimName(plain), MAX_NAME_BYTES - '.md'.length));
  if (kept === '') return 'Untitled';
  return isReserved(kept) ? `${kept.replace(/\..*$/, '')} note` : kept;
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function trimName(text: string): string {
  return text.replace(/^[\s.]+|[\s.]+$/g, '');
}

function cutToBytes(text: string, most: number): string {
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > most) break;
    cut += character;
  }
  return cut;
}
