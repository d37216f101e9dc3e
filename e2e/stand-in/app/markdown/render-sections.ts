import { getFrontMatterInfo } from '../metadata/frontmatter-entries.ts';
import { readMarkdownBlocks, type MarkdownBlock } from './blocks.ts';
import { fillEmbeds, type RenderTarget } from './embeds.ts';
import { rememberLines } from './find-in-sections.ts';
import type { RenderingApp } from './inline.ts';
import { runPostProcessors, type PostProcessorContext } from './post-processors.ts';
import { renderBlock } from './render-block.ts';

/** Renders a note's text as the reading view: one `div.el-…` for each block, each given to the post-processors. */
export async function renderSections(
  app: RenderingApp,
  text: string,
  parent: HTMLElement,
  target: RenderTarget,
): Promise<void> {
  const pending: Promise<void>[] = [];
  for (const block of bodyBlocks(text)) {
    const section = parent.createDiv(`el-${elementOf(block)}`);
    rememberLines(section, block.lineStart, block.lineEnd);
    renderBlock(block, section, { app, sourcePath: target.sourcePath });
    pending.push(finish(app, section, text, target, (element) => (section.contains(element) ? block : null)));
  }
  await Promise.all(pending);
}

/**
 * Renders Markdown straight into an element, which as a whole is given to the post-processors; it has no sections to
 * ask for.
 */
export async function renderInto(
  app: RenderingApp,
  text: string,
  parent: HTMLElement,
  target: RenderTarget,
): Promise<void> {
  for (const block of bodyBlocks(text)) renderBlock(block, parent, { app, sourcePath: target.sourcePath });
  await finish(app, parent, text, target, () => null);
}

function bodyBlocks(text: string): MarkdownBlock[] {
  const { contentStart } = getFrontMatterInfo(text);
  const skipped = text.slice(0, contentStart).split('\n').length - 1;
  return readMarkdownBlocks(text.slice(contentStart), skipped);
}

async function finish(
  app: RenderingApp,
  element: HTMLElement,
  text: string,
  target: RenderTarget,
  find: (element: Node) => MarkdownBlock | null,
): Promise<void> {
  const context: PostProcessorContext = {
    docId: DOC_ID,
    sourcePath: target.sourcePath,
    frontmatter: target.frontmatter,
    containerEl: element,
    addChild: (child) => void target.owner.addChild(child),
    getSectionInfo: (inner) => {
      const block = find(inner);
      return block === null ? null : { text, lineStart: block.lineStart, lineEnd: block.lineEnd };
    },
  };
  await runPostProcessors(element, context);
  await fillEmbeds(app, element, target, renderSections);
}

const DOC_ID = 'sandbox';

function elementOf(block: MarkdownBlock): string {
  switch (block.kind) {
    case 'heading':
      return `h${String(block.level)}`;
    case 'paragraph':
      return 'p';
    case 'code':
      return block.language === '' ? 'pre' : `pre el-lang-${block.language}`;
    case 'list':
      return block.ordered ? 'ol' : 'ul';
    case 'rule':
      return 'hr';
    case 'quote':
      return block.callout === null ? 'blockquote' : 'div';
    case 'table':
      return 'table';
    case 'footnote':
      return 'section';
    default:
      return 'div';
  }
}
