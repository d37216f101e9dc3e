/** A file's name, as a JSON string if it has a line break or another control character in it. */
export function nameOnOneLine(name: string): string {
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
}
