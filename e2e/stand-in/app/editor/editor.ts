import { EditorBackdrop } from './editor-backdrop.ts';
import { EditorText, type EditorPosition } from './editor-text.ts';

export interface EditorSelection {
  anchor: EditorPosition;
  head: EditorPosition;
}

interface RangeOrCaret {
  from: EditorPosition;
  to?: EditorPosition;
}

interface Change extends RangeOrCaret {
  text: string;
}

interface Transaction {
  replaceSelection?: string;
  changes?: Change[];
  selections?: RangeOrCaret[];
  selection?: RangeOrCaret;
}

interface Moment {
  text: string;
  anchor: number;
  head: number;
}

/** The app's editor over a text area: text, one selection, undo. */
export class Editor {
  readonly textarea: HTMLTextAreaElement;
  readonly #backdrop: EditorBackdrop;
  /** Called after each change that did not come with a new file. */
  onChange: () => void = () => {};
  #text = new EditorText('');
  /** Offsets; `head` is where the cursor is. */
  #anchor = 0;
  #head = 0;
  #done: Moment[] = [];
  #undone: Moment[] = [];

  constructor(textarea: HTMLTextAreaElement) {
    this.textarea = textarea;
    this.#backdrop = new EditorBackdrop(textarea);
    textarea.addEventListener('input', () => this.#typed());
    for (const type of ['select', 'keyup', 'mouseup', 'focus'])
      textarea.addEventListener(type, () => this.#readSelection());
  }

  refresh(): void {}

  getValue(): string {
    return this.#text.text;
  }

  setValue(text: string): void {
    this.#replace(0, this.#text.text.length, text);
  }

  /**
   * Takes the text of a file: nothing to undo, and no change to tell of. A cursor that is kept stays at the text that
   * it was at.
   */
  load(text: string, keepCursor: boolean): void {
    const before = this.#text.text;
    this.#text = new EditorText(text.replaceAll('\r\n', '\n'));
    this.#done = [];
    this.#undone = [];
    const follow = keepCursor ? following(before, this.#text.text) : () => 0;
    this.#select(follow(this.#anchor), follow(this.#head));
  }

  getLine(line: number): string {
    return this.#text.line(line);
  }

  setLine(line: number, text: string): void {
    this.replaceRange(text, { line, ch: 0 }, { line, ch: this.getLine(line).length });
  }

  lineCount(): number {
    return this.#text.lineCount;
  }

  lastLine(): number {
    return this.lineCount() - 1;
  }

  getSelection(): string {
    return this.#text.text.slice(this.#from, this.#to);
  }

  somethingSelected(): boolean {
    return this.#anchor !== this.#head;
  }

  getRange(from: EditorPosition, to: EditorPosition): string {
    return this.#text.text.slice(this.posToOffset(from), this.posToOffset(to));
  }

  replaceSelection(text: string, _origin?: string): void {
    const from = this.#from;
    this.#replace(from, this.#to, text);
    this.#select(from + text.length, from + text.length);
  }

  replaceRange(text: string, from: EditorPosition, to: EditorPosition = from, _origin?: string): void {
    this.#replace(this.posToOffset(from), this.posToOffset(to), text);
  }

  getCursor(side: 'from' | 'to' | 'head' | 'anchor' = 'head'): EditorPosition {
    const offsets = { from: this.#from, to: this.#to, head: this.#head, anchor: this.#anchor };
    return this.offsetToPos(offsets[side]);
  }

  listSelections(): EditorSelection[] {
    return [{ anchor: this.getCursor('anchor'), head: this.getCursor('head') }];
  }

  setCursor(position: EditorPosition | number, ch = 0): void {
    const target = typeof position === 'number' ? { line: position, ch } : position;
    this.setSelection(target, target);
  }

  setSelection(anchor: EditorPosition, head: EditorPosition = anchor): void {
    this.#select(this.posToOffset(anchor), this.posToOffset(head));
  }

  focus(): void {
    this.textarea.focus();
  }

  blur(): void {
    this.textarea.blur();
  }

  hasFocus(): boolean {
    return this.textarea.ownerDocument.activeElement === this.textarea;
  }

  getScrollInfo(): { top: number; left: number } {
    const { scrollerEl } = this.#backdrop;
    return { top: scrollerEl.scrollTop, left: scrollerEl.scrollLeft };
  }

  scrollTo(x?: number | null, y?: number | null): void {
    const { scrollerEl } = this.#backdrop;
    if (x !== undefined && x !== null) scrollerEl.scrollLeft = x;
    if (y !== undefined && y !== null) scrollerEl.scrollTop = y;
  }

  scrollIntoView({ from }: { from: EditorPosition }, center = false): void {
    this.#backdrop.reveal(this.#text.text, this.posToOffset(from), center);
  }

  /** Highlights stretches of the text until it changes or is clicked in. */
  highlight(ranges: readonly [number, number][]): void {
    this.#backdrop.highlight(this.#text.text, ranges);
  }

  undo(): void {
    this.#travel(this.#done, this.#undone);
  }

  redo(): void {
    this.#travel(this.#undone, this.#done);
  }

  transaction({ changes = [], replaceSelection, selection, selections }: Transaction, _origin?: string): void {
    const edits = changes.map(({ from, to = from, text }) => ({
      from: this.posToOffset(from),
      to: this.posToOffset(to),
      text,
    }));
    for (const { from, to, text } of edits.sort((a, b) => b.from - a.from)) this.#replace(from, to, text);
    if (replaceSelection !== undefined) this.replaceSelection(replaceSelection);
    const next = selection ?? selections?.[0];
    if (next !== undefined) this.setSelection(next.from, next.to);
  }

  wordAt(position: EditorPosition): { from: EditorPosition; to: EditorPosition } | null {
    const line = this.getLine(position.line);
    for (const { index, 0: word } of line.matchAll(/[\p{L}\p{N}_]+/gu)) {
      if (index <= position.ch && position.ch <= index + word.length) {
        return { from: { line: position.line, ch: index }, to: { line: position.line, ch: index + word.length } };
      }
    }
    return null;
  }

  posToOffset(position: EditorPosition): number {
    return this.#text.offsetOf(position);
  }

  offsetToPos(offset: number): EditorPosition {
    return this.#text.positionOf(offset);
  }

  get #from(): number {
    return Math.min(this.#anchor, this.#head);
  }

  get #to(): number {
    return Math.max(this.#anchor, this.#head);
  }

  #replace(from: number, to: number, insert: string): void {
    const clean = insert.replaceAll('\r\n', '\n');
    const { text } = this.#text;
    if (text.slice(from, to) === clean) return;
    this.#remember();
    this.#text = new EditorText(text.slice(0, from) + clean + text.slice(to));
    const follow = (offset: number): number =>
      offset <= from ? offset : offset >= to ? offset + clean.length - (to - from) : from + clean.length;
    this.#select(follow(this.#anchor), follow(this.#head));
    this.onChange();
  }

  #remember(): void {
    this.#done.push({ text: this.#text.text, anchor: this.#anchor, head: this.#head });
    this.#undone = [];
  }

  #travel(from: Moment[], to: Moment[]): void {
    const moment = from.pop();
    if (moment === undefined) return;
    to.push({ text: this.#text.text, anchor: this.#anchor, head: this.#head });
    this.#text = new EditorText(moment.text);
    this.#select(moment.anchor, moment.head);
    this.onChange();
  }

  /** The person typed into the text area. */
  #typed(): void {
    this.#backdrop.clear();
    const { value } = this.textarea;
    if (value !== this.#text.text) {
      this.#remember();
      this.#text = new EditorText(value);
    }
    this.#readSelection();
    this.onChange();
  }

  #readSelection(): void {
    const { selectionStart, selectionEnd, selectionDirection } = this.textarea;
    const isBackward = selectionDirection === 'backward';
    this.#anchor = isBackward ? selectionEnd : selectionStart;
    this.#head = isBackward ? selectionStart : selectionEnd;
  }

  #select(anchor: number, head: number): void {
    this.#anchor = anchor;
    this.#head = head;
    const { textarea } = this;
    if (textarea.value !== this.#text.text) {
      textarea.value = this.#text.text;
      this.#backdrop.clear();
    }
    textarea.setSelectionRange(this.#from, this.#to, head < anchor ? 'backward' : 'forward');
  }
}

/** Where offsets of a text are in a later one that differs in one passage. */
function following(before: string, after: string): (offset: number) => number {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return (offset) =>
    offset <= head ? offset : offset >= before.length - tail ? offset + after.length - before.length : head;
}
