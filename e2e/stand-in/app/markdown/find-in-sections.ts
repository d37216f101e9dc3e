import { escapePattern } from '../../../../shared/kit/text/escape-pattern.ts';
const lines = new WeakMap<Element, readonly [start: number, end: number]>();

/** Remembers which lines of a note a section of the reading view shows. */
export function rememberLines(section: Element, start: number, end: number): void {
  lines.set(section, [start, end]);
}

/** The section that shows a line, or the last one before it. */
export function sectionAt(root: HTMLElement, line: number): HTMLElement | null {
  const sections = root.findAll(':scope > .markdown-preview-sizer > div').filter((section) => lines.has(section));
  return sections.findLast((section) => (lines.get(section)?.[0] ?? 0) <= line) ?? sections[0] ?? null;
}

/** Marks words in an element; returns the marks. */
export function markWords(root: HTMLElement, words: readonly string[]): HTMLElement[] {
  const wanted = [...new Set(words)].filter((word) => word.trim() !== '');
  if (wanted.length === 0) return [];
  const pattern = new RegExp(wanted.map(escapePattern).join('|'), 'gu');
  const walker = root.ownerDocument.createTreeWalker(root, 4);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  return texts.flatMap((text) => {
    const marks: HTMLElement[] = [];
    const pieces = createFragment();
    let at = 0;
    for (const { 0: word, index } of text.data.matchAll(pattern)) {
      pieces.appendText(text.data.slice(at, index));
      marks.push(pieces.createSpan({ cls: 'search-highlight', text: word }));
      at = index + word.length;
    }
    if (marks.length === 0) return [];
    pieces.appendText(text.data.slice(at));
    text.replaceWith(pieces);
    return marks;
  });
}
