/** Replaces what looks like an absolute path of this machine, as in system errors. URLs stay. */
export function hidePaths(text: string): string {
  return text.replace(QUOTED, '$1<path>$1').replace(BARE, '<path>');
}

/** An absolute path starts with a drive, a share or the root. */
const QUOTED = /(['"`])(?:[A-Za-z]:[\\/]|\\\\|\/)[^'"`]*\1/gu;
const BARE = /(?<![\p{L}\p{N}.>~/])(?<!:(?=\/\/))(?:[A-Za-z]:[\\/]|\\\\|\/)[^\s'"`)\]]+/gu;
