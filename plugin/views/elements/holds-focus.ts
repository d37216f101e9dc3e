/**
 * Whether an element, or one inside it, has the focus and keeps it. An element that has just been hidden still reports
 * the focus, and loses it with the next frame.
 */
export function holdsFocus(root: Element): boolean {
  const { activeElement } = root.ownerDocument;
  return root.contains(activeElement) && activeElement?.closest('[hidden], [style*="display: none"]') === null;
}
