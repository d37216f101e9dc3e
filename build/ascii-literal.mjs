/** A string as a literal of JavaScript in ASCII: a bundle of ASCII alone is held in memory at one byte a character. */
export function asciiLiteral(text) {
  return JSON.stringify(text).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
