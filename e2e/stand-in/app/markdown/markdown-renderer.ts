import { Component } from '../util/component.ts';
import type { TFile } from '../vault/files.ts';
import type { RenderingApp } from './inline.ts';
import { createCodeBlockPostProcessor, registerPostProcessor, unregisterPostProcessor } from './post-processors.ts';
import { renderInto } from './render-sections.ts';

export class MarkdownRenderChild extends Component {
  containerEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.containerEl = containerEl;
  }
}

/** The app that is running in this process, for the one call that is not given it. */
let runningApp: RenderingApp | null = null;

export function setRenderingApp(app: RenderingApp | null): void {
  runningApp = app;
}

export abstract class MarkdownRenderer extends MarkdownRenderChild {
  app!: RenderingApp;
  hoverPopover: unknown = null;

  abstract get file(): TFile;

  /** Renders Markdown into an element. What plugins add to it lives as long as the component. */
  static async render(
    app: RenderingApp,
    markdown: string,
    element: HTMLElement,
    sourcePath: string,
    component: Component,
  ): Promise<void> {
    const cache = app.metadataCache.getCache(sourcePath);
    await renderInto(app, markdown, element, { sourcePath, owner: component, frontmatter: cache?.frontmatter ?? null });
  }

  static async renderMarkdown(
    markdown: string,
    element: HTMLElement,
    sourcePath: string,
    component: Component,
  ): Promise<void> {
    if (runningApp !== null) await MarkdownRenderer.render(runningApp, markdown, element, sourcePath, component);
  }
}

export const MarkdownPreviewRenderer = { registerPostProcessor, unregisterPostProcessor, createCodeBlockPostProcessor };
