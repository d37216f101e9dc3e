/** Turns HTML into Markdown: the elements that notes have; others give their text. */
export function htmlToMarkdown(html: string | Node): string {
  const root = typeof html === 'string' ? new DOMParser().parseFromString(html, 'text/html').body : html;
  return inner(root, '').replace(/[ \t]+\n/g, '\n').replace(/\n{3,}/g, '\n\n').trim();
}

const WRAPPED: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', del: '~~', s: '~~', mark: '==' };

function inner(node: Node, indent: string): string {
  return [...node.childNodes].map((child) => convert(child, indent)).join('');
}

function convert(node: Node, indent: string): string {
  if (node.nodeType === 3) return (node.textContent ?? '').replace(/\s+/g, ' ');
  if (node.nodeType !== 1) return '';
  const element = node as HTMLElement;
  const name = element.localName;
  const mark = WRAPPED[name];
  if (mark !== undefined) return `${mark}${inner(element, indent).trim()}${mark}`;
  if (/^h[1-6]$/.test(name)) return `\n\n${'#'.repeat(Number(name[1]))} ${inner(element, indent).trim()}\n\n`;
  switch (name) {
    case 'script':
    case 'style':
      return '';
    case 'br':
      return '\n';
    case 'hr':
      return '\n\n---\n\n';
    case 'p':
    case 'div':
    case 'section':
    case 'article':
      return `\n\n${inner(element, indent).trim()}\n\n`;
    case 'code':
      return `\`${element.textContent ?? ''}\``;
    case 'pre':
      return `\n\n\`\`\`\n${(element.textContent ?? '').replace(/\n$/, '')}\n\`\`\`\n\n`;
    case 'blockquote':
      return `\n\n${inner(element, indent).trim().split('\n').map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
    case 'a':
      return element.hasAttribute('href') ? `[${inner(element, indent).trim()}](${element.getAttribute('href') ?? ''})` : inner(element, indent);
    case 'img':
      return `![${element.getAttribute('alt') ?? ''}](${element.getAttribute('src') ?? ''})`;
    case 'ul':
    case 'ol':
      return `\n${indent === '' ? '\n' : ''}${list(element, indent)}${indent === '' ? '\n\n' : ''}`;
    case 'table':
      return `\n\n${table(element)}\n\n`;
    default:
      return inner(element, indent);
  }
}

function list(element: HTMLElement, indent: string): string {
  const items = [...element.children].filter((child) => child.localName === 'li');
  return items
    .map((item, index) => {
      const marker = element.localName === 'ol' ? `${String(index + 1)}.` : '-';
      return `${indent}${marker} ${inner(item, `${indent}    `).trim()}`;
    })
    .join('\n');
}

function table(element: HTMLElement): string {
  const rows = [...element.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => inner(cell, '').trim().replaceAll('|', '\\|')));
  const [header = [], ...body] = rows;
  return [header, header.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
