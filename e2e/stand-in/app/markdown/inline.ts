import { sanitizeHTMLToDom } from './sanitize.ts';
import { setIcon } from '../ui/icons.ts';
import { parseLinktext } from '../metadata/linktext.ts';
import type { MetadataCache } from '../metadata/metadata-cache.ts';
import type { Vault } from '../vault/vault.ts';

/** What rendering needs of the app. */
export interface RenderingApp {
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
}

export interface InlineContext {
  app: RenderingApp;
  sourcePath: string;
}

interface Rule {
  pattern: RegExp;
  render: (match: RegExpExecArray, parent: Node, context: InlineContext) => void;
}

const IMAGE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i;

/** Renders a run of inline Markdown into an element. */
export function renderInline(text: string, parent: Node, context: InlineContext): void {
  let plain = '';
  const flush = (): void => {
    if (plain !== '') parent.appendText(plain);
    plain = '';
  };
  for (let at = 0; at < text.length; ) {
    const isStart = at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
    const found = SPECIAL.test(text.charAt(at)) || isStart ? match(text, at, isStart) : null;
    if (found === null) {
      plain += text.charAt(at++);
      continue;
    }
    flush();
    found.rule.render(found.match, parent, context);
    at += found.match[0].length;
  }
  flush();
}

const SPECIAL = /[\\`*_~=[!<$%\n#h]/;

/** Rules in the order in which they are tried. */
const RULES: Rule[] = [
  { pattern: /\\([!-/:-@[-`{-~])/y, render: ([, char = ''], parent) => parent.appendText(char) },
  {
    pattern: /(`+)([^`](?:.|\n)*?[^`]|[^`])\1(?!`)/y,
    render: ([, , code = ''], parent) => void parent.createEl('code', { text: code.replace(/^ (.*) $/, '$1') }),
  },
  { pattern: /%%(?:.|\n)*?%%/y, render: () => {} },
  {
    pattern: /!\[\[([^\][|]+)(?:\|([^\]]*))?\]\]/y,
    render: ([, target = '', alias], parent, context) => renderEmbed(target, alias, parent, context),
  },
  {
    pattern: /\[\[([^\][|]+)(?:\|([^\]]*))?\]\]/y,
    render: ([, target = '', alias], parent, context) =>
      renderLink(target, alias ?? defaultText(target), parent, context),
  },
  { pattern: /\[\^([^\]\s]+)\]/y, render: renderFootnoteMark },
  {
    pattern: /!\[([^\]]*)\]\((<[^>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)/y,
    render: ([, alt = '', url = ''], parent, context) => renderImage(unwrap(url), alt, parent, context),
  },
  {
    pattern: /\[((?:[^\][]|\[[^\]]*\])*)\]\((<[^>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)/y,
    render: ([, text = '', url = ''], parent, context) => renderMarkdownLink(unwrap(url), text, parent, context),
  },
  {
    pattern: /\*\*(?=\S)((?:[^*]|\*(?!\*))+?\*?)\*\*/y,
    render: ([, text = ''], parent, context) => renderInline(text, parent.createEl('strong'), context),
  },
  {
    pattern: /__(?=\S)([^_]+?)__(?!\w)/y,
    render: ([, text = ''], parent, context) => renderInline(text, parent.createEl('strong'), context),
  },
  {
    pattern: /\*(?=\S)((?:[^*]|\*\*[^*]*\*\*)+?)\*/y,
    render: ([, text = ''], parent, context) => renderInline(text, parent.createEl('em'), context),
  },
  {
    pattern: /_(?=\S)([^_]+?)_(?!\w)/y,
    render: ([, text = ''], parent, context) => renderInline(text, parent.createEl('em'), context),
  },
  {
    pattern: /~~(?=\S)((?:[^~]|~(?!~))+?)~~/y,
    render: ([, text = ''], parent, context) => renderInline(text, parent.createEl('del'), context),
  },
  {
    pattern: /==(?=\S)((?:[^=]|=(?!=))+?)==/y,
    render: ([, text = ''], parent, context) => renderInline(text, parent.createEl('mark'), context),
  },
  {
    pattern: /\$([^\s$](?:[^$\n]*[^\s$])?)\$(?!\d)/y,
    render: ([, math = ''], parent) => void parent.createSpan({ cls: 'math math-inline', text: math }),
  },
  { pattern: /<((?:https?|mailto):[^>\s]+)>/y, render: ([, url = ''], parent) => externalLink(url, url, parent) },
  { pattern: /<br\s*\/?>/iy, render: (_match, parent) => void parent.createEl('br') },
  {
    pattern: /<([a-z][\w-]*)(?:\s[^<>]*)?>(?:[^<]|<(?!\/\1>))*<\/\1>|<!--(?:.|\n)*?-->|<(?:img|input)\b[^<>]*>/iy,
    render: ([html = ''], parent) => void parent.appendChild(sanitizeHTMLToDom(html)),
  },
  {
    pattern: /\n/y,
    render: (_match, parent, { app }) =>
      app.vault.getConfig('strictLineBreaks') === true
        ? parent.appendText('\n')
        : void (parent.createEl('br'), parent.appendText('\n')),
  },
];

/** What begins only after a character that is not a letter. */
const WORD_RULES: Rule[] = [
  { pattern: /https?:\/\/[^\s<>]*[^\s<>.,;:!?'")\]]/y, render: ([url = ''], parent) => externalLink(url, url, parent) },
  {
    pattern: /#([\p{L}\p{N}\p{M}_/-]*[\p{L}\p{M}_/-][\p{L}\p{N}\p{M}_/-]*)/uy,
    render: ([tag = ''], parent) =>
      void parent.createEl('a', {
        cls: 'tag',
        text: tag,
        href: tag,
        attr: { target: '_blank', rel: 'noopener nofollow' },
      }),
  },
];

function match(text: string, at: number, isWordStart: boolean): { rule: Rule; match: RegExpExecArray } | null {
  for (const rule of isWordStart ? [...WORD_RULES, ...RULES] : RULES) {
    rule.pattern.lastIndex = at;
    const found = rule.pattern.exec(text);
    if (found !== null) return { rule, match: found };
  }
  return null;
}

function unwrap(url: string): string {
  return url.replace(/^<(.*)>$/, '$1');
}

function defaultText(target: string): string {
  return target
    .split('#')
    .filter((part) => part !== '')
    .join(' > ');
}

function renderLink(target: string, text: string, parent: Node, context: InlineContext): void {
  const { path } = parseLinktext(target.trim());
  const isThere = context.app.metadataCache.getFirstLinkpathDest(path, context.sourcePath) !== null;
  const link = parent.createEl('a', {
    cls: isThere ? 'internal-link' : 'internal-link is-unresolved',
    href: target.trim(),
    attr: {
      'data-href': target.trim(),
      target: '_blank',
      rel: 'noopener nofollow',
      ...(text !== target && { 'aria-label': target.trim() }),
    },
  });
  renderInline(text, link, context);
}

function renderMarkdownLink(url: string, text: string, parent: Node, context: InlineContext): void {
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) {
    const link = parent.createEl('a', {
      cls: 'external-link',
      href: url,
      attr: { target: '_blank', rel: 'noopener nofollow' },
    });
    renderInline(text, link, context);
  } else renderLink(decode(url), text, parent, context);
}

function externalLink(url: string, text: string, parent: Node): void {
  parent.createEl('a', { cls: 'external-link', href: url, text, attr: { target: '_blank', rel: 'noopener nofollow' } });
}

function renderImage(url: string, alt: string, parent: Node, context: InlineContext): void {
  if (/^(?:https?|data|app):/i.test(url)) {
    const [text = '', size] = alt.split('|');
    parent.createEl('img', {
      attr: { src: url, alt: text, ...(size && { width: size.split('x')[0] ?? '' }), referrerpolicy: 'no-referrer' },
    });
  } else renderEmbed(decode(url), alt, parent, context);
}

/** An embed stays a placeholder until the note around it is complete; see `fillEmbeds`. */
function renderEmbed(
  target: string,
  alias: string | undefined,
  parent: Node,
  { app, sourcePath }: InlineContext,
): void {
  const { path } = parseLinktext(target);
  const file = app.metadataCache.getFirstLinkpathDest(path, sourcePath);
  const span = parent.createSpan({
    cls: 'internal-embed',
    attr: { src: target, alt: alias ?? defaultText(target), tabindex: '-1' },
  });
  if (file === null) {
    span.addClasses(['file-embed', 'mod-empty']);
    span.createDiv({ cls: 'file-embed-title', text: `"${target}" could not be found.` });
  } else if (IMAGE.test(file.path)) {
    span.addClasses(['media-embed', 'image-embed', 'is-loaded']);
    const size = /^(\d+)(?:x(\d+))?$/.exec(alias ?? '');
    const img = span.createEl('img', {
      attr: { src: app.vault.getResourcePath(file), alt: alias ?? defaultText(target) },
    });
    if (size?.[1]) img.setAttribute('width', size[1]);
    if (size?.[2]) img.setAttribute('height', size[2]);
  } else if (file.extension !== 'md') {
    span.addClasses(['file-embed', 'mod-generic', 'is-loaded']);
    const title = span.createDiv('file-embed-title');
    setIcon(title.createSpan('file-embed-icon'), 'file');
    title.appendText(` ${file.name}`);
  }
}

function renderFootnoteMark([, label = '']: RegExpExecArray, parent: Node): void {
  const sup = parent.createEl('sup', {
    cls: 'footnote-ref',
    attr: { id: `fnref-${label}`, 'data-footnote-id': `fnref-${label}` },
  });
  sup.createEl('a', { cls: 'footnote-link', text: `[${label}]`, href: `#fn-${label}` });
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
