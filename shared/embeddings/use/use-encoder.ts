import '@tensorflow/tfjs-backend-cpu';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import type { GraphModel } from '@tensorflow/tfjs-converter';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import { enableProdMode, env, getBackend, ready, setBackend, tensor1d, tensor2d, tidy } from '@tensorflow/tfjs-core';
import type { Tensor, io } from '@tensorflow/tfjs-core';
import { MAX_TOKENS } from './use-text.ts';

/** What the encoder is built from, unpacked. */
export interface UseModel {
  /** JSON: `{modelTopology, weightSpecs}` of a TensorFlow.js graph model. */
  graph: Uint8Array;
  /** The weights in the order of `weightSpecs`, quantised where the specs say so. */
  weights: Uint8Array<ArrayBuffer>;
  /** The SIMD build of TensorFlow.js's wasm backend, for one thread. */
  wasm: Uint8Array<ArrayBuffer>;
}

export interface UseEncoder {
  /** `wasm`, or `cpu` where there is no wasm with SIMD. */
  backend: string;
  /** The vector of a text's ids: 512 numbers, of length 1. */
  encode(ids: readonly number[]): Promise<Float32Array>;
}

/** Universal Sentence Encoder Lite (Cer et al. 2018, https://arxiv.org/abs/1803.11175) in TensorFlow.js. */
export async function loadUseEncoder(model: UseModel): Promise<UseEncoder> {
  await chooseBackend(model.wasm);
  const graph = await loadGraphModel(handlerOf(model));
  return { backend: getBackend(), encode: (ids) => encode(graph, ids) };
}

async function chooseBackend(wasm: Uint8Array<ArrayBuffer>): Promise<void> {
  enableProdMode();
  env().setPlatform('worker', platformWith(wasm));
  // Threads would need shared memory, which the app's windows do not have.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  setWasmPaths(Object.fromEntries(WASM_NAMES.map((name) => [name, name])), true);
  await setBackend((await compiles(wasm)) ? 'wasm' : 'cpu');
  await ready();
}

/** Asked beforehand, since TensorFlow.js would wait for ever for a binary that the processor or the host refuses. */
async function compiles(wasm: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    await WebAssembly.compile(wasm);
    return true;
  } catch {
    return false;
  }
}

const WASM_NAMES = ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm', 'tfjs-backend-wasm-threaded-simd.wasm'];

/** What TensorFlow.js asks of its surroundings; its `fetch` answers with the binary, whatever is asked for. */
function platformWith(wasm: Uint8Array<ArrayBuffer>): Parameters<ReturnType<typeof env>['setPlatform']>[1] {
  return {
    fetch: () => Promise.resolve({ ok: true, arrayBuffer: () => Promise.resolve(wasm.buffer) } as Response),
    now: () => performance.now(),
    encode: (text) => new TextEncoder().encode(text),
    decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
    isTypedArray: (value): value is Float32Array | Int32Array | Uint8Array | Uint8ClampedArray =>
      value instanceof Float32Array || value instanceof Int32Array || value instanceof Uint8Array || value instanceof Uint8ClampedArray,
  };
}

function handlerOf({ graph, weights }: UseModel): io.IOHandler {
  const { modelTopology, weightSpecs } = JSON.parse(new TextDecoder().decode(graph)) as io.ModelArtifacts;
  return { load: () => Promise.resolve({ modelTopology, weightSpecs, weightData: weights.buffer } as io.ModelArtifacts) };
}

async function encode(graph: GraphModel, ids: readonly number[]): Promise<Float32Array> {
  const length = Math.min(ids.length, MAX_TOKENS);
  const result = tidy(() => {
    const values = tensor1d(Int32Array.from(ids.slice(0, length)), 'int32');
    const places = tensor2d(Int32Array.from({ length }, (_, place) => place), [length, 1], 'int32');
    const indices = tensor2d(Int32Array.from({ length: length * 2 }, (_, i) => (i % 2 === 0 ? 0 : i >> 1)), [length, 2], 'int32');
    return graph.execute({ values, indices, [PLACES_WITHIN_LENGTH]: places, [PLACES_WITH_TOKENS]: indices }, SENTENCE) as Tensor;
  });
  try {
    return normalised(await result.data<'float32'>());
  } finally {
    result.dispose();
  }
}

/** Inputs that the build made of what the graph searched for: places among the first 128, and places that are not padding. */
const PLACES_WITHIN_LENGTH = 'module_apply_default/Encoder_en/KonaTransformer/ClipToMaxLength/Where';
const PLACES_WITH_TOKENS = 'module_apply_default/Encoder_en/KonaTransformer/Encode/TransformerStack/Layer_1/TransformerLayer/FFN/StoreMask/Where';
const SENTENCE = 'module_apply_default/Encoder_en/hidden_layers/l2_normalize';

function normalised(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const scale = 1 / Math.sqrt(sum);
  return Float32Array.from(vector, (value) => value * scale);
}
