import { isScalar, parseDocument, visit } from 'yaml';

/** How a YAML string is written, which decides what it can contain and must escape. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'block';

/** The style of the string at an offset, or null. */
export type ScalarStyles = (offset: number) => ScalarStyle | null;

/** The styles of all strings in valid YAML. */
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

/** A text as written in that style, or null if impossible. */
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
