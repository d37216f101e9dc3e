import type { Component } from '../util/component.ts';
import { reportToWindow } from '../util/events.ts';

export interface SectionInfo {
  text: string;
  lineStart: number;
  lineEnd: number;
}

export interface PostProcessorContext {
  docId: string;
  sourcePath: string;
  frontmatter: Record<string, unknown> | null;
  containerEl: HTMLElement;
  addChild(child: Component): void;
  getSectionInfo(element: HTMLElement): SectionInfo | null;
}

export interface PostProcessor {
  (element: HTMLElement, context: PostProcessorContext): unknown;
  sortOrder?: number;
}

export type CodeBlockHandler = (source: string, element: HTMLElement, context: PostProcessorContext) => unknown;

const registered: PostProcessor[] = [];

/**
 * Adds a post-processor; those with a lower order run first, and of equal ones the older. Plugins may set the order
 * later.
 */
export function registerPostProcessor(processor: PostProcessor, sortOrder?: number): void {
  if (sortOrder !== undefined) processor.sortOrder = sortOrder;
  registered.push(processor);
}

export function unregisterPostProcessor(processor: PostProcessor): void {
  const index = registered.indexOf(processor);
  if (index >= 0) registered.splice(index, 1);
}

/** How many there are now. */
export function postProcessorCount(): number {
  return registered.length;
}

/** A post-processor that gives each code block of the language to the handler, with an empty element in its place. */
export function createCodeBlockPostProcessor(language: string, handler: CodeBlockHandler): PostProcessor {
  return async (element, context) => {
    const pending: unknown[] = [];
    for (const code of element.querySelectorAll(`pre > code.language-${CSS.escape(language)}`)) {
      const pre = code.parentElement;
      if (pre === null) continue;
      const container = element.ownerDocument.createElement('div');
      container.className = `block-language-${language}`;
      pre.replaceWith(container);
      pending.push(handler((code.textContent ?? '').replace(/\n$/, ''), container, context));
    }
    await Promise.all(pending);
  };
}

/**
 * Runs all post-processors on an element, one after the other. An error of one reaches the window and leaves the others
 * be.
 */
export async function runPostProcessors(element: HTMLElement, context: PostProcessorContext): Promise<void> {
  const pending: unknown[] = [];
  const ordered = [...registered].sort((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0));
  for (const processor of ordered) {
    try {
      pending.push(Promise.resolve(processor(element, context)).catch(reportToWindow));
    } catch (error) {
      reportToWindow(error);
    }
  }
  await Promise.all(pending);
}
