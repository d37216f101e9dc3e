import { chmod, copyFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import esbuild from 'rollup-plugin-esbuild';
import { asciiAlone } from './build/chunks/ascii-alone.mjs';
import { denseChunks } from './build/chunks/dense-chunks.mjs';
import { atMost, fitForTheApp } from './build/chunks/fit-for-the-app.mjs';
import { inPieces } from './build/chunks/in-pieces.mjs';
import { joinStyles } from './build/join-styles.mjs';
import { modelFile } from './build/model/model-file.mjs';
import { notices } from './build/chunks/notices.mjs';
import { oneValidator } from './build/chunks/one-validator.mjs';
import { useModel } from './build/model/quantise-use.mjs';
import { textsInComments } from './build/texts/text-in-comment.mjs';
import { workerSource } from './build/workers/worker-source.mjs';
import { newestSource, stampBuild } from './scripts/setup.mjs';

const BUILTINS = [...builtinModules, /^node:/];
/** Warnings that say nothing about our code when they come from inside a package. */
const PACKAGES_OWN_BUSINESS = new Set(['CIRCULAR_DEPENDENCY', 'INVALID_ANNOTATION', 'THIS_IS_UNDEFINED']);
/**
 * What the plugin may hold: without the built-in sentence encoder's code, and in all. The app's directory warns from 5
 * MB on.
 */
const MAX_CODE_MB = 3.5;
const MAX_PLUGIN_MB = 4.5;
/** Bytes of the plugin's code that the app parses while it starts; 250,000 take some 15 ms. */
const MAX_AT_ONCE = 250_000;
/** Packages so large that the window should have a turn between them and the rest. They need none but small ones. */
const LARGE_PACKAGES =
  /[\\/]node_modules[\\/](zod|mime-db|graphology|@orama|@lezer|@eslint-community|ignore|yaml|ws)[\\/]/;
const sourcesFrom = newestSource();

const IN_PIECES = {
  format: 'cjs',
  exports: 'named',
  interop: 'default',
  // The app's window would take `import()` of a package for that of a URL; there only `require` finds one.
  dynamicImportInCjs: false,
  sourcemap: true,
};

const bridge = {
  input: 'bridge/cli.ts',
  output: {
    dir: 'dist/bridge',
    entryFileNames: 'cli.mjs',
    chunkFileNames: '[name].js',
    ...IN_PIECES,
  },
  external: BUILTINS,
  plugins: [
    oneValidator(),
    ...compiled({ target: 'node20' }),
    denseChunks({ target: 'node20' }),
    asciiAlone(),
    useModel(),
    textsInComments(),
    inPieces({ name: 'vault-loom', mostAtOnce: MAX_AT_ONCE, footer: notices, program: true }),
    modelFile('dist/model'),
    executable('dist/bridge/cli.mjs'),
  ],
  onLog: failOnWarnings,
};

const plugin = {
  input: 'plugin/main.ts',
  output: {
    dir: 'dist/plugin',
    entryFileNames: 'main.js',
    chunkFileNames: '[name].js',
    manualChunks: (id) => LARGE_PACKAGES.exec(id)?.[1],
    ...IN_PIECES,
  },
  external: ['obsidian', 'electron', ...BUILTINS],
  plugins: [
    // Express's body parsers know a hundred encodings by it; nothing here calls them.
    leftOut('iconv-lite'),
    momentOfTheApp(),
    ...compiled({ target: 'es2022' }),
    denseChunks({ target: 'es2022' }),
    asciiAlone(),
    fitForTheApp(),
    atMost(MAX_CODE_MB),
    useModel(),
    textsInComments(),
    inPieces({ name: 'plugin:vault-loom', mostAtOnce: MAX_AT_ONCE, footer: notices }),
    atMost(MAX_PLUGIN_MB),
    copyInto('dist/plugin', { 'manifest.json': 'manifest.json' }),
    joinStyles('plugin', 'dist/plugin/styles.css'),
    stamp(),
  ],
  onLog: failOnWarnings,
};

export default [bridge, plugin];

/** Puts an empty module in the place of a package. */
function leftOut(name) {
  const id = `\0left-out:${name}`;
  return {
    name: 'left-out',
    resolveId: (wanted) => (wanted === name ? id : null),
    load: (wanted) => (wanted === id ? 'export default {};' : null),
  };
}

/** The app has Moment, in the person's language. */
function momentOfTheApp() {
  const id = '\0moment-of-the-app';
  return {
    name: 'moment-of-the-app',
    resolveId: (wanted) => (/(?:^\.|kit\/time)\/moment\.ts$/.test(wanted) ? id : null),
    load: (wanted) => (wanted === id ? "export { moment } from 'obsidian';" : null),
  };
}

function compiled({ target }) {
  return [
    workerSource({ minify: true }),
    nodeResolve({
      exportConditions: ['node', 'import'],
      preferBuiltins: true,
      extensions: ['.ts', '.mjs', '.js', '.json'],
    }),
    json({ preferConst: true }),
    commonjs(),
    esbuild({ target, tsconfig: false }),
  ];
}

/** A warning is a mistake of ours, except what packages do inside themselves. */
function failOnWarnings(level, log, handler) {
  const ids = log.ids ?? [log.id ?? ''];
  if (PACKAGES_OWN_BUSINESS.has(log.code) && ids.every((id) => id.includes('node_modules'))) return;
  handler(level === 'warn' ? 'error' : level, log);
}

function executable(file) {
  return { name: 'executable', writeBundle: () => chmod(file, 0o755) };
}

function copyInto(folder, files) {
  return {
    name: 'copy-into',
    buildStart() {
      for (const from of Object.keys(files)) this.addWatchFile(from);
    },
    async writeBundle() {
      for (const [from, to] of Object.entries(files)) await copyFile(from, `${folder}/${to}`);
    },
  };
}

/** Last in the last bundle: any failure before leaves the old stamp, and so a stale build. */
function stamp() {
  return { name: 'stamp', writeBundle: { sequential: true, order: 'post', handler: () => stampBuild(sourcesFrom) } };
}
