import { plain } from './said.ts';
import { sentence } from './sentence.ts';

/** What notices say of notes that should be opened. */
export const WORDS = {
  gone: (path: string): string => `“${plain(path)}” is no longer there.`,
  notOpened: (path: string, why: string): string => `“${plain(path)}” could not be opened: ${sentence(plain(why))}`,
} as const;
