import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { symmetricEigen } from '../../shared/embeddings/lsa/symmetric-eigen.ts';
import { UnigramTokenizer, parseVocabulary } from '../../shared/embeddings/use/unigram-tokenizer.ts';
import { unpack } from '../../shared/embeddings/use/unpack.ts';
import { loadUseEncoder } from '../../shared/embeddings/use/use-encoder.ts';
import { SENTENCE_DIMENSIONS, WORD_DIMENSIONS, WORD_SPACE_BYTES } from '../../shared/embeddings/use/word-space.ts';
import { WordCounter } from '../../shared/embeddings/words/content-words.ts';
import { runSteps } from '../../shared/kit/concurrency/slices.ts';
import { quantiseRow } from '../../shared/search/vectors/quantise.ts';
import { quantiseUse } from '../../build/model/quantise-use.mjs';

/**
 * Writes word-space.bin, the space in which single words are compared (shared/embeddings/use/word-space.ts), from the
 * words of this repository's own notes and documentation as they are then. To be run again if the encoder changes: `npx
 * tsx bench/word-space/make-word-space.ts`. Takes half a minute.
 */
const ROOT = new URL('../../', import.meta.url);
const WORDS_AT_ONCE = 64;
/** Components that tell the form of words rather than their meaning (docs/decisions/static-vectors.md). */
const REMOVED = 5;

const parts = await quantiseUse();
const [graph, wasm] = await Promise.all([unpack(parts.graph), unpack(parts.wasm)]);
const encoder = await loadUseEncoder({ graph, weights: Uint8Array.from(parts.weights), wasm });
const tokenizer = new UnigramTokenizer(parseVocabulary(parts.vocabulary));
const words = (await ownWords()).map((word) => tokenizer.encode(word)).sort((x, y) => x.length - y.length);
const vectors: Float32Array[] = [];
for (let at = 0; at < words.length; at += WORDS_AT_ONCE)
  vectors.push(...(await encoder.encode(words.slice(at, at + WORDS_AT_ONCE))));

const size = SENTENCE_DIMENSIONS;
const centre = Float32Array.from({ length: size }, (_, i) => mean(vectors.map((vector) => vector[i] ?? 0)));
const covariance = new Float64Array(size * size);
for (const vector of vectors) {
  const centred = vector.map((value, i) => value - (centre[i] ?? 0));
  for (let i = 0; i < size; i += 1) {
    const own = centred[i] ?? 0;
    for (let j = 0; j < size; j += 1)
      covariance[i * size + j] = (covariance[i * size + j] ?? 0) + own * (centred[j] ?? 0);
  }
}
const { values, vectors: directions } = runSteps(symmetricEigen(covariance, size));
const factors = new Float32Array(WORD_DIMENSIONS);
const levels = new Int8Array(WORD_DIMENSIONS * size);
for (let row = 0; row < WORD_DIMENSIONS; row += 1) {
  const direction = Float64Array.from({ length: size }, (_, i) => directions[i * size + row + REMOVED] ?? 0);
  factors[row] = quantiseRow(direction, levels.subarray(row * size, (row + 1) * size));
}
const bytes = Buffer.concat([centre, factors, levels].map(({ buffer }) => Buffer.from(buffer)));
if (bytes.length !== WORD_SPACE_BYTES) throw new RangeError(`The space has ${bytes.length} bytes.`);
await writeFile(new URL('../../build/model/word-space.bin', import.meta.url), bytes);
const share = (from: number, to: number): string => {
  const sum = (part: Float64Array): number => part.reduce((total, value) => total + value, 0);
  return `${((100 * sum(values.subarray(from, to))) / sum(values)).toFixed(1)} %`;
};
console.log(
  `${words.length} words; removed ${share(0, REMOVED)} of their variance, kept ${share(REMOVED, REMOVED + WORD_DIMENSIONS)}`,
);

/** The words of all Markdown files, each term as it is written most often. */
async function ownWords(): Promise<string[]> {
  const listed = spawnSync('git', ['ls-files', '-z', '*.md', ':!bench'], { cwd: ROOT, encoding: 'utf8' }).stdout;
  const written = new Map<string, Map<string, number>>();
  const counter = new WordCounter();
  for (const path of listed.split('\0').filter((name) => name !== '')) {
    for (const line of (await readFile(new URL(path, ROOT), 'utf8')).split('\n')) {
      for (const [form, { count, term }] of counter.count(line)) {
        const forms = written.get(term) ?? new Map<string, number>();
        written.set(term, forms.set(form, (forms.get(form) ?? 0) + count));
      }
    }
  }
  return [...written.values()].map((forms) => [...forms].reduce((a, b) => (b[1] > a[1] ? b : a))[0]);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
