import { setIcon } from 'obsidian';
import { createFolderLine, showFolderLine } from '../../folder-line.ts';
import { cutToTwoLines } from '../../words/draw-words.ts';
import { setText } from '../../elements/set-text.ts';
import { WORDS } from '../map-words.ts';
import type { RowTarget, TreeRow } from './tree-rows.ts';

const PREFIX = 'vault-loom-map';

const ICONS: Partial<Record<RowTarget['kind'], string>> = {
  missing: 'file-plus',
  source: 'link',
  group: 'copy',
  more: 'chevrons-up-down',
};

/** What a button of a row does. */
export type RowButton = 'create' | 'rename';

/** The button that an element belongs to; null: none. */
export function buttonOf(element: Element): RowButton | null {
  const button = element.closest('button');
  if (button === null) return null;
  return button.getAttribute('data-button') === 'rename' ? 'rename' : 'create';
}

/** Makes the element of a row, without what {@link updateTreeRow} writes. */
export function createTreeRow({ target }: TreeRow, parent: HTMLElement): HTMLElement {
  const element = parent.createDiv({
    cls: `tree-item-self ${PREFIX}-row mod-${target.kind}`,
    attr: { role: 'treeitem', tabindex: '-1', 'aria-selected': 'false' },
  });
  element.classList.toggle('is-clickable', target.kind !== 'words');
  const arrow = element.createDiv({ cls: 'tree-item-icon collapse-icon', attr: { 'aria-hidden': 'true' } });
  setIcon(arrow, 'chevron-right');
  const sign = element.createDiv({ cls: `${PREFIX}-sign`, attr: { 'aria-hidden': 'true' } });
  const icon = ICONS[target.kind];
  if (icon !== undefined) setIcon(sign, icon);
  const texts = element.createDiv(`${PREFIX}-row-texts`);
  const first = texts.createDiv(`${PREFIX}-row-first`);
  first.createDiv({ cls: `${PREFIX}-row-title`, attr: { dir: 'auto' } });
  if ('path' in target) createFolderLine(first, `${PREFIX}-row-aside`);
  else first.createDiv({ cls: `${PREFIX}-row-aside`, attr: { dir: 'auto' } });
  texts.createDiv({ cls: `${PREFIX}-row-detail vault-loom-two-lines`, attr: { dir: 'auto' } });
  if (target.kind === 'missing') {
    const addButton = (button: RowButton, label: string): HTMLElement =>
      element.createEl('button', {
        cls: `clickable-icon ${PREFIX}-row-button`,
        attr: { 'aria-label': label, 'data-button': button, tabindex: '-1' },
      });
    setIcon(addButton('rename', WORDS.rename(target.name)), 'pencil');
    addButton('create', WORDS.create(target.name)).setText(WORDS.createShort);
  }
  return element;
}

/** Writes a row into its element. */
export function updateTreeRow(element: HTMLElement, row: TreeRow): void {
  const { key, level, place, among, isOpen, color, isActive, isDim, target } = row;
  set(element, 'data-key', key);
  set(element, 'aria-level', String(level));
  set(element, 'aria-posinset', String(place));
  set(element, 'aria-setsize', String(among));
  set(element, 'aria-expanded', isOpen === null ? null : String(isOpen));
  set(element, 'aria-current', isActive ? 'true' : null);
  set(element, 'data-color', color);
  set(element, 'data-path', 'path' in target ? target.path : null);
  element.classList.toggle('is-active-note', isActive);
  element.classList.toggle('is-dim', isDim);
  const [arrow, , texts] = element.children;
  arrow?.classList.toggle('is-collapsed', isOpen !== true);
  arrow?.classList.toggle('is-leaf', isOpen === null);
  const [first, detail] = texts?.children ?? [];
  setOrHide(first?.children[0], row.title);
  // Words of ours are said in full.
  if (target.kind !== 'words') cutToTwoLines(first?.children[0] as HTMLElement, row.title);
  const aside = first?.children[1];
  if (aside !== undefined && 'path' in target) showFolderLine(aside as HTMLElement, target.path);
  else setOrHide(aside, row.aside);
  setOrHide(detail, row.detail);
}

function set(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function setOrHide(element: Element | undefined, text: string): void {
  if (element === undefined) return;
  setText(element, text);
  element.classList.toggle(`${PREFIX}-none`, text === '');
}
