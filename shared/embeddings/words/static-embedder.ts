import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import type { Embedder, EmbedOptions, WordEncoder } from '../embedder.ts';
import { logOfCount } from '../lsa/term-counts.ts';
import { WordCounter, type ContentWord } from './content-words.ts';
import type { KnownWords } from './known-words.ts';

export interface StaticEmbedderOptions {
  words: WordEncoder;
  known: KnownWords;
  /** How rare a full-text term is among the notes now. */
  rarityOf: (term: string) => number;
  slicer: Slicer;
  /** Of the model that the words are from, so that passages are the same; no text is too long. */
  maxTokens: number;
}

/**
 * Static embeddings: a text's vector is the sum of its words', rare ones weighing most, in any order. Hundreds of times
 * as fast as the model that made the words' vectors, once that has seen each word by itself. New words of documents are
 * kept, those of queries are not.
 */
export function createStaticEmbedder(options: StaticEmbedderOptions): Embedder {
  const { words, known, slicer, maxTokens } = options;
  const rarities = new Rarities(options.rarityOf);
  let counter = new WordCounter();
  let hasClosed = false;
  return {
    identity: {
      provider: 'use',
      model: `words-${words.space}`,
      dimensions: words.dimensions,
      prefixes: { query: '', document: '' },
    },
    maxTokens,
    // Two calls at once would ask for the same new words.
    pace: { textsPerCall: TEXTS_A_CALL, callsAtOnce: 1 },
    countTokens: () => 0,
    embed: async (texts, kind, { signal, priority = kind === 'query' ? 'now' : 'background' } = {}) => {
      await known.load();
      const counted = await slicer.run(countAll(counter, texts));
      // Not a full call, so the last one for now: the counter's cache takes megabytes.
      if (texts.length < TEXTS_A_CALL) counter = new WordCounter();
      signal?.throwIfAborted();
      const asked = { priority, ...(signal === undefined ? {} : { signal }) };
      if (kind === 'query') {
        // Without the model, the words that are known are better than nothing.
        const passing = await vectorsOf(unknownOf(counted, known), words, asked).catch(() => NONE);
        return slicer.run(placeAll(counted, known, rarities, passing));
      }
      await learn(unknownOf(counted, known), options, asked);
      return slicer.run(placeAll(counted, known, rarities, NONE));
    },
    state: () => ({ phase: hasClosed ? 'closed' : 'ready' }),
    retry: () => {
      rarities.forget();
    },
    close: async () => {
      hasClosed = true;
      await known.save();
    },
  };
}

const TEXTS_A_CALL = 128;
/** A second's work. */
const WORDS_AT_ONCE = 512;
const NONE: ReadonlyMap<string, Float32Array> = new Map();
/** Notes may have come and gone since. */
const RARITY_LASTS_MS = 60_000;

/** Remembers for a while how rare terms are. */
class Rarities {
  readonly #rarityOf: (term: string) => number;
  #known = new Map<string, number>();
  #since = -Infinity;

  constructor(rarityOf: (term: string) => number) {
    this.#rarityOf = rarityOf;
  }

  of(term: string): number {
    const now = performance.now();
    if (now - this.#since > RARITY_LASTS_MS) {
      this.forget();
      this.#since = now;
    }
    const known = this.#known.get(term);
    if (known !== undefined) return known;
    const rarity = this.#rarityOf(term);
    this.#known.set(term, rarity);
    return rarity;
  }

  forget(): void {
    this.#known = new Map();
  }
}

type Counted = ReadonlyMap<string, ContentWord>;

function* countAll(counter: WordCounter, texts: readonly string[]): Steps<Counted[]> {
  const counted: Counted[] = [];
  for (const text of texts) {
    counted.push(counter.count(text));
    yield;
  }
  return counted;
}

/** Some at a time: if it is broken off, or the process killed, the others stay known. */
async function learn(
  unknown: readonly string[],
  { words, known, slicer }: StaticEmbedderOptions,
  asked: EmbedOptions,
): Promise<void> {
  for (let first = 0; first < unknown.length && !known.table.isFull; first += WORDS_AT_ONCE) {
    const some = await vectorsOf(unknown.slice(first, first + WORDS_AT_ONCE), words, asked);
    for (const [word, vector] of some) {
      known.table.put(word, vector);
      await slicer.pause();
    }
    await known.saveMany();
  }
}

/** Words without a vector, those of like length together, as the model pads the others. */
function unknownOf(counted: readonly Counted[], { table }: KnownWords): string[] {
  const unknown = new Set<string>();
  for (const words of counted) for (const word of words.keys()) if (!table.has(word)) unknown.add(word);
  return [...unknown].sort((a, b) => a.length - b.length);
}

async function vectorsOf(
  unknown: readonly string[],
  words: WordEncoder,
  options: EmbedOptions,
): Promise<ReadonlyMap<string, Float32Array>> {
  if (unknown.length === 0) return NONE;
  const vectors = await words.embed(unknown, options);
  return new Map(unknown.flatMap((word, i) => (vectors[i] === undefined ? [] : [[word, vectors[i]] as const])));
}

function* placeAll(
  counted: readonly Counted[],
  { table }: KnownWords,
  rarities: Rarities,
  passing: ReadonlyMap<string, Float32Array>,
): Steps<Float32Array[]> {
  const placed: Float32Array[] = [];
  for (const words of counted) {
    const sum = new Float64Array(table.dimensions);
    for (const [word, { count, term }] of words) {
      const weight = rarities.of(term) * logOfCount(count);
      const own = passing.get(word);
      if (own === undefined) table.addTo(sum, word, weight);
      else for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + weight * (own[i] as number);
    }
    placed.push(Float32Array.from(sum));
    yield;
  }
  return placed;
}
