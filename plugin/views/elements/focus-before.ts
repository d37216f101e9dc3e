/**
 * Focuses the first control of the row above, once the control that had the focus has gone with the last entry of its
 * list.
 */
export function focusBefore(rowEl: HTMLElement): void {
  const controls = rowEl.previousElementSibling?.querySelectorAll<HTMLElement>('select, input, button');
  controls?.[0]?.focus();
}
