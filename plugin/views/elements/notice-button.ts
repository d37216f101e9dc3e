import { Notice } from 'obsidian';
import { pressOnce } from './press-once.ts';

export const NOTICE_MS = 8_000;

/** Shows a notice with a button, which also hides it. */
export function noticeWithButton(text: string, label: string, act: () => unknown): void {
  const message = createFragment((fragment) => {
    fragment.createSpan({ text, attr: { dir: 'ltr' } });
    const button = fragment.createEl('button', { cls: 'vault-loom-undo', text: label });
    pressOnce(button);
    button.addEventListener('click', () => {
      notice.hide();
      void act();
    });
  });
  const notice = new Notice(message, NOTICE_MS);
}
