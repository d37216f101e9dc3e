/**
 * The editor's text once more, behind the text area, with the same lines: a text area can neither highlight a word nor
 * say where a line is. It is there only while needed.
 */
export class EditorBackdrop {
  readonly #textarea: HTMLTextAreaElement;
  #el: HTMLElement | null = null;
  #ranges: readonly [number, number][] = [];

  constructor(textarea: HTMLTextAreaElement) {
    this.#textarea = textarea;
    textarea.addEventListener('mousedown', () => this.clear());
  }

  /** What scrolls. */
  get scrollerEl(): HTMLElement {
    return this.#textarea.parentElement ?? this.#textarea;
  }

  highlight(text: string, ranges: readonly [number, number][]): void {
    this.#ranges = ranges;
    this.#draw(text, null);
  }

  reveal(text: string, offset: number, center: boolean): void {
    this.#draw(text, offset)?.scrollIntoView({ block: center ? 'center' : 'nearest' });
  }

  clear(): void {
    this.#ranges = [];
    this.#el?.remove();
    this.#el = null;
  }

  /** Returns an empty element at the offset. */
  #draw(text: string, offset: number | null): HTMLElement | null {
    this.#el?.remove();
    const el = this.#textarea.ownerDocument.createElement('div');
    el.className = 'cm-backdrop';
    el.setAttribute('aria-hidden', 'true');
    let place: HTMLElement | null = null;
    let at = 0;
    const write = (end: number, parent: HTMLElement): void => {
      if (place === null && offset !== null && offset <= end) {
        parent.appendText(text.slice(at, offset));
        place = parent.createSpan('cm-place');
        at = offset;
      }
      parent.appendText(text.slice(at, end));
      at = end;
    };
    for (const [start, end] of this.#ranges) {
      write(start, el);
      write(end, el.createSpan('obsidian-search-match-highlight'));
    }
    write(text.length, el);
    this.#textarea.before(el);
    this.#el = el;
    return place;
  }
}
