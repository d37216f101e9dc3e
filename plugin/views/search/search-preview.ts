import { Component, MarkdownRenderer, type App } from 'obsidian';
import { fileAt } from '../../ports/file-at.ts';
import { isCanvas } from './results/search-items.ts';
import { unfoldAround } from './results/unfold-around.ts';
import { findWords, markedWords, piecesOf } from './results/marked-text.ts';
import type { Passage } from './results/match-place.ts';
import { WORDS } from './search-words.ts';

const MOST_MARKS = 200;
const AFTER_MS = 60;
/** Below this width the stylesheet hides the preview. */
const FROM_PX = 700;

/** Shows the chosen note around its match. It can be scrolled with the wheel but never takes the focus. */
export class SearchPreview {
  readonly #app: App;
  readonly #el: HTMLElement;
  #rendered: Component | null = null;
  #shown = 0;
  #timer = 0;

  constructor(app: App, parentEl: HTMLElement) {
    this.#app = app;
    this.#el = parentEl.createDiv({
      cls: 'vault-loom-search-preview',
      attr: { role: 'region', 'aria-label': WORDS.previewLabel, tabindex: '-1' },
    });
  }

  /** As {@link show}, a moment later, so that walking through rows renders no note; nothing in a narrow window. */
  showSoon(path: string | null, passage: Passage | null): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const isWide = (this.#el.ownerDocument.defaultView?.innerWidth ?? 0) >= FROM_PX;
      void this.show(isWide ? path : null, passage).catch(() => undefined);
    }, AFTER_MS);
  }

  /** Shows a note; null shows nothing. Passage null: its beginning. A later call takes the place of an earlier one. */
  async show(path: string | null, passage: Passage | null): Promise<void> {
    const number = (this.#shown += 1);
    const file = path === null ? null : fileAt(this.#app.vault, path);
    if (file === null) return this.#clear();
    // Of a canvas, only the card's text is readable.
    const text = isCanvas(file.path) ? (passage?.excerpt ?? '') : await this.#app.vault.cachedRead(file);
    const { sliceAround } = await import('./results/preview-slice.ts');
    if (number !== this.#shown) return;
    const { properties, markdown, at } = sliceAround(text, passage);
    const component = new Component();
    component.load();
    const content = createDiv({ cls: 'markdown-rendered', attr: { inert: '' } });
    if (properties !== '') content.createEl('pre', { cls: 'vault-loom-search-properties', text: properties });
    await MarkdownRenderer.render(this.#app, markdown, content.createDiv(), file.path, component);
    if (number !== this.#shown) return component.unload();
    this.#clear();
    this.#rendered = component;
    this.#el.appendChild(content);
    const words = passage === null ? [] : markedWords(passage.excerpt, passage.ranges);
    const marks = markIn(content, words);
    // Words may stand above the match as well. Rendering can change their number, but seldom by much.
    const match = marks[properties === '' ? findWords(markdown.slice(0, at), words).length : 0] ?? marks.at(-1);
    if (match === undefined) this.#el.scrollTop = 0;
    else {
      unfoldAround(match);
      match.scrollIntoView({ block: 'center' });
    }
  }

  close(): void {
    window.clearTimeout(this.#timer);
    this.#shown += 1;
    this.#clear();
  }

  #clear(): void {
    this.#rendered?.unload();
    this.#rendered = null;
    this.#el.empty();
  }
}

/** Marks words in what was rendered; returns the marks. */
function markIn(root: HTMLElement, words: readonly string[]): HTMLElement[] {
  const walker = root.ownerDocument.createTreeWalker(root, 4 /* NodeFilter.SHOW_TEXT */);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  const marks: HTMLElement[] = [];
  for (const text of texts) {
    const ranges = findWords(text.data, words);
    if (ranges.length === 0 || marks.length >= MOST_MARKS) continue;
    const marked = createFragment((fragment) => {
      for (const { text: piece, isMarked } of piecesOf(text.data, ranges)) {
        if (!isMarked) fragment.appendText(piece);
        else marks.push(fragment.createSpan({ cls: 'search-result-file-matched-text', text: piece }));
      }
    });
    text.replaceWith(marked);
  }
  return marks;
}
