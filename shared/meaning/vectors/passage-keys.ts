import { PASSAGES_VERSION } from '../../embeddings/passages.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { checksumText, crc32 } from '../../kit/bytes/checksum.ts';
import { KEY_BYTES, readKey, writeKey } from '../../search/vectors/vector-segment.ts';

/**
 * Which texts the chunks of a note are, by content hash, so that they are read and hashed only once. A plan is named by
 * its input: moves, restarts and other hosts do not invalidate it.
 */
export interface NotePlan {
  /** {@link KEY_BYTES} per chunk; all zero if it has no text to embed. */
  keys: Uint8Array;
  /** The segment that has it; null while unsaved. */
  segment: string | null;
}

const STAMP_BYTES = 20;
const ROW_BYTES = STAMP_BYTES + 4;
const PLANS_A_STEP = 64;

/**
 * The input of a plan, as 40 hexadecimal digits: the file's content, the title (perhaps from the file's name), and how
 * passages are chosen.
 */
export function planStamp({ hash, title }: NoteRecord): string {
  return hash + checksumText(crc32(Buffer.from(`${PASSAGES_VERSION} ${title}`)));
}

export function planOf(keys: readonly (string | null)[]): NotePlan {
  const bytes = new Uint8Array(keys.length * KEY_BYTES);
  for (const [i, key] of keys.entries()) if (key !== null) writeKey(key, bytes, i);
  return { keys: bytes, segment: null };
}

/** The inverse of {@link planOf}. */
export function keysOf({ keys }: NotePlan): (string | null)[] {
  return Array.from({ length: keys.length / KEY_BYTES }, (_, i) => {
    const isLeftOut = keys.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES).every((byte) => byte === 0);
    return isLeftOut ? null : readKey(keys, i);
  });
}

/** For each plan: stamp, number of chunks (little-endian), keys. */
export function* encodePlans(plans: ReadonlyMap<string, NotePlan>): Steps<Uint8Array> {
  let length = 0;
  for (const { keys } of plans.values()) length += ROW_BYTES + keys.length;
  const bytes = Buffer.alloc(length);
  let [at, count] = [0, 0];
  for (const [stamp, { keys }] of plans) {
    if (++count % PLANS_A_STEP === 0) yield;
    bytes.write(stamp, at, STAMP_BYTES, 'hex');
    bytes.writeUInt32LE(keys.length / KEY_BYTES, at + STAMP_BYTES);
    bytes.set(keys, at + ROW_BYTES);
    at += ROW_BYTES + keys.length;
  }
  return bytes;
}

/**
 * The inverse of {@link encodePlans}; the plans' keys are views of `bytes`.
 * @throws {Error} on bytes that end within a plan
 */
export function* decodePlans(bytes: Uint8Array, segment: string): Steps<Map<string, NotePlan>> {
  const plans = new Map<string, NotePlan>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const length = at + ROW_BYTES > bytes.length ? Infinity : view.getUint32(at + STAMP_BYTES, true) * KEY_BYTES;
    const end = at + ROW_BYTES + length;
    if (end > bytes.length) throw new Error('a list of chunks is cut off');
    const stamp = Buffer.from(bytes.buffer, bytes.byteOffset + at, STAMP_BYTES).toString('hex');
    plans.set(stamp, { keys: bytes.subarray(at + ROW_BYTES, end), segment });
    if (plans.size % PLANS_A_STEP === 0) yield;
    at = end;
  }
  return plans;
}
