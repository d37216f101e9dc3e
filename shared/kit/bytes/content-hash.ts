import { createHash } from 'node:crypto';

/** Content hash of a file: the first 128 bits of SHA-256, in hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
