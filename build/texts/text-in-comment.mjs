import { asciiLiteral } from './ascii-literal.mjs';
import { rewriteBundle } from '../chunks/rewrite-bundle.mjs';

const MARK = '@@text:';
const PLACEHOLDERS = /(["'`])@@text:([\w:-]+)@@\1/g;

/** By key. The same text has the same key in all bundles of a build. */
const texts = new Map();

/**
 * The code of a module with a function `read` that returns a long base64 text. In a finished bundle the text
 * is in a comment, which parsing skips, and is read from the source of a function: a literal makes a
 * start take three times as long, even if it is never evaluated. The bundle must be completed by {@link withTexts}.
 */
export function commentReader(key, text) {
  if (!/^[\w+/=]*$/.test(text)) throw new Error(`The text ${key} is not base64.`);
  texts.set(key, text);
  return `
const holder = () => {
  return "${MARK}${key}@@";
};
const read = () => {
  const text = holder.toString();
  return text.slice(text.indexOf('/*') + 2, text.lastIndexOf('*/'));
};
`;
}

/** The code of a module with the same function, for unbundled modules. */
export function literalReader(text) {
  return `const read = () => ${asciiLiteral(text)};\n`;
}

/**
 * A finished bundle with the texts in place of their names. A text comes before what the function returns: behind it,
 * it would be outside of a function that is an expression alone.
 */
export function withTexts(code) {
  const filled = code.replace(PLACEHOLDERS, (_literal, _quote, key) => `/*${texts.get(key)}*/""`);
  if (filled.includes(MARK)) throw new Error('A text has lost its place in the bundle.');
  return filled;
}

/**
 * Rollup plugin: completes bundles by {@link withTexts}. Must be listed after any plugin that rewrites a whole bundle.
 */
export function textsInComments() {
  return {
    name: 'texts-in-comments',
    generateBundle: { order: 'post', handler: (_options, bundle) => rewriteBundle(bundle, withTexts) },
  };
}
