/** How many lines end in a text: each `\n`, `\r\n` and lone `\r` is one line end. */
export function lineEndsIn(text: string, start = 0, end = text.length): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}

/**
 * The lines of a text without their ends, as splitting it there gives them, but one after another: a very long text can
 * be read in steps, or only in part.
 */
export function* linesIn(text: string): Generator<string, void> {
  let start = 0;
  let nextLf = text.indexOf('\n');
  let nextCr = text.indexOf('\r');
  while (nextLf !== -1 || nextCr !== -1) {
    const isLf = nextCr === -1 || (nextLf !== -1 && nextLf < nextCr);
    const end = isLf ? nextLf : nextCr;
    yield text.slice(start, end);
    start = !isLf && nextLf === end + 1 ? end + 2 : end + 1;
    if (nextLf !== -1 && nextLf < start) nextLf = text.indexOf('\n', start);
    if (nextCr !== -1 && nextCr < start) nextCr = text.indexOf('\r', start);
  }
  yield text.slice(start);
}
