import type { TrustedClient } from '../../review/trusted-clients.ts';
import { KeyedList } from '../elements/keyed-list.ts';
import { pressOnce } from '../elements/press-once.ts';
import { setTwoLines } from '../words/draw-words.ts';
import { WORDS } from './review-words.ts';

const PREFIX = 'vault-loom-review';

/** The clients of which everything is accepted, each with the button that ends it. */
export class TrustedList {
  readonly #rootEl: HTMLElement;
  readonly #list: KeyedList<TrustedClient>;
  #now = 0;

  /** @param stop called when the person wants to be asked again about what a client does */
  constructor(parent: HTMLElement, stop: (client: string) => void) {
    this.#rootEl = parent.createDiv({
      cls: `${PREFIX}-trusted`,
      attr: { role: 'list', 'aria-label': WORDS.trustedClients },
    });
    pressOnce(this.#rootEl);
    this.#list = new KeyedList<TrustedClient>(this.#rootEl, {
      keyOf: ({ client }) => client,
      create: ({ client }, listEl) => {
        const lineEl = listEl.createDiv({ cls: `${PREFIX}-trusted-line`, attr: { role: 'listitem' } });
        lineEl.createSpan({ attr: { dir: 'ltr' } });
        const label = WORDS.stopTrustingOf(client);
        lineEl
          .createEl('button', { text: WORDS.stopTrusting, attr: { 'aria-label': label } })
          .addEventListener('click', () => stop(client));
        return lineEl;
      },
      update: (lineEl, { client, until }) => {
        const minutes = Math.max(1, Math.ceil((until - this.#now) / 60_000));
        setTwoLines(lineEl.children[0] as HTMLElement, WORDS.trusted(client, minutes));
      },
    });
    this.#rootEl.toggle(false);
  }

  /** @param now milliseconds since 1970 */
  show(trusted: readonly TrustedClient[], now: number): void {
    this.#now = now;
    this.#list.show(trusted);
    this.#rootEl.toggle(trusted.length > 0);
  }

  get hasFocus(): boolean {
    return this.#rootEl.contains(this.#rootEl.ownerDocument.activeElement);
  }

  /** Moves the focus to the first button. False if there is none. */
  focus(): boolean {
    const buttonEl = this.#rootEl.querySelector('button');
    buttonEl?.focus();
    return buttonEl !== null;
  }
}
