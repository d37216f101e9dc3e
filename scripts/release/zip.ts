import { zipSync } from 'fflate';

const BEST = 9;
/** The first that a ZIP file can hold, taken as local time: the bytes are then the same in all time zones. */
const SAME_TIME = new Date(1980, 0, 1);

/** A ZIP file. The same content gives the same bytes, on every machine and day. */
export function zip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const names = Object.keys(files).sort();
  const entries = names.map((name) => [name, files[name] ?? new Uint8Array()] as const);
  return zipSync(Object.fromEntries(entries), { level: BEST, mtime: SAME_TIME });
}
