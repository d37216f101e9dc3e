/** A string as an ASCII JavaScript literal: a pure ASCII bundle takes one byte per character in memory. */
export function asciiLiteral(text) {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
