import { shorten } from '../../../shared/kit/text/shorten.ts';
import { plain } from './said.ts';
import { sentence } from './sentence.ts';

/** What notices and menus say of notes that should be opened. */
export const WORDS = {
  gone: (path: string): string => `“${plain(path)}” is no longer there.`,
  notOpened: (path: string, why: string): string => `“${plain(path)}” could not be opened: ${sentence(plain(why))}`,
  openInTab: 'Open in new tab',
} as const;

const LONGEST_IN_MENU = 50;

/** A name of a note as menus say it: they are as wide as their longest line. */
export function inMenu(name: string): string {
  return shorten(name, LONGEST_IN_MENU);
}
