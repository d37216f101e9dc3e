/**
 * Names a large element for screen readers. The app would also show an `aria-label` as a tooltip, wherever in the
 * element the pointer is.  *
 * @param parent holds the name, which nobody sees
 */
export function nameElement(element: Element, parent: HTMLElement, name: string): void {
  const known = element.getAttribute('aria-labelledby');
  const nameEl =
    parent.querySelector(`[id="${known ?? ''}"]`) ??
    parent.createSpan({ attr: { id: `vault-loom-name-${crypto.randomUUID()}`, hidden: '' } });
  if (known === null) element.setAttribute('aria-labelledby', nameEl.id);
  if (nameEl.textContent !== name) nameEl.textContent = name;
}
