import { gzipSync } from 'node:zlib';

/** Bytes or text as shared/embeddings/use/unpack.ts takes them; the same on every machine. */
export function gzipBase64(bytes) {
  const zipped = gzipSync(bytes, { level: 9 });
  // The tenth byte names the system that zipped, and would differ between machines.
  zipped[9] = 255;
  return zipped.toString('base64');
}
