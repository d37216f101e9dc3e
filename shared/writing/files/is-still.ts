import { isSameBytes } from '../../kit/bytes/common-bytes.ts';
import { hashOf } from '../change/change-record.ts';
import type { Before } from '../change/file-change.ts';

/** Whether a file still holds what its caller read. */
export function isStill(now: Uint8Array, before: Before): boolean {
  return typeof before === 'string' ? hashOf(now) === before : isSameBytes(now, before);
}
