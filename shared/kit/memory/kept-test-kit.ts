import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const TEXTS = 40;
/** Where the words begin in a text of {@link keptShare}. */
export const WORDS_AT = 1_000_000;

/** Bytes that stay once long texts with words of their own are gone, in shares of what the texts took. */
export function keptShare(use: (text: string) => void): number {
  const before = held();
  for (let i = 0; i < TEXTS; i++) use(`${'. '.repeat(WORDS_AT / 2)}remarkablylong${i}word ${i}Remarkably-long-word`);
  return (held() - before) / (TEXTS * WORDS_AT);
}

function held(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
