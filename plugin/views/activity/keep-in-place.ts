export interface Reading {
  scrollEl: Element;
  /** All that is in it, in order. */
  rows: HTMLCollection;
  /** The row that had the focus last. */
  stopEl: Element | null;
}

/**
 * Runs an update of rows and keeps what is read where it stands on the screen: the row with the focus, else the first
 * in view that stays. At the top, what is new comes into view.
 */
export function keepInPlace(reading: Reading, update: () => void): void {
  const kept = readRows(reading).map((row) => ({ row, before: row.getBoundingClientRect().top }));
  update();
  const first = kept.find(({ row }) => row.isConnected);
  if (first) reading.scrollEl.scrollTop += first.row.getBoundingClientRect().top - first.before;
}

function readRows({ scrollEl, rows, stopEl }: Reading): Element[] {
  if (stopEl?.contains(stopEl.ownerDocument.activeElement) === true) return [stopEl];
  if (scrollEl.scrollTop <= 0) return [];
  const { top } = scrollEl.getBoundingClientRect();
  return [...rows].filter((row) => row.getBoundingClientRect().bottom > top);
}
