/** The row that an arrow key, Home or End goes to from the one at `index`, of `count`; null if it goes nowhere. */
export function indexAfterKey(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  if (key === 'ArrowDown') return Math.min(index + 1, last);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/** The row that a key event goes to from the one with this key, of `keys`; null if it goes nowhere. */
export function rowAfterKey(event: KeyboardEvent, from: string | null, keys: readonly string[]): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const index = indexAfterKey(event.key, from === null ? -1 : keys.indexOf(from), keys.length);
  return index === null ? null : (keys[index] ?? null);
}

/** Focuses a row, and brings it into view. */
export function focusRow(rowEl: HTMLElement | null): void {
  rowEl?.focus();
  rowEl?.scrollIntoView({ block: 'nearest' });
}

/** The tab that a key goes to in a row of tabs, which wraps around; null if it goes nowhere. */
export function tabAfterKey(key: string, index: number, count: number, isRightToLeft: boolean): number | null {
  const [next, previous] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  if (key === next) return (index + 1) % count;
  if (key === previous) return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Whether the app that an element is in runs from right to left. */
export function isRightToLeft({ ownerDocument }: Element): boolean {
  return ownerDocument.body.classList.contains('mod-rtl');
}

/** Which row is the tab stop after the rows changed: the same one, else the one at its place. */
export function stopAfterChange(
  before: readonly string[],
  stop: string | null,
  after: readonly string[],
): string | null {
  if (stop !== null && after.includes(stop)) return stop;
  const index = stop === null ? 0 : before.indexOf(stop);
  return after[Math.min(Math.max(index, 0), after.length - 1)] ?? null;
}
