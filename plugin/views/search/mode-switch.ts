import type { SearchMode } from './search-status.ts';
import { WORDS } from './search-words.ts';

const MODES = ['both', 'words', 'meaning'] as const satisfies SearchMode[];

/** The switch between words, meaning and both. A click does not move the focus. */
export class ModeSwitch {
  readonly #buttons: Map<SearchMode, HTMLElement>;
  #mode: SearchMode;

  constructor(parentEl: HTMLElement, mode: SearchMode, onChange: (mode: SearchMode) => void) {
    this.#mode = mode;
    const group = parentEl.createDiv({
      cls: 'vault-loom-search-modes',
      attr: { role: 'radiogroup', 'aria-label': WORDS.modesLabel },
    });
    this.#buttons = new Map(
      MODES.map((name) => {
        const button = group.createDiv({
          cls: 'clickable-icon',
          text: WORDS.modes[name],
          attr: { role: 'radio', 'data-mode': name },
        });
        button.addEventListener('click', () => {
          this.#set(name);
          onChange(name);
        });
        return [name, button];
      }),
    );
    this.#set(mode);
  }

  get mode(): SearchMode {
    return this.#mode;
  }

  /** Goes on to the next one. */
  next(): void {
    const next = MODES[(MODES.indexOf(this.#mode) + 1) % MODES.length] ?? 'both';
    this.#buttons.get(next)?.click();
  }

  #set(mode: SearchMode): void {
    this.#mode = mode;
    for (const [name, button] of this.#buttons) {
      button.toggleClass('is-active', name === mode);
      button.setAttribute('aria-checked', String(name === mode));
    }
  }
}
