import { Platform, type Instruction, type Modifier, type Scope } from 'obsidian';
import { WORDS } from './search-words.ts';

/** What the keys of the search do. */
export interface SearchKeys {
  openInTab: (event: KeyboardEvent) => void;
  create: () => void;
  insertLink: () => void;
  walk: (direction: 'older' | 'newer') => void;
  togglePassages: () => void;
  nextMode: () => void;
}

/** Gives a prompt the keys of the search. In the middle of a composition they are the input method's. */
export function registerSearchKeys(scope: Scope, keys: SearchKeys): void {
  const key = (modifiers: Modifier[], name: string, act: (event: KeyboardEvent) => void): void => {
    scope.register(modifiers, name, (event) => {
      if (event.isComposing) return;
      act(event);
      return false;
    });
  };
  key(['Mod'], 'Enter', keys.openInTab);
  // To the right, as in the app's own switcher: the event says which.
  key(['Mod', 'Alt'], 'Enter', keys.openInTab);
  key(['Shift'], 'Enter', keys.create);
  key(['Alt'], 'Enter', keys.insertLink);
  key(['Alt'], 'ArrowUp', () => keys.walk('older'));
  key(['Alt'], 'ArrowDown', () => keys.walk('newer'));
  key([], 'Tab', keys.togglePassages);
  key(['Shift'], 'Tab', keys.nextMode);
}

/** The line below the results that names the keys, as this system calls them. */
export function searchInstructions(): Instruction[] {
  return WORDS.instructions.map(([keys, purpose]) => ({
    command: keys.replace('mod', Platform.isMacOS ? '⌘' : 'ctrl'),
    purpose,
  }));
}
