import { transform } from 'esbuild';

/**
 * Rollup plugin: leaves white space and comments, a quarter of the code, out of each chunk, and writes expressions and
 * statements in their shortest form. Names stay, but for those within the functions of packages in chunks of their own.
 * Strings and names are ASCII afterwards.
 */
export function denseChunks({ target }) {
  return {
    name: 'dense-chunks',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const { code, map, warnings } = await transform(withInlineMap(chunk), {
            target,
            sourcefile: chunk.fileName,
            sourcemap: 'external',
            legalComments: 'none',
            minifyWhitespace: true,
            minifySyntax: true,
            minifyIdentifiers: isOfPackages(chunk),
            logLevel: 'silent',
          });
          for (const warning of warnings) this.error(warning.text);
          chunk.code = code;
          chunk.map = JSON.parse(map);
        }
      },
    },
  };
}

function isOfPackages({ moduleIds }) {
  return moduleIds.every((id) => /[\\/]node_modules[\\/]|^\0/.test(id));
}

/** A chunk's code as esbuild reads it together with its source map. */
function withInlineMap({ code, map }) {
  const bare = code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  return `${bare}\n//# sourceMappingURL=${map.toUrl()}`;
}
