/** Bytes that own unused room right after them. */
const withRoom = new WeakSet<Uint8Array>();

/** Smaller ones are cheap to copy. */
const LARGE_BYTES = 1024 * 1024;
/** Enough for nearly every addition to a note. In bytes. */
const ROOM = 64 * 1024;

/** The first `length` bytes of a buffer that is used for nothing else; see {@link joinInRoom}. */
export function bytesWithRoom(bytes: Uint8Array, length: number): Uint8Array {
  const used = bytes.subarray(0, length);
  withRoom.add(used);
  return used;
}

/** The size of a buffer for this many bytes and, if they are many, for room after them; at least one byte more. */
export function sizeWithRoom(length: number): number {
  return length + (length < LARGE_BYTES ? 1 : ROOM);
}

/**
 * `bytes` followed by `addition`. Uses the room after `bytes` once, if they have any, so that a huge file is not
 * copied; `bytes` stay as they are.
 */
export function joinInRoom(bytes: Uint8Array, addition: Uint8Array): Uint8Array {
  const { buffer, byteOffset, length } = bytes;
  const total = length + addition.length;
  if (!withRoom.has(bytes) || byteOffset + total > buffer.byteLength) return Buffer.concat([bytes, addition]);
  withRoom.delete(bytes);
  const joined = new Uint8Array(buffer, byteOffset, total);
  joined.set(addition, length);
  return joined;
}
