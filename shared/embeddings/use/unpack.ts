/** The bytes of a gzip file in base64, as the build packs parts. Uses only what every worker has. */
export async function unpack(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const written = writer.write(bytesOf(base64)).then(() => writer.close());
  const [bytes] = await Promise.all([readAll(readable), written]);
  return bytes;
}

/** Like `new Response(stream)`, which in Node would load all of `fetch`. */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) {
    pieces.push(next.value);
    length += next.value.length;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PAD = 61;

/** Faster than `atob`, which returns a string. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let i = 0; i < ALPHABET.length; i++) values[ALPHABET.charCodeAt(i)] = i;
  let length = base64.length;
  while (base64.charCodeAt(length - 1) === PAD) length--;
  const bytes = new Uint8Array((length * 3) >> 2);
  let bits = 0;
  let held = 0;
  for (let from = 0, to = 0; from < length; from++) {
    bits = (bits << 6) | (values[base64.charCodeAt(from)] ?? 0);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[to++] = bits >> held;
    bits &= 0xff;
  }
  return bytes;
}
