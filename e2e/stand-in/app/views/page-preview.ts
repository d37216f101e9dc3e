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
  sourcePath: string;
}

/** Shows a note in a popover at what leads to it, at once or with Mod held, as its source wants. */
export function addPagePreview(app: ViewApp): void {
  app.workspace.on('hover-link', (link: HoveredLink) => {
    const info = app.workspace.hoverLinkSources[link.source] as { defaultMod?: boolean } | undefined;
    if (info?.defaultMod === true && !Keymap.isModifier(link.event, 'Mod')) return;
    const file = app.metadataCache.getFirstLinkpathDest(link.linktext.replace(/#.*$/su, ''), link.sourcePath);
    const shown = link.hoverParent.hoverPopover;
    if (file === null || shown?.targetEl === link.targetEl) return;
    const popover = new HoverPopover(link.hoverParent, link.targetEl);
    const embedEl = popover.hoverEl.createDiv('markdown-embed').createDiv('markdown-preview-view markdown-rendered');
    const { left, bottom } = link.targetEl?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
    popover.hoverEl.setCssStyles({ left: `${String(left)}px`, top: `${String(bottom)}px` });
    app.vault
      .cachedRead(file)
      .then((text) => MarkdownRenderer.render(app, text, embedEl, file.path, popover))
      .catch(reportToWindow);
  });
}
