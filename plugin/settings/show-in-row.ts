import { focusBefore } from '../views/elements/focus-before.ts';
import { holdsFocus } from '../views/elements/holds-focus.ts';
import type { KeyedList } from '../views/elements/keyed-list.ts';

/** A list in a row of the settings. */
export interface ListInRow<T> {
  list: KeyedList<T>;
  listEl: HTMLElement;
  rowEl: HTMLElement;
  /** The control of each entry that gets the focus. */
  control: 'button' | 'select';
}

/**
 * Shows these items. If the entry with the focus goes, or its button, the one in its place takes the focus, so that
 * several can be removed by keyboard, and a sync does not take the person out of the list.
 */
export function showInRow<T>({ list, listEl, rowEl, control }: ListInRow<T>, items: readonly T[]): void {
  const at = list.keys.indexOf(list.keyAt(listEl.ownerDocument.activeElement) ?? '');
  list.show(items);
  if (at === -1 || holdsFocus(listEl)) return;
  const controls = listEl.querySelectorAll<HTMLElement>(control);
  if (controls.length === 0) focusBefore(rowEl);
  controls[Math.min(at, controls.length - 1)]?.focus();
}
