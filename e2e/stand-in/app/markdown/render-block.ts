import { setIcon } from '../ui/icons.ts';
import { readMarkdownBlocks, type ListItem, type MarkdownBlock } from './blocks.ts';
import { renderInline, type InlineContext } from './inline.ts';
import { sanitizeHTMLToDom } from './sanitize.ts';

/** Renders one block into an element, as the app's reading view has it before post-processors. */
export function renderBlock(block: MarkdownBlock, parent: Node, context: InlineContext): void {
  switch (block.kind) {
    case 'heading': {
      const heading = parent.createEl(`h${String(block.level)}` as 'h1', {
        attr: { 'data-heading': block.text, dir: 'auto' },
      });
      renderInline(withoutBlockId(block.text), heading, context);
      return;
    }
    case 'paragraph':
      renderInline(withoutBlockId(block.text), parent.createEl('p', { attr: { dir: 'auto' } }), context);
      return;
    case 'code': {
      const { language } = block;
      const pre = parent.createEl('pre', language === '' ? {} : { cls: `language-${language}` });
      pre.createEl('code', {
        ...(language !== '' && { cls: `language-${language} is-loaded` }),
        text: block.text === '' ? '' : `${block.text}\n`,
      });
      return;
    }
    case 'math':
      parent.createDiv({ cls: 'math math-block', text: block.text });
      return;
    case 'rule':
      parent.createEl('hr');
      return;
    case 'html':
      parent.appendChild(sanitizeHTMLToDom(block.text));
      return;
    case 'quote':
      if (block.callout === null)
        renderInner(block.text, parent.createEl('blockquote', { attr: { dir: 'auto' } }), context, block.lineStart);
      else renderCallout(block, block.callout, parent, context);
      return;
    case 'table':
      renderTable(block, parent, context);
      return;
    case 'list':
      renderList(block, parent, context);
      return;
    case 'footnote': {
      const item = parent
        .createEl('section', 'footnotes')
        .createEl('ol')
        .createEl('li', { attr: { id: `fn-${block.label}`, 'data-footnote-id': `fn-${block.label}` } });
      renderInline(block.text, item, context);
    }
  }
}

/** `block` without the id that names it. */
function withoutBlockId(text: string): string {
  return text.replace(/(?:^|\s)\^[A-Za-z0-9-]+\s*$/, '');
}

function renderInner(text: string, parent: Node, context: InlineContext, line: number): void {
  for (const block of readMarkdownBlocks(text, line)) renderBlock(block, parent, context);
}

function renderCallout(
  block: MarkdownBlock & { kind: 'quote' },
  { type, title, fold }: { type: string; title: string; fold: string },
  parent: Node,
  context: InlineContext,
): void {
  const callout = parent.createDiv({
    cls: 'callout',
    attr: { 'data-callout': type, 'data-callout-fold': fold, 'data-callout-metadata': '' },
  });
  const titleEl = callout.createDiv({ cls: 'callout-title', attr: { dir: 'auto' } });
  setIcon(titleEl.createDiv('callout-icon'), 'info');
  renderInline(
    title === '' ? `${type.charAt(0).toUpperCase()}${type.slice(1)}` : title,
    titleEl.createDiv('callout-title-inner'),
    context,
  );
  if (fold !== '') {
    callout.addClass('is-collapsible');
    callout.toggleClass('is-collapsed', fold === '-');
    setIcon(titleEl.createDiv('callout-fold'), 'chevron-down');
  }
  if (block.text.trim() !== '')
    renderInner(block.text, callout.createDiv('callout-content'), context, block.lineStart + 1);
}

function renderTable(block: MarkdownBlock & { kind: 'table' }, parent: Node, context: InlineContext): void {
  const table = parent.createEl('table');
  const addRow = (section: Node, tag: 'th' | 'td', values: string[]): void => {
    const row = section.createEl('tr');
    block.header.forEach((_name, index) => {
      const align = block.align[index] ?? '';
      renderInline(
        values[index] ?? '',
        row.createEl(tag, align === '' ? {} : { attr: { style: `text-align: ${align}` } }),
        context,
      );
    });
  };
  addRow(table.createEl('thead'), 'th', block.header);
  if (block.rows.length === 0) return;
  const body = table.createEl('tbody');
  for (const row of block.rows) addRow(body, 'td', row);
}

function renderList(block: MarkdownBlock & { kind: 'list' }, parent: Node, context: InlineContext): void {
  const list = parent.createEl(block.ordered ? 'ol' : 'ul');
  if (block.ordered && block.start !== 1) list.setAttribute('start', String(block.start));
  if (block.items.some(({ task }) => task !== null)) list.addClass('contains-task-list');
  else if (!block.ordered) list.addClass('has-list-bullet');
  for (const item of block.items) renderItem(item, list, context, block.lineStart);
}

function renderItem(item: ListItem, list: HTMLElement, context: InlineContext, firstLine: number): void {
  const li = list.createEl('li', { attr: { 'data-line': String(item.line - firstLine), dir: 'auto' } });
  if (item.task !== null) {
    li.addClass('task-list-item');
    li.setAttribute('data-task', item.task === ' ' ? '' : item.task);
    const box = li.createEl('input', {
      cls: 'task-list-item-checkbox',
      type: 'checkbox',
      attr: { 'data-line': String(item.line) },
    });
    if (item.task !== ' ') {
      li.addClass('is-checked');
      box.checked = true;
      box.setAttribute('checked', '');
    }
  }
  const blocks = readMarkdownBlocks(item.text, item.line);
  const isTight = !/\n\s*\n/.test(item.text.trim());
  for (const block of blocks) {
    if (block.kind === 'paragraph' && isTight) renderInline(withoutBlockId(block.text), li, context);
    else renderBlock(block, li, context);
  }
}
