/**
 * A text as the source of a regular expression that matches just it, under any flags; not for use inside a class. Only
 * what may be escaped is: with the flag `u`, `\-` is an error.
 */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
