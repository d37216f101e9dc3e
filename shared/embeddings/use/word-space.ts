/** Numbers of an encoder's vector, and of a word's. */
export const SENTENCE_DIMENSIONS = 512;
export const WORD_DIMENSIONS = 256;

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
const FACTORS_AT = SENTENCE_DIMENSIONS * FLOAT_BYTES;
const LEVELS_AT = FACTORS_AT + WORD_DIMENSIONS * FLOAT_BYTES;
/** The length of {@link WordSpace}'s bytes. */
export const WORD_SPACE_BYTES = LEVELS_AT + WORD_DIMENSIONS * SENTENCE_DIMENSIONS;

/**
 * Where single words are compared. All vectors of words point roughly the same way, and the next few directions tell
 * their form rather than their meaning. These are removed, and of the rest the directions in which words differ most
 * are kept. Fixed once and for all (bench/word-space), so that a word's vector depends on nothing but the word.
 */
export class WordSpace {
  readonly #centre: Float32Array;
  readonly #factors: Float32Array;
  readonly #levels: Int8Array;

  /**
   * @param bytes the centre and a factor for each direction as float32, little-endian, then the directions as int8
   * @throws {RangeError} on another length than {@link WORD_SPACE_BYTES}
   */
  constructor(bytes: Uint8Array) {
    if (bytes.length !== WORD_SPACE_BYTES)
      throw new RangeError(`a space of words has ${bytes.length} bytes instead of ${WORD_SPACE_BYTES}`);
    const { buffer } = bytes.slice();
    this.#centre = new Float32Array(buffer, 0, SENTENCE_DIMENSIONS);
    this.#factors = new Float32Array(buffer, FACTORS_AT, WORD_DIMENSIONS);
    this.#levels = new Int8Array(buffer, LEVELS_AT);
  }

  /** The vector of a word from the encoder's: {@link WORD_DIMENSIONS} numbers, of length 1. */
  place(vector: Float32Array): Float32Array {
    const placed = new Float32Array(WORD_DIMENSIONS);
    let squares = 0;
    for (let row = 0, at = 0; row < WORD_DIMENSIONS; row += 1) {
      let sum = 0;
      for (let i = 0; i < SENTENCE_DIMENSIONS; i += 1, at += 1)
        sum += (this.#levels[at] as number) * ((vector[i] as number) - (this.#centre[i] as number));
      const value = sum * (this.#factors[row] as number);
      placed[row] = value;
      squares += value * value;
    }
    const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
    return placed.map((value) => value * scale);
  }
}
