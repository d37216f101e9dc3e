const DROPPED = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'link',
  'meta',
  'base',
  'form',
  'frame',
  'frameset',
  'noscript',
]);
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'xlink:href']);

/** HTML as nodes, without scripts, frames and handlers. */
export function sanitizeHTMLToDom(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const element of [...parsed.body.querySelectorAll('*')]) {
    if (DROPPED.has(element.localName)) element.remove();
    else
      for (const { name, value } of [...element.attributes]) if (isUnsafe(name, value)) element.removeAttribute(name);
  }
  const fragment = document.createDocumentFragment();
  for (const child of [...parsed.body.childNodes]) fragment.appendChild(document.importNode(child, true));
  return fragment;
}

function isUnsafe(name: string, value: string): boolean {
  if (name.startsWith('on')) return true;
  const compact = [...value].filter((char) => char > ' ').join('');
  return ADDRESSES.has(name) && /^(?:javascript|vbscript|data:text\/html)/i.test(compact);
}
