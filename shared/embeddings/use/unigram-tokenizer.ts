import { ownString } from '../../kit/text/own-string.ts';
import { PieceNode } from './piece-node.ts';

/** A piece of text that the encoder knows, and the logarithm of its likelihood; null counts as 0. */
export type VocabularyEntry = readonly [piece: string, score: number | null];

/** Reads a vocabulary of our own bundle, which is trusted. */
export function parseVocabulary(json: string): VocabularyEntry[] {
  return JSON.parse(json);
}

/**
 * SentencePiece's unigram tokenizer (Kudo 2018, https://arxiv.org/abs/1804.10959), as published with the sentence
 * encoder for JavaScript: the most likely way to cut a text into pieces of the vocabulary.
 */
export class UnigramTokenizer {
  readonly #pieces: PieceNode;
  /** Token counts of words, which a vault repeats. */
  readonly #lengths = new Map<string, number>();

  /** An entry's index is its id; the first six are reserved. Only the start of a piece may be a space mark. */
  constructor(vocabulary: readonly VocabularyEntry[]) {
    this.#pieces = piecesOf(vocabulary);
  }

  /**
   * The ids of a text's pieces, in order; a run of unknown characters is one id 0. The text is taken in NFKC. Replace
   * other whitespace by spaces first.
   */
  encode(text: string): number[] {
    const normalised = text.normalize('NFKC');
    return normalised === '' ? [] : bestCut(codePoints(BLANK + normalised.replaceAll(' ', BLANK)), this.#pieces);
  }

  /** About how many ids {@link encode} gives, three times as fast: counts each word by itself, and remembers it. */
  count(text: string): number {
    if (text === '') return 0;
    let count = 0;
    for (const word of text.normalize('NFKC').split(' ')) count += this.#lengths.get(word) ?? this.#measure(word);
    return count;
  }

  #measure(word: string): number {
    const length = bestCut(codePoints(BLANK + word), this.#pieces).length;
    if (word.length <= MAX_KEPT_LENGTH) {
      if (this.#lengths.size >= MAX_KEPT_WORDS) this.#lengths.clear();
      this.#lengths.set(ownString(word), length);
    }
    return length;
  }
}

/** The first pieces are for unknowns, bounds and padding, and match no text. */
const RESERVED = 6;
const UNKNOWN = 0;
/** A space within pieces, and before the first word. */
const BLANK = '\u2581';
const MAX_KEPT_WORDS = 20_000;
const MAX_KEPT_LENGTH = 32;

function codePoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) ?? 0;
    if (point > 0xffff) at++;
    points[count++] = point;
  }
  return points.subarray(0, count);
}

/**
 * Viterbi's algorithm: finds the best cut of each beginning, then reads that of the whole backwards. As in the
 * published tokenizer, a place where no piece ends is reached by an unknown character, at no cost.
 */
function bestCut(symbols: Uint32Array, pieces: PieceNode): number[] {
  const best = new Float64Array(symbols.length + 1);
  const piece = new Int32Array(symbols.length + 1);
  const length = new Int32Array(symbols.length + 1).fill(1);
  for (let start = 0; start < symbols.length; start++) {
    const base = best[start] ?? 0;
    let known = false;
    let node: PieceNode | undefined = pieces;
    for (let end = start + 1; end <= symbols.length; end++) {
      node = node.next(symbols[end - 1] ?? 0);
      if (node === undefined) break;
      if (node.id === UNKNOWN) continue;
      known = true;
      offer(end, base + node.score, node.id, end - start);
    }
    if (!known) offer(start + 1, base, UNKNOWN, 1);
  }
  return readBackwards(piece, length);

  function offer(end: number, score: number, id: number, size: number): void {
    const before = best[end] ?? 0;
    // Zero means not reached yet.
    if (before !== 0 && score < before) return;
    best[end] = score;
    piece[end] = id;
    length[end] = size;
  }
}

function readBackwards(piece: Int32Array, length: Int32Array): number[] {
  const ids: number[] = [];
  for (let end = piece.length - 1; end > 0; end -= length[end] ?? 1) {
    const id = piece[end] ?? UNKNOWN;
    if (id !== UNKNOWN || ids.at(-1) !== UNKNOWN) ids.push(id);
  }
  return ids.reverse();
}

function piecesOf(vocabulary: readonly VocabularyEntry[]): PieceNode {
  const root = new PieceNode(0);
  for (const [id, [piece, score]] of vocabulary.entries())
    if (id >= RESERVED) root.add({ id, piece, score: score ?? 0 });
  return root;
}
