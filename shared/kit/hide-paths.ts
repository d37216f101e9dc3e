/** Replaces what looks like an absolute path of this machine, which the words of a system error quote; addresses stay. */
export function hidePaths(text: string): string {
  return text.replace(QUOTED, '$1<path>$1').replace(BARE, '<path>');
}

/** An absolute path begins on a drive, on a share, or at the root. */
const QUOTED = /(['"`])(?:[A-Za-z]:[\\/]|\\\\|\/)[^'"`]*\1/gu;
const BARE = /(?<![\p{L}\p{N}.>~/])(?<!:(?=\/\/))(?:[A-Za-z]:[\\/]|\\\\|\/)[^\s'"`)\]]+/gu;
