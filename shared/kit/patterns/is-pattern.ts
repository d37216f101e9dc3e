/** Whether a text is a regular expression of JavaScript, without flags. */
export function isPattern(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}
