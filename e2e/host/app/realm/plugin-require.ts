import { createRequire, isBuiltin } from 'node:module';
import { electronStub } from './electron-stub.ts';

const nodeRequire = createRequire(import.meta.url);

/** Packages that the app gives to plugins out of its own code. */
const FROM_THE_APP = /^(?:moment$|@codemirror\/|@lezer\/)/;

/**
 * The `require` that plugins get: the app's module, `electron`, the packages that the app shares, and Node's builtins without
 * `worker_threads`, which Electron's renderer does not have. Anything else is refused.
 */
export function createPluginRequire(obsidian: object): (name: string) => unknown {
  return (name) => {
    const bare = name.replace(/^node:/, '');
    if (name === 'obsidian') return obsidian;
    if (name === 'electron' || name === '@electron/remote') return electronStub;
    if (bare === 'worker_threads') throw new Error('The V8 platform used by this instance of Node does not support creating Workers');
    if (isBuiltin(name)) return nodeRequire(name);
    if (FROM_THE_APP.test(name)) return nodeRequire(name);
    throw new Error(`Cannot find module '${name}'`);
  };
}
