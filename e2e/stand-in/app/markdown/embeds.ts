import { parseLinktext } from '../metadata/linktext.ts';
import { resolveSubpath } from '../metadata/subpath.ts';
import type { Component } from '../util/component.ts';
import type { RenderingApp } from './inline.ts';

export interface RenderTarget {
  sourcePath: string;
  /** What post-processors add is loaded and unloaded with it. */
  owner: Component;
  frontmatter: Record<string, unknown> | null;
  /** How many notes embed one another around this one. */
  depth?: number;
}

/** Renders a note's text into an element. */
export type RenderNote = (app: RenderingApp, text: string, parent: HTMLElement, target: RenderTarget) => Promise<void>;

/** Notes that embed one another end here. */
const MAX_DEPTH = 5;

/** Puts the text of embedded notes into the places that rendering left for them. */
export async function fillEmbeds(
  app: RenderingApp,
  element: HTMLElement,
  target: RenderTarget,
  renderNote: RenderNote,
): Promise<void> {
  const depth = target.depth ?? 0;
  if (depth >= MAX_DEPTH) return;
  for (const place of element.querySelectorAll<HTMLElement>('.internal-embed:not(.is-loaded):not(.mod-empty)')) {
    const { path, subpath } = parseLinktext(place.getAttribute('src') ?? '');
    const file = app.metadataCache.getFirstLinkpathDest(path, target.sourcePath);
    if (file === null || file.extension !== 'md') continue;
    place.addClasses(['markdown-embed', 'inline-embed', 'is-loaded']);
    const cache = app.metadataCache.getFileCache(file);
    const text = await app.vault.cachedRead(file).catch(() => '');
    const found = subpath === '' || cache === null ? null : resolveSubpath(cache, subpath);
    const shown = found === null ? text : text.slice(found.start.offset, found.end?.offset);
    place.createDiv('embed-title markdown-embed-title').setText(file.basename);
    const content = place
      .createDiv('markdown-embed-content')
      .createDiv('markdown-preview-view markdown-rendered show-indentation-guide');
    await renderNote(app, shown, content, {
      ...target,
      sourcePath: file.path,
      frontmatter: cache?.frontmatter ?? null,
      depth: depth + 1,
    });
  }
}
