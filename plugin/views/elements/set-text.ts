/** Writes an element's text, unless it is the same: a live region would be read out again. */
export function setText(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
