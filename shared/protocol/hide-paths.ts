/** Replaces what looks like an absolute path of this machine, which the words of a system error quote; addresses stay. */
export function hidePaths(text: string): string {
  return text.replace(QUOTED, '$1<path>$1').replace(BARE, '<path>');
}

/** How an absolute path begins: on a drive, a share, or at the root. */
const BEGINNING = String.raw`(?:[A-Za-z]:[\\/]|\\\\|/)`;
const QUOTED = new RegExp(`(['"\`])${BEGINNING}[^'"\`]*\\1`, 'gu');
const BARE = new RegExp(String.raw`(?<![\p{L}\p{N}.>~/])(?<!:(?=//))${BEGINNING}[^\s'"\`)\]]+`, 'gu');
