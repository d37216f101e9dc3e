import { isScalar, parseDocument, visit } from 'yaml';

/** How a string stands in YAML: which characters it can hold, and which it has to escape. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'block';

/** The style of the string that holds the character at `offset`; null where none does. The YAML must be valid. */
export function scalarStyleAt(yaml: string, offset: number): ScalarStyle | null {
  let style: ScalarStyle | null = null;
  visit(parseDocument(yaml.replace(LONE_RETURN, '\n'), { schema: 'core', uniqueKeys: false, logLevel: 'silent' }), {
    Scalar(_key, node) {
      const range = isScalar(node) ? node.range : undefined;
      if (range === undefined || range === null || offset < range[0] || offset >= range[1]) return undefined;
      style = STYLES[node.type ?? 'PLAIN'] ?? 'plain';
      return visit.BREAK;
    },
  });
  return style;
}

/** The text as it is written inside a string of that style; null where the style cannot hold it. */
export function escapeInScalar(text: string, style: ScalarStyle): string | null {
  switch (style) {
    case 'double':
      return text.replace(/["\\]/g, '\\$&');
    case 'single':
      return text.replaceAll("'", "''");
    case 'plain':
      return /(?::|^)\s|\s#|[\n\r]/.test(text) ? null : text;
    case 'block':
      return text;
  }
}

const LONE_RETURN = /\r(?!\n)/g;
const STYLES: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_DOUBLE: 'double',
  QUOTE_SINGLE: 'single',
  BLOCK_FOLDED: 'block',
  BLOCK_LITERAL: 'block',
};
