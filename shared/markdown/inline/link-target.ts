/**
 * Splits the text between `[[` and `]]` (without alias), or a markdown link's destination, as the app's `parseLinktext`
 * does: at the first `#`; a trailing `^block` without `#` belongs to the subpath. `path` comes trimmed, and is empty
 * for a link into the same note.
 */
export function splitLinkText(target: string): { path: string; subpath: string } {
  const hash = target.indexOf('#');
  if (hash >= 0) return { path: target.slice(0, hash).trim(), subpath: target.slice(hash).trimEnd() };
  const caret = target.lastIndexOf('^');
  if (caret >= 0 && BLOCK_NAME.test(target.slice(caret + 1)))
    return { path: target.slice(0, caret).trim(), subpath: target.slice(caret).trimEnd() };
  return { path: target.trim(), subpath: '' };
}

/**
 * Whether a markdown destination leaves the vault: a scheme (`https:`, `mailto:`, `obsidian://` …) or a leading `//`.
 */
export function isExternalTarget(destination: string): boolean {
  return destination.startsWith('//') || SCHEME.test(destination);
}

/**
 * The target of a markdown destination: backslash escapes undone, percent escapes decoded. An escape that is
 * not valid UTF-8 stays as it was written.
 */
export function decodeDestination(destination: string): string {
  const unescaped = destination.includes('\\') ? destination.replace(BACKSLASH_ESCAPE, '$1') : destination;
  return decodePercent(unescaped);
}

/** Percent escapes decoded, those that are valid UTF-8. */
export function decodePercent(text: string): string {
  return text.includes('%') ? text.replace(PERCENT_RUN, decodeRun) : text;
}

const BLOCK_NAME = /^[A-Za-z0-9-]+\s*$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const BACKSLASH_ESCAPE = /\\([!-/:-@[-`{-~])/g;
const PERCENT_RUN = /(?:%[0-9a-f]{2})+/gi;

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch (error) {
    if (error instanceof URIError) return run;
    throw error;
  }
}
