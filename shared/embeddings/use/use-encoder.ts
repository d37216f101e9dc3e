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
  /** The vector of each text, by its ids: 512 numbers, of length 1. Together, short texts take a sixth of the time. */
  encode(texts: readonly (readonly number[])[]): Promise<Float32Array[]>;
}

/** Universal Sentence Encoder Lite (Cer et al. 2018, https://arxiv.org/abs/1803.11175) in TensorFlow.js. */
export async function loadUseEncoder(model: UseModel): Promise<UseEncoder> {
  await startTensorFlow({ wasm: model.wasm });
  const graph = await loadGraphModel(modelHandler(model.graph, model.weights));
  return { backend: getBackend(), encode: (texts) => encode(graph, texts) };
}

async function encode(graph: GraphModel, texts: readonly (readonly number[])[]): Promise<Float32Array[]> {
  const read = texts.map((ids) => ids.slice(0, MAX_TOKENS));
  const result = tidy(() => {
    const values = tensor1d(Int32Array.from(read.flat()), 'int32');
    return graph.execute({ values, ...placesOf(read.map(({ length }) => length)) }, SENTENCE) as Tensor;
  });
  try {
    const numbers = await result.data<'float32'>();
    const size = numbers.length / texts.length;
    return texts.map((_, i) => normalised(numbers.subarray(i * size, (i + 1) * size)));
  } finally {
    result.dispose();
  }
}

/** The graph's inputs for texts of these lengths, in ids, besides the ids. No text may be empty. */
export function placesOf(lengths: readonly number[]): NamedTensorMap {
  const pairs = lengths.flatMap((length, text) => Array.from({ length }, (_, place) => [text, place])).flat();
  const count = pairs.length / 2;
  const places = tensor2d(
    Int32Array.from({ length: count }, (_, place) => place),
    [count, 1],
    'int32',
  );
  const indices = tensor2d(Int32Array.from(pairs), [count, 2], 'int32');
  return { indices, [PLACES_WITHIN_LENGTH]: places, [PLACES_WITH_TOKENS]: indices };
}

/**
 * Inputs that the build made of what the graph would search for: ids among the first 128 of their text, counted through
 * all texts, and the places of each text that are not padding.
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
