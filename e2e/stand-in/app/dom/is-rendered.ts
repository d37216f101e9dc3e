/** Whether an element is in the document and nothing around it is hidden, as far as inline styles tell. */
export function isRendered(element: Element): boolean {
  if (!element.isConnected) return false;
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if ((at as HTMLElement).style?.display === 'none') return false;
  }
  return true;
}
