import { isUtf8 } from 'node:buffer';
import { VaultLoomError } from '../../../protocol/errors.ts';

/** A note's text, with BOM and line ends. Throws `file_not_utf8` if writing it back would change bytes. */
export function decodeNote(path: string, bytes: Uint8Array): string {
  refuseOtherEncodings(path, bytes);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Throws `file_not_utf8` for bytes that are not UTF-8. */
export function refuseOtherEncodings(path: string, bytes: Uint8Array): void {
  if (isUtf8(bytes)) return;
  throw new VaultLoomError(
    'file_not_utf8',
    `"${path}" is not valid UTF-8, so it cannot be edited without losing bytes.`,
    { hint: 'Ask the person to save it as UTF-8 first.', details: { path } },
  );
}

export function encodeNote(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
