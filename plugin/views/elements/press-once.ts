/**
 * Lets only the first click of a double click through, and a key that is held down only once: with each deed rows and
 * buttons come and go, and the next press would be on another one.
 *
 * @param on a selector of what in the element is meant; all of it unless given
 */
export function pressOnce(element: Element, on = '*'): void {
  const stop = (event: Event): void => {
    if ((event.target as Element).closest(on) === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  element.addEventListener('click', (event) => (event as MouseEvent).detail > 1 && stop(event), { capture: true });
  const pressed = (event: KeyboardEvent): void => {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) stop(event);
  };
  element.addEventListener('keydown', (event) => pressed(event as KeyboardEvent), { capture: true });
}
