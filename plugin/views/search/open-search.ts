import type { SearchHost } from './search-host.ts';
import { SearchModal } from './search-modal.ts';

/** The one search of a window: opening it twice shows the same. */
export function openSearch(host: SearchHost): { open: () => void; close: () => void } {
  let shown: SearchModal | null = null;
  return {
    open: () => {
      if (shown !== null) return shown.inputEl.focus();
      shown = new SearchModal(host, () => (shown = null));
      shown.open();
    },
    close: () => shown?.close(),
  };
}
