import '@tensorflow/tfjs-backend-cpu';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { enableProdMode, env, ready, setBackend } from '@tensorflow/tfjs-core';
import type { io } from '@tensorflow/tfjs-core';

/** What TensorFlow.js may read, by name; nothing is fetched. */
export interface LocalFiles {
  /** The SIMD build of the wasm backend, for one thread. */
  wasm: Uint8Array<ArrayBuffer>;
  /** Other inputs, as JSON texts by name. */
  json?: Record<string, string>;
}

/** Starts TensorFlow.js in a worker, with its wasm backend, or the plain one without wasm SIMD. */
export async function startTensorFlow(files: LocalFiles): Promise<void> {
  enableProdMode();
  env().setPlatform('worker', platformWith(files));
  // Threads need shared memory, which the app's windows lack.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  setWasmPaths(Object.fromEntries(WASM_NAMES.map((name) => [name, name])), true);
  await setBackend((await compiles(files.wasm)) ? 'wasm' : 'cpu');
  await ready();
}

/** A local model in place of a downloaded one: JSON of `{modelTopology, weightSpecs}`, and the weights in order. */
export function modelHandler(graph: Uint8Array, weights: Uint8Array<ArrayBuffer>): io.IOHandler {
  const artifacts: io.ModelArtifacts = JSON.parse(new TextDecoder().decode(graph));
  return { load: () => Promise.resolve({ ...artifacts, weightData: weights.buffer }) };
}

/** Checked first, as TensorFlow.js would wait forever for a binary that the processor or the host refuses. */
async function compiles(wasm: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    await WebAssembly.compile(wasm);
    return true;
  } catch {
    return false;
  }
}

const WASM_NAMES = ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm', 'tfjs-backend-wasm-threaded-simd.wasm'];

/** What TensorFlow.js needs from its environment. It gets the same binary whichever it asks for. */
function platformWith({ wasm, json = {} }: LocalFiles): Parameters<ReturnType<typeof env>['setPlatform']>[1] {
  return {
    fetch: (name) => {
      const text = json[name];
      if (text !== undefined)
        return Promise.resolve({ ok: true, json: () => Promise.resolve(JSON.parse(text)) } as Response);
      if (WASM_NAMES.includes(name))
        return Promise.resolve({ ok: true, arrayBuffer: () => Promise.resolve(wasm.buffer) } as Response);
      return Promise.reject(new Error(`TensorFlow.js asks for ${name}, which is not available.`));
    },
    now: () => performance.now(),
    encode: (text) => new TextEncoder().encode(text),
    decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
    isTypedArray: (value): value is Float32Array | Int32Array | Uint8Array | Uint8ClampedArray =>
      value instanceof Float32Array ||
      value instanceof Int32Array ||
      value instanceof Uint8Array ||
      value instanceof Uint8ClampedArray,
  };
}
