/** How many bytes two arrays share at the start. */
export function commonStart(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + STRIDE <= most && isSameBytes(a.subarray(at, at + STRIDE), b.subarray(at, at + STRIDE))) at += STRIDE;
  while (at < most && a[at] === b[at]) at += 1;
  return at;
}

/** How many bytes two arrays share at the end. */
export function commonEnd(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (
    length + STRIDE <= most &&
    isSameBytes(fromEnd(a, length + STRIDE, STRIDE), fromEnd(b, length + STRIDE, STRIDE))
  )
    length += STRIDE;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

const STRIDE = 65_536;

function fromEnd(bytes: Uint8Array, back: number, length: number): Uint8Array {
  return bytes.subarray(bytes.length - back, bytes.length - back + length);
}
