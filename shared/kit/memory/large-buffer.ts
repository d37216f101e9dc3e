/**
 * Above 32 MB glibc returns freed memory to the system at once. Below, it raises that threshold to the freed size, in
 * all threads. Untouched pages cost nothing.
 */
const GIVEN_BACK_BYTES = 33 * 1024 * 1024;
const LARGE_BYTES = 4 * 1024 * 1024;

/** A zeroed buffer of at least this many bytes, for large short-lived data. */
export function largeBuffer(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes < LARGE_BYTES ? bytes : Math.max(bytes, GIVEN_BACK_BYTES));
}
