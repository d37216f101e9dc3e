/** How many lines end in a text: each `\n`, `\r\n` and lone `\r` is one line end. */
export function lineEndsIn(text: string, start = 0, end = text.length): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}
