import type { Menu } from 'obsidian';

/**
 * Once a menu goes, gives the focus back to what has it now, since a click in a menu takes it from the page. If it went
 * elsewhere, it stays there.
 *
 * @param instead what gets it if what has it now is gone by then
 */
export function keepFocus(menu: Menu, doc: Document, instead: () => HTMLElement | null = () => null): Menu {
  const before = doc.activeElement as HTMLElement | SVGElement | null;
  menu.onHide(() => {
    const { activeElement, body } = doc;
    if (before === null || before === body || (activeElement !== null && activeElement !== body)) return;
    (before.isConnected ? before : instead())?.focus({ preventScroll: true });
  });
  return menu;
}
