import { loadGraphModel, slice, tidy } from '@tensorflow/tfjs';
import type { GraphModel, NamedTensorMap, Tensor, Tensor2D } from '@tensorflow/tfjs';
import { UniversalSentenceEncoder } from '@tensorflow-models/universal-sentence-encoder';
import { modelHandler, startTensorFlow } from '../use/tensorflow.ts';
import type { UseModel } from '../use/use-encoder.ts';
import { placesOf, SENTENCE } from '../use/use-encoder.ts';
import { MAX_TOKENS } from '../use/use-text.ts';

/** Sets what {@link load} builds the encoder from; `vocabulary` is JSON, `VocabularyEntry[]`. */
export function provideModel(model: UseModel & { vocabulary: string }): void {
  provided = model;
}

/**
 * Replaces in a bundle the function of this name in @tensorflow-models/universal-sentence-encoder, which would fetch
 * the model (see build/workers/local-encoder.mjs): the package's own encoder, with the model provided.
 */
export async function load(): Promise<UniversalSentenceEncoder> {
  if (provided === null) throw new Error('No model was provided for the sentence encoder.');
  const { wasm, vocabulary } = provided;
  await startTensorFlow({ wasm, json: { [VOCABULARY]: vocabulary } });
  const encoder = new LocalEncoder(provided);
  await encoder.load({ vocabUrl: VOCABULARY });
  return encoder;
}

/** The package's name for the vocabulary. */
const VOCABULARY = 'vocab.json';

/** A worker has one model all its life. */
let provided: (UseModel & { vocabulary: string }) | null = null;

class LocalEncoder extends UniversalSentenceEncoder {
  readonly #model: UseModel;
  #lastResult: Tensor | null = null;

  constructor(model: UseModel) {
    super();
    this.#model = model;
  }

  override async loadModel(): Promise<GraphModel> {
    const graph = await loadGraphModel(modelHandler(this.#model.graph, this.#model.weights));
    graph.executeAsync = (inputs) => Promise.resolve(executeForOneText(graph, inputs as NamedTensorMap));
    return graph;
  }

  /** Frees the last result, which the caller has read by now. */
  override async embed(inputs: string | string[]): Promise<Tensor2D> {
    this.#lastResult?.dispose();
    return (this.#lastResult = await super.embed(inputs)) as Tensor2D;
  }
}

/** The graph reads a limited number of tokens, and takes positions as inputs: see use-encoder.ts. */
function executeForOneText(graph: GraphModel, { values }: NamedTensorMap): Tensor {
  if (values === undefined) throw new Error('The sentence encoder was given no tokens.');
  const length = Math.min(values.size, MAX_TOKENS);
  return tidy(() => graph.execute({ values: slice(values, 0, length), ...placesOf([length]) }, SENTENCE) as Tensor);
}
