import { randomBytes } from 'node:crypto';

const SEGMENT_NAME = /^segment-([0-9a-z]{8,40})\.bin$/;

/** A key no other process will make: the time, then 40 random bits. */
export function newSegmentKey(): string {
  return Date.now().toString(36) + randomBytes(5).toString('hex');
}

/** The name of a segment's file inside the index folder. */
export function segmentFileName(key: string): string {
  return `segment-${key}.bin`;
}

/** The key in a segment's file name, or undefined for any other name. */
export function segmentKeyOf(fileName: string): string | undefined {
  return SEGMENT_NAME.exec(fileName)?.[1];
}
