import { rewriteBundle } from './rewrite-bundle.mjs';
import { nodesOf } from './syntax-tree.mjs';

/**
 * Rollup plugin: makes a bundle pure ASCII, since one other character doubles its memory.
 * esbuild has escaped strings and names; the rest is in regular expressions, where the escape of a UTF-16 unit
 * means the unit, and in comments. Fails on a tagged template, whose tag would see the escape. Must be listed
 * before plugins that make the bundle large.
 */
export function asciiAlone() {
  return {
    name: 'ascii-alone',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        rewriteBundle(bundle, (code, fileName) => {
          if (!BEYOND_ASCII.test(code)) return code;
          const template = templateBeyondAscii(code, this.parse(code));
          if (template !== null)
            this.error(`${fileName} holds a tagged template with characters beyond ASCII: ${template}`);
          return code.replace(EACH_BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
        });
      },
    },
  };
}

const BEYOND_ASCII = /[\u0080-\uffff]/;
const EACH_BEYOND_ASCII = /[\u0080-\uffff]/g;

function templateBeyondAscii(code, tree) {
  for (const { type, start, end } of nodesOf(tree)) {
    if (type === 'TemplateElement' && BEYOND_ASCII.test(code.slice(start, end))) return code.slice(start, end);
  }
  return null;
}
