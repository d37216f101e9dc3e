/**
 * Whether an element, or one inside, has the focus and keeps it. One that has just been hidden is still said to have it, and
 * loses it with the next frame.
 */
export function holdsFocus(root: Element): boolean {
  const { activeElement } = root.ownerDocument;
  return root.contains(activeElement) && activeElement?.closest('[hidden], [style*="display: none"]') === null;
}
