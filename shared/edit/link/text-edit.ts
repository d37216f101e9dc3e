/** A replacement in a text: offset and length in UTF-16 units of the original. */
export interface TextEdit {
  offset: number;
  length: number;
  replacement: string;
}

/** Applies edits, which must be in order and not overlap. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { offset, length, replacement } of edits) {
    result += text.slice(at, offset) + replacement;
    at = offset + length;
  }
  return result + text.slice(at);
}
