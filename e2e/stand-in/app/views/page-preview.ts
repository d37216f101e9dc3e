import { MarkdownRenderer } from '../markdown/markdown-renderer.ts';
import { HoverPopover, type HoverParent } from '../ui/hover-popover.ts';
import { Keymap } from '../ui/keymap.ts';
import { reportToWindow } from '../util/events.ts';
import type { ViewApp } from './view-app.ts';

/** What a view says when the pointer is on a link. */
interface HoveredLink {
  event: MouseEvent;
  source: string;
  hoverParent: HoverParent;
  targetEl: HTMLElement | null;
  linktext: string;
  /** Left out by the file explorer, whose link texts are whole paths. */
  sourcePath?: string;
}

/** Of a popover, with some room next to it; and its distance from the pointer. In pixels. */
const WIDTH = 460;
const BELOW = 12;

/** Shows a note in a popover at what leads to it, at once or with Mod held, as its source wants. */
export function addPagePreview(app: ViewApp): void {
  app.workspace.registerHoverLinkSource('file-explorer', { display: 'Files', defaultMod: true });
  app.workspace.onOwn('hover-link', (link: HoveredLink) => {
    const info = app.workspace.hoverLinkSources[link.source] as { defaultMod?: boolean } | undefined;
    if (info?.defaultMod === true && !Keymap.isModifier(link.event, 'Mod')) return;
    const file = app.metadataCache.getFirstLinkpathDest(link.linktext.replace(/#.*$/su, ''), link.sourcePath ?? '');
    const shown = link.hoverParent.hoverPopover;
    if (file === null || shown?.targetEl === link.targetEl) return;
    const popover = new HoverPopover(link.hoverParent, link.targetEl);
    const embedEl = popover.hoverEl.createDiv('markdown-embed').createDiv('markdown-preview-view markdown-rendered');
    const { clientX, clientY } = link.event;
    const left = Math.max(0, Math.min(clientX, window.innerWidth - WIDTH));
    popover.hoverEl.setCssStyles({ left: `${String(left)}px`, top: `${String(clientY + BELOW)}px` });
    app.vault
      .cachedRead(file)
      .then((text) => MarkdownRenderer.render(app, text, embedEl, file.path, popover))
      .catch(reportToWindow);
  });
}
