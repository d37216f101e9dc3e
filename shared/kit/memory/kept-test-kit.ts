import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const TEXTS = 40;
/** Where the words begin in a text of {@link keptShare}. */
export const WORDS_AT = 1_000_000;

/** Bytes that stay once long texts with words of their own are gone, in shares of what the texts took. */
export function keptShare(use: (text: string) => void): number {
  const before = heldBytes();
  for (let i = 0; i < TEXTS; i++) use(`${'. '.repeat(WORDS_AT / 2)}remarkablylong${i}word ${i}Remarkably-long-word`);
  return (heldBytes() - before) / (TEXTS * WORDS_AT);
}

/** How many objects are left of those that `make` returned, one after the other. */
export async function keptOf(times: number, make: () => Promise<object>): Promise<number> {
  const made: WeakRef<object>[] = [];
  for (let i = 0; i < times; i++) made.push(new WeakRef(await make()));
  // A reference holds its object until the task ends that has made or read it.
  await new Promise((resolve) => setImmediate(resolve));
  heldBytes();
  return made.filter((each) => each.deref() !== undefined).length;
}

/** Bytes on the heap that are not garbage. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
