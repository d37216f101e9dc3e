import { Notice } from 'obsidian';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { WORDS } from './settings-words.ts';

const SAY_SO_MS = 2_000;

/** Adds a button that copies a text, and says that it did. */
export function addCopyButton(parent: HTMLElement, name: string, text: () => string): HTMLButtonElement {
  const button = parent.createEl('button', { text: WORDS.copy, attr: { 'aria-label': `${WORDS.copy}: ${name}` } });
  const window = parent.ownerDocument.defaultView ?? activeWindow;
  const say = (word: string): void => {
    button.setText(word);
    button.setAttribute('aria-label', `${word}: ${name}`);
  };
  const copied = (): void => {
    say(WORDS.copied);
    window.setTimeout(() => say(WORDS.copy), SAY_SO_MS);
  };
  button.addEventListener('click', () => {
    window.navigator.clipboard
      .writeText(text())
      .then(copied, (error: unknown) => void new Notice(WORDS.notCopied(messageOf(error))));
  });
  return button;
}
