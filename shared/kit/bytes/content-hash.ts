import { createHash } from 'node:crypto';

/** Content hash of a file: the first 128 bits of SHA-256, in hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** The hash of a text's UTF-8, as {@link hashBytes} of those bytes would give it, without a copy of them. */
export function hashText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 32);
}
