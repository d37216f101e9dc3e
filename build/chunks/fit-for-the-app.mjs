import { Buffer } from 'node:buffer';
import { codeOf } from './rewrite-bundle.mjs';
import { nodesOf } from './syntax-tree.mjs';

/** Rollup plugin: fails if the plugin's bundle needs something the app's window lacks. */
export function fitForTheApp() {
  return {
    name: 'fit-for-the-app',
    /** Rollup would put something else in its place. */
    resolveImportMeta() {
      this.error(refusal('import.meta'));
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const node of codeOf(bundle).flatMap((code) => [...nodesOf(this.parse(code))])) {
          const absent = absentInTheApp(node);
          if (absent !== null) this.error(refusal(absent));
        }
      },
    },
  };
}

/** Rollup plugin: fails if a bundle's code, at this point in the list, is larger than n megabytes. */
export function atMost(megabytes) {
  return {
    name: 'at-most',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const bytes = codeOf(bundle).reduce((sum, code) => sum + Buffer.byteLength(code), 0);
        if (bytes > megabytes * 1024 * 1024)
          this.error(`the plugin's bundle has ${bytes} bytes, more than ${megabytes} MB`);
      },
    },
  };
}

function refusal(absent) {
  return `the plugin's bundle uses ${absent}, which does not work in the app`;
}

/** Only code counts: strings run in workers, which test for what they use. */
function absentInTheApp(node) {
  if (node.type === 'Identifier' && (node.name === '__dirname' || node.name === '__filename')) return node.name;
  if (node.type === 'ImportExpression') return 'import()';
  if (
    node.type === 'CallExpression' &&
    node.callee.name === 'require' &&
    /^(?:node:)?worker_threads$/.test(node.arguments[0]?.value)
  )
    return 'worker_threads';
  return null;
}
