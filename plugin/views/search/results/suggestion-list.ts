import type { SuggestModal } from 'obsidian';

/** The list inside the app's prompt, which its published types leave out. */
export interface SuggestionList<T> {
  setSuggestions(values: T[]): void;
  setSelectedItem(index: number): void;
}

/** The list of a prompt; null if the app no longer has it in this form. */
export function listOf<T>(modal: SuggestModal<T>): SuggestionList<T> | null {
  const list: unknown = Reflect.get(modal, 'chooser');
  if (typeof list !== 'object' || list === null) return null;
  const isKnown = ['setSuggestions', 'setSelectedItem'].every((name) => typeof Reflect.get(list, name) === 'function');
  return isKnown ? (list as SuggestionList<T>) : null;
}
