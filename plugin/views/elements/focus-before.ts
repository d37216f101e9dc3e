/** Gives the focus to the first control of the row before, once what had it has gone with the last of its list. */
export function focusBefore(rowEl: HTMLElement): void {
  const controls = rowEl.previousElementSibling?.querySelectorAll<HTMLElement>('select, input, button');
  controls?.[0]?.focus();
}
