import { isScalar, parseDocument, visit } from 'yaml';

/** A YAML string style: which characters it can contain, and which it must escape. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'block';

/** The style of the string at an offset; null if there is none. */
export type ScalarStyles = (offset: number) => ScalarStyle | null;

/** The styles of all strings of the YAML, which must be valid. */
export function scalarStyles(yaml: string): ScalarStyles {
  const strings: { start: number; end: number; style: ScalarStyle }[] = [];
  visit(parseDocument(yaml.replace(LONE_RETURN, '\n'), { schema: 'core', uniqueKeys: false, logLevel: 'silent' }), {
    Scalar(_key, node) {
      const range = isScalar(node) ? node.range : undefined;
      if (range === undefined || range === null) return;
      strings.push({ start: range[0], end: range[1], style: STYLES[node.type ?? 'PLAIN'] ?? 'plain' });
    },
  });
  return (offset) => strings.find(({ start, end }) => offset >= start && offset < end)?.style ?? null;
}

/** The text as written inside a string of that style; null if the style cannot express it. */
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
