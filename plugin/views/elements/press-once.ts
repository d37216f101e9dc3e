/**
 * Lets only the first click of a double click through, and a key that is held down only once: with each deed rows and
 * buttons come and go, and the next press would be on another one.
 */
export function pressOnce(element: Element): void {
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  element.addEventListener('click', (event) => (event as MouseEvent).detail > 1 && stop(event), { capture: true });
  const pressed = (event: KeyboardEvent): void => {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) stop(event);
  };
  element.addEventListener('keydown', (event) => pressed(event as KeyboardEvent), { capture: true });
}
