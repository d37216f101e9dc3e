/**
 * Above 32 MB glibc gives memory straight back to the system when it is freed. Below, it takes the size of what was freed as the
 * least it gives back from then on, in all threads. Pages that nobody touches cost nothing.
 */
const GIVEN_BACK_BYTES = 33 * 1024 * 1024;
const LARGE_BYTES = 4 * 1024 * 1024;

/** A buffer of at least so many bytes, all zero, for large data of short life. */
export function largeBuffer(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes < LARGE_BYTES ? bytes : Math.max(bytes, GIVEN_BACK_BYTES));
}
