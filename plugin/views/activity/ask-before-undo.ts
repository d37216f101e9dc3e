import type { UndoPreview } from '../../../shared/writing/undo/preview-undo.ts';
import { drawWords } from '../words/draw-words.ts';
import { WORDS } from './activity-words.ts';
import { drawSides } from './draw-files.ts';
import type { UndoQuestion } from './undo-question.ts';

const MOST_SHOWN = 5;

/**
 * Asks whether to undo what would take later changes along. Resolves to what the person answered; to no if another undo
 * is asked for meanwhile.
 *
 * @param askEl where the question appears; hidden otherwise
 * @param returnEl gets the focus back after an answer
 */
export function askBeforeUndo(
  askEl: HTMLElement,
  { parts, yes }: UndoQuestion,
  preview: UndoPreview,
  returnEl: HTMLElement | null,
): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isYes: boolean): void => {
      askEl.removeEventListener('vault-loom-dismiss', dismiss);
      const hadFocus = askEl.contains(askEl.ownerDocument.activeElement);
      askEl.empty();
      askEl.hidden = true;
      if (hadFocus) returnEl?.focus({ preventScroll: true });
      resolve(isYes);
    };
    const dismiss = (): void => answer(false);
    askEl.addEventListener('vault-loom-dismiss', dismiss);
    askEl.empty();
    askEl.hidden = false;
    const words = askEl.createDiv({ attr: { role: 'alert', dir: 'ltr' } });
    for (const { text, kept } of parts) {
      words.createDiv({ text });
      if (kept !== '') words.createDiv({ cls: 'vault-loom-activity-kept', text: kept });
    }
    const buttons = askEl.createDiv('vault-loom-activity-buttons');
    buttons
      .createEl('button', { cls: 'mod-warning vault-loom-main-action', text: yes })
      .addEventListener('click', () => answer(true));
    const cancelEl = buttons.createEl('button', { text: WORDS.cancel });
    cancelEl.addEventListener('click', () => answer(false));
    // Without a value: one that is false keeps Tab and Enter from the buttons.
    askEl.onkeydown = ({ key }): void => {
      if (key === 'Escape') answer(false);
    };
    const lostEl = askEl.createDiv('vault-loom-activity-lost');
    void (async () => {
      const shown = parts.flatMap(({ paths }) => paths);
      for (const path of shown.slice(0, MOST_SHOWN)) {
        drawWords(lostEl.createDiv({ cls: 'vault-loom-activity-file', attr: { dir: 'ltr' } }), WORDS.file(path));
        const file = preview.files.find((each) => each.path === path);
        if (file !== undefined) await drawSides(lostEl, file.before, file.after);
      }
      if (shown.length > MOST_SHOWN)
        lostEl.createDiv({ text: WORDS.moreFiles(shown.length - MOST_SHOWN), attr: { dir: 'ltr' } });
    })();
    cancelEl.focus();
  });
}
