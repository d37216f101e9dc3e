import { asciiLiteral } from './ascii-literal.mjs';

const MARK = '@@text:';
const PLACEHOLDERS = /(["'`])@@text:([\w:-]+)@@\1/g;

/** By key. The same text has the same key in all bundles of a build. */
const texts = new Map();

/**
 * The code of a module with a function `read` that gives a long text, of base64 alone. In a finished bundle the text
 * stands in a comment, of which a start skips every character, and is read from the text of a function: a literal costs a
 * start three times as long, even where nothing evaluates it. The bundle is to be completed by {@link withTexts}.
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

/** The code of a module with the same function, for where modules are not bundled. */
export function literalReader(text) {
  return `const read = () => ${asciiLiteral(text)};\n`;
}

/** A finished bundle with the texts where their names stand. */
export function withTexts(code) {
  const filled = code.replace(PLACEHOLDERS, (_literal, _quote, key) => `""/*${texts.get(key)}*/`);
  if (filled.includes(MARK)) throw new Error('A text has lost its place in the bundle.');
  return filled;
}

/** Rollup plugin: completes bundles by {@link withTexts}. To be listed after whatever rewrites a whole bundle. */
export function textsInComments() {
  return {
    name: 'texts-in-comments',
    generateBundle: { order: 'post', handler: (_options, bundle) => rewriteBundle(bundle, withTexts) },
  };
}

/** Has each file of a bundle but source maps rewritten. */
export function rewriteBundle(bundle, rewrite) {
  for (const output of Object.values(bundle)) {
    const field = output.type === 'chunk' ? 'code' : 'source';
    if (!output.fileName.endsWith('.map') && typeof output[field] === 'string') output[field] = rewrite(output[field]);
  }
}
