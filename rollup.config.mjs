import { Buffer } from 'node:buffer';
import { chmod, copyFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import esbuild from 'rollup-plugin-esbuild';
import { singleFile } from './build/single-file.mjs';
import { workerSource } from './build/worker-source.mjs';
import { newestSource, stampBuild } from './scripts/setup.mjs';

const BUILTINS = [...builtinModules, /^node:/];
/** Warnings that say nothing about our code when they come from inside a package. */
const PACKAGES_OWN_BUSINESS = new Set(['CIRCULAR_DEPENDENCY', 'INVALID_ANNOTATION', 'THIS_IS_UNDEFINED']);
const MAX_PLUGIN_BYTES = 3 * 1024 * 1024;
const sourcesFrom = newestSource();

const bridge = {
  input: 'bridge/cli.ts',
  output: {
    dir: 'dist/bridge',
    entryFileNames: 'cli.mjs',
    format: 'es',
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
    sourcemap: true,
  },
  external: BUILTINS,
  plugins: [...common({ target: 'node20', conditions: ['node', 'import'] }), singleFile({ target: 'node20' }), executable('dist/bridge/cli.mjs')],
  onLog: failOnWarnings,
};

const plugin = {
  input: 'plugin/main.ts',
  output: {
    file: 'dist/plugin/main.js',
    format: 'cjs',
    exports: 'named',
    inlineDynamicImports: true,
    sourcemap: true,
  },
  external: ['obsidian', 'electron', ...BUILTINS],
  plugins: [
    ...common({ target: 'es2022', conditions: ['node', 'import'] }),
    fitForTheApp(),
    copyInto('dist/plugin', { 'manifest.json': 'manifest.json', 'plugin/styles.css': 'styles.css' }),
    stamp(),
  ],
  onLog: failOnWarnings,
};

export default [bridge, plugin];

function common({ target, conditions }) {
  return [
    workerSource({ minify: true }),
    nodeResolve({ exportConditions: conditions, preferBuiltins: true, extensions: ['.ts', '.mjs', '.js', '.json'] }),
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

/** Fails where the plugin's bundle needs what the app's window does not have. */
function fitForTheApp() {
  return {
    name: 'fit-for-the-app',
    generateBundle(_options, bundle) {
      const { code, imports } = bundle['main.js'];
      const absent = /\b(?:__dirname|__filename)\b|\bimport\.meta\b/.exec(code)?.[0];
      if (absent !== undefined) this.error(`the plugin's bundle uses ${absent}, which does not exist in the app`);
      if (imports.some((name) => /^(?:node:)?worker_threads$/.test(name))) {
        this.error("the plugin's bundle imports worker_threads, which throws in the app");
      }
      if (Buffer.byteLength(code) > MAX_PLUGIN_BYTES) this.error(`the plugin's bundle is larger than ${MAX_PLUGIN_BYTES} bytes`);
    },
  };
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

/** Last in the last bundle: whatever failed before leaves the old stamp, and so a stale build. */
function stamp() {
  return { name: 'stamp', writeBundle: { sequential: true, order: 'post', handler: () => stampBuild(sourcesFrom) } };
}
