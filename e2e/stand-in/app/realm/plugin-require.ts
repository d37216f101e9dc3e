import { createRequire, isBuiltin } from 'node:module';
import { electronStub } from './electron-stub.ts';
import { inertEditorModule } from './inert-modules.ts';

const nodeRequire = createRequire(import.meta.url);

/** Packages that the app gives to plugins out of its own code. */
const FROM_THE_APP = /^(?:moment$|@codemirror\/|@lezer\/)/;

/**
 * The `require` that plugins get: the app's module, `electron`, the packages that the app shares, and Node's builtins without
 * `worker_threads`, which Electron's renderer does not have. Anything else is refused. `window.require`, which is Electron's own,
 * is the same without the app's module.
 */
export function createPluginRequire(obsidian: object | null): (name: string) => unknown {
  return (name) => {
    const bare = name.replace(/^node:/, '');
    if (name === 'obsidian' && obsidian !== null) return obsidian;
    if (name === 'electron' || name === '@electron/remote') return electronStub;
    if (bare === 'worker_threads') throw new Error('The V8 platform used by this instance of Node does not support creating Workers');
    if (isBuiltin(name)) return nodeRequire(name);
    if (FROM_THE_APP.test(name)) return ownPackage(name);
    throw new Error(`Cannot find module '${name}'`);
  };
}

/** A package that the app shares: the real one where it is installed here, else one whose members do nothing. */
function ownPackage(name: string): unknown {
  try {
    return nodeRequire(name);
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    return inertEditorModule(name);
  }
}
