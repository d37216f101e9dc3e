import { Buffer } from 'node:buffer';
import { nodesOf } from './syntax-tree.mjs';

/** Rollup plugin: fails if the plugin's bundle needs something the app's window lacks. */
export function fitForTheApp(fileName) {
  return {
    name: 'fit-for-the-app',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const code = bundle[fileName].source;
        for (const node of nodesOf(this.parse(code))) {
          const absent = absentInTheApp(node);
          if (absent !== null) this.error(`the plugin's bundle uses ${absent}, which does not work in the app`);
        }
      },
    },
  };
}

/** Rollup plugin: fails if a file, at this point in the list, is larger than n megabytes. */
export function atMost(megabytes, fileName) {
  return {
    name: 'at-most',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const bytes = Buffer.byteLength(bundle[fileName].source);
        if (bytes > megabytes * 1024 * 1024) this.error(`${fileName} has ${bytes} bytes, more than ${megabytes} MB`);
      },
    },
  };
}

/** Only code counts: strings run in workers, which test for what they use. */
function absentInTheApp(node) {
  if (node.type === 'Identifier' && (node.name === '__dirname' || node.name === '__filename')) return node.name;
  if (node.type === 'MetaProperty' && node.meta.name === 'import') return 'import.meta';
  if (node.type === 'ImportExpression') return 'import()';
  if (
    node.type === 'CallExpression' &&
    node.callee.name === 'require' &&
    /^(?:node:)?worker_threads$/.test(node.arguments[0]?.value)
  )
    return 'worker_threads';
  return null;
}
