import { setIcon } from 'obsidian';
import { cutToTwoLines, drawWords } from '../words/draw-words.ts';
import { plainWords } from '../words/said.ts';
import { hasMenu, type ActivityRow } from './activity-rows.ts';
import { WORDS } from './activity-words.ts';

const PREFIX = 'vault-loom-activity';
/** Elements that the keyboard reaches within a row. */
export const ROW_MAIN = `${PREFIX}-main`;
export const ROW_BUTTON = `${PREFIX}-button`;
export const ROW_DIFF = `${PREFIX}-diff`;

const KEEP = { icon: 'eye-off', label: WORDS.keepFrom };
const SHOW = { icon: 'eye', label: WORDS.showAgain };

/** What the button for keeping the row's note from assistants does next. */
export function keepButton({ isKept }: ActivityRow): { icon: string; label: string } {
  return isKept ? SHOW : KEEP;
}

/** Makes the element of a row, without its words. */
export function createRow({ kind, key }: ActivityRow, parent: HTMLElement): HTMLElement {
  const element = parent.createDiv({ cls: `${PREFIX}-row mod-${kind}`, attr: { role: 'listitem', 'data-key': key } });
  if (kind === 'day') {
    element.createDiv({ cls: `${PREFIX}-day`, attr: { role: 'heading', 'aria-level': '3', dir: 'ltr' } });
    return element;
  }
  const self = element.createDiv(`tree-item-self is-clickable ${PREFIX}-self`);
  const main = self.createDiv({ cls: ROW_MAIN, attr: { role: 'button', tabindex: '-1' } });
  if (kind === 'change') main.setAttribute('aria-expanded', 'false');
  main.createSpan({ cls: `${PREFIX}-title`, attr: { dir: 'ltr' } });
  main.createSpan({ cls: `${PREFIX}-detail`, attr: { dir: 'ltr' } });
  const button = (name: string, icon: string, label: string): void => {
    const buttonEl = self.createEl('button', {
      cls: `clickable-icon ${ROW_BUTTON}`,
      attr: { tabindex: '-1', 'aria-label': label, 'data-act': name },
    });
    setIcon(buttonEl, icon);
  };
  if (kind === 'note') button('keep', KEEP.icon, KEEP.label);
  else button('undo', 'undo-2', WORDS.undoChange);
  if (kind === 'run') button('more', 'more-vertical', WORDS.more);
  return element;
}

/** Writes a row's words into its element. */
export function updateRow(element: HTMLElement, row: ActivityRow): void {
  const words = JSON.stringify([row.claim, row.title, row.detail, row.undo, row.isUndone, row.isKept, hasMenu(row)]);
  if (element.dataset.words === words) return;
  element.dataset.words = words;
  element.classList.toggle('is-undone', row.isUndone);
  const titleEl = element.querySelector<HTMLElement>(`.${PREFIX}-title, .${PREFIX}-day`);
  if (titleEl !== null) {
    titleEl.empty();
    const claim = row.claim === '' ? '' : `${row.claim} `;
    if (claim !== '') titleEl.createSpan({ cls: `${PREFIX}-claim`, text: claim });
    drawWords(titleEl, row.title);
    cutToTwoLines(titleEl, `${claim}${plainWords(row.title)}`);
  }
  const detailEl = element.querySelector<HTMLElement>(`.${PREFIX}-detail`);
  if (detailEl !== null) {
    detailEl.setText(row.detail);
    cutToTwoLines(detailEl, row.detail);
  }
  setButton(element.querySelector('[data-act="keep"]'), keepButton(row));
  if (row.kind === 'run') showMenuSigns(element, hasMenu(row));
  const undoEl = element.querySelector<HTMLElement>('[data-act="undo"]');
  if (undoEl === null) return;
  undoEl.hidden = row.undo === null;
  setButton(undoEl, { icon: row.undo?.isRedo === true ? 'redo-2' : 'undo-2', label: row.undo?.label ?? '' });
}

/** A run that offers nothing is a heading. */
function showMenuSigns(element: HTMLElement, isOffered: boolean): void {
  const mainEl = element.querySelector(`.${ROW_MAIN}`);
  mainEl?.setAttribute('role', isOffered ? 'button' : 'heading');
  for (const [name, value] of [
    ['aria-haspopup', isOffered ? 'menu' : null],
    ['aria-level', isOffered ? null : '4'],
  ] as const) {
    if (value === null) mainEl?.removeAttribute(name);
    else mainEl?.setAttribute(name, value);
  }
  element.querySelector(`.${PREFIX}-self`)?.classList.toggle('is-clickable', isOffered);
  const moreEl = element.querySelector<HTMLElement>('[data-act="more"]');
  if (moreEl !== null) moreEl.hidden = !isOffered;
}

function setButton(element: HTMLElement | null, { icon, label }: { icon: string; label: string }): void {
  if (element === null) return;
  setIcon(element, icon);
  element.setAttribute('aria-label', label);
}
