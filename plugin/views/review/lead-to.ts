/** What can be done with the names of the notes that a change is about. */
export interface NoteLinks {
  /** On a click or a middle click. */
  open(path: string, event: MouseEvent): void;
  hover(path: string, event: MouseEvent, element: HTMLElement): void;
  menu(path: string, event: MouseEvent): void;
}

/** Has a link lead to a note: by a click, a middle click, its preview and its menu. */
export function leadTo(linkEl: HTMLElement, path: string, links: NoteLinks): void {
  const opened = (event: MouseEvent): void => {
    event.preventDefault();
    if (event.button <= 1) links.open(path, event);
  };
  linkEl.addEventListener('click', opened);
  linkEl.addEventListener('auxclick', opened);
  linkEl.addEventListener('mouseover', (event) => links.hover(path, event, linkEl));
  linkEl.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    links.menu(path, event);
  });
}
