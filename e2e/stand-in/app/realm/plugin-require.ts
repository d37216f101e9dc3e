import { createRequire, isBuiltin } from 'node:module';
import { electronStub } from './electron-stub.ts';

const nodeRequire = createRequire(import.meta.url);

/**
 * The `require` that plugins get: the app's module, `electron`, `moment`, and Node's builtins without `worker_threads`,
 * which Electron's renderer does not have. Anything else is refused, CodeMirror included. `window.require`, which is
 * Electron's own, is the same without the app's module.
 */
export function createPluginRequire(obsidian: object | null): (name: string) => unknown {
  return (name) => {
    const bare = name.replace(/^node:/, '');
    if (name === 'obsidian' && obsidian !== null) return obsidian;
    if (name === 'electron' || name === '@electron/remote') return electronStub;
    if (bare === 'worker_threads')
      throw new Error('The V8 platform used by this instance of Node does not support creating Workers');
    if (name === 'moment' || isBuiltin(name)) return nodeRequire(name);
    throw new Error(`Cannot find module '${name}'`);
  };
}
