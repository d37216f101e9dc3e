/**
 * Empties an element if it shows something else than this; false if it shows this already. What is drawn again loses the
 * focus, and a press that is under way.
 *
 * @param shown what is about to be drawn; compared as JSON
 */
export function clearForNew(element: HTMLElement, shown: unknown): boolean {
  const key = JSON.stringify(shown);
  if (element.dataset.shown === key) return false;
  element.dataset.shown = key;
  element.empty();
  return true;
}
