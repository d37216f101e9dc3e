import type { GraphModel } from '@tensorflow/tfjs-converter';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import { getBackend, tensor1d, tensor2d, tidy } from '@tensorflow/tfjs-core';
import type { NamedTensorMap, Tensor } from '@tensorflow/tfjs-core';
import { modelHandler, startTensorFlow } from './tensorflow.ts';
import { MAX_TOKENS } from './use-text.ts';

/** The encoder's parts, unpacked. */
export interface UseModel {
  /** JSON: `{modelTopology, weightSpecs}` of a TensorFlow.js graph model. */
  graph: Uint8Array;
  /** The weights in the order of `weightSpecs`, quantised if the specs say so. */
  weights: Uint8Array<ArrayBuffer>;
  /** The SIMD build of TensorFlow.js's wasm backend, for one thread. */
  wasm: Uint8Array<ArrayBuffer>;
}

export interface UseEncoder {
  /** `wasm`, or `cpu` without wasm SIMD. */
  backend: string;
  /** The vector of a text, by ids: 512 numbers, of length 1. */
  encode(ids: readonly number[]): Promise<Float32Array>;
}

/** Universal Sentence Encoder Lite (Cer et al. 2018, https://arxiv.org/abs/1803.11175) in TensorFlow.js. */
export async function loadUseEncoder(model: UseModel): Promise<UseEncoder> {
  await startTensorFlow({ wasm: model.wasm });
  const graph = await loadGraphModel(modelHandler(model.graph, model.weights));
  return { backend: getBackend(), encode: (ids) => encode(graph, ids) };
}

async function encode(graph: GraphModel, ids: readonly number[]): Promise<Float32Array> {
  const length = Math.min(ids.length, MAX_TOKENS);
  const result = tidy(() => {
    const values = tensor1d(Int32Array.from(ids.slice(0, length)), 'int32');
    return graph.execute({ values, ...placesOf(length) }, SENTENCE) as Tensor;
  });
  try {
    return normalised(await result.data<'float32'>());
  } finally {
    result.dispose();
  }
}

/** The graph's inputs for a text, besides its ids. */
export function placesOf(length: number): NamedTensorMap {
  const places = tensor2d(
    Int32Array.from({ length }, (_, place) => place),
    [length, 1],
    'int32',
  );
  const indices = tensor2d(
    Int32Array.from({ length: length * 2 }, (_, i) => (i % 2 === 0 ? 0 : i >> 1)),
    [length, 2],
    'int32',
  );
  return { indices, [PLACES_WITHIN_LENGTH]: places, [PLACES_WITH_TOKENS]: indices };
}

/**
 * Inputs that the build made of what the graph would search for: places among the first 128, and places that are not
 * padding.
 */
const PLACES_WITHIN_LENGTH = 'module_apply_default/Encoder_en/KonaTransformer/ClipToMaxLength/Where';
const PLACES_WITH_TOKENS =
  'module_apply_default/Encoder_en/KonaTransformer/Encode/TransformerStack/Layer_1/TransformerLayer/FFN/StoreMask/Where';
/** The output: the sentence's vector. */
export const SENTENCE = 'module_apply_default/Encoder_en/hidden_layers/l2_normalize';

function normalised(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const scale = 1 / Math.sqrt(sum);
  return Float32Array.from(vector, (value) => value * scale);
}
