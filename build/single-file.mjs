import { build } from 'esbuild';
import { withInlineMap } from './dense-chunks.mjs';

const NAMESPACE = 'rollup-chunk';

/**
 * Rollup plugin: puts the chunks of an ESM bundle into its entry's one file, in which a chunk imported
 * dynamically is evaluated only on demand. Rollup's own `inlineDynamicImports` evaluates all of them at start.
 * The file is ASCII, for code, and without whitespace and comments, which are a quarter of it; names stay.
 *
 * @param options `target` as for esbuild; `footer` returns the comment at the file's end, from the plugin
 *   context and the chunks
 */
export function singleFile({ target, footer }) {
  return {
    name: 'single-file',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const entry = chunks.find((chunk) => chunk.isEntry);
        const result = await build({
          entryPoints: [entry.fileName],
          outfile: entry.fileName,
          bundle: true,
          write: false,
          format: 'esm',
          platform: 'node',
          target,
          sourcemap: 'linked',
          legalComments: 'none',
          minifyWhitespace: true,
          footer: { js: await footer(this, chunks) },
          plugins: [fromChunks(bundle)],
          logLevel: 'silent',
        });
        for (const warning of result.warnings) this.error(warning.text);
        for (const name of Object.keys(bundle)) Reflect.deleteProperty(bundle, name);
        for (const file of result.outputFiles) {
          const fileName = file.path.endsWith('.map') ? `${entry.fileName}.map` : entry.fileName;
          this.emitFile({ type: 'asset', fileName, source: file.text });
        }
      },
    },
  };
}

/** Lets esbuild read Rollup's output in memory, including source maps. */
function fromChunks(bundle) {
  return {
    name: 'from-chunks',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path }) => {
        const name = path.replace(/^\.\//, '');
        return name in bundle ? { path: name, namespace: NAMESPACE } : { path, external: true };
      });
      onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: withInlineMap(bundle[path]),
        loader: 'js',
      }));
    },
  };
}
