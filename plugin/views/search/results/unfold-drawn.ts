import { unfoldAround } from './unfold-around.ts';

/** Whether a line of a note lies in a callout that is folded when the note is read. */
export function isInFolded(lines: readonly string[], line: number): boolean {
  for (let at = line; at >= 0 && /^\s*>/u.test(lines[at] ?? ''); at -= 1)
    if (/^\s*(?:>\s*)+\[![^\]]+\]-/u.test(lines[at] ?? '')) return true;
  return false;
}

/** How long a note that was opened may take to be drawn where it was opened. */
const DRAWN_MS = 3_000;

/** Opens the folded callout with this text, once it is drawn, and has it seen. The app leaves it folded. */
export function unfoldWhenDrawn(root: HTMLElement, text: string): void {
  const isDone = (): boolean => {
    const folded = [...root.querySelectorAll<HTMLElement>('.callout.is-collapsed .callout-content')];
    const content = folded.filter((element) => element.textContent?.includes(text)).at(-1);
    if (content === undefined) return false;
    unfoldAround(content);
    content.show();
    placeIn(content, text).scrollIntoView({ block: 'center' });
    return true;
  };
  if (isDone()) return;
  const observer = new MutationObserver(() => isDone() && observer.disconnect());
  observer.observe(root, { childList: true, subtree: true });
  window.setTimeout(() => observer.disconnect(), DRAWN_MS);
}

/** The innermost element with the text. */
function placeIn(element: HTMLElement, text: string): Element {
  let place: Element = element;
  for (;;) {
    const inner = [...place.children].find((child) => child.textContent?.includes(text));
    if (inner === undefined) return place;
    place = inner;
  }
}
