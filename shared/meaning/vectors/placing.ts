import { PORTION_LENGTH } from '../../embeddings/lsa/train-lsa.ts';

export interface PlacingOptions {
  /** The vectors of texts, in order; called for one portion at a time. */
  place: (texts: string[]) => Promise<Float32Array[]>;
  /** Takes the vectors of a portion, by key. */
  add: (keys: readonly string[], vectors: readonly Float32Array[]) => Promise<void>;
}

/** Gets the vectors of many texts in portions: one is placed while the next is gathered. */
export class Placing {
  readonly #options: PlacingOptions;
  #gathered = new Map<string, string>();
  #length = 0;
  /** The portion that is being placed. */
  #sent: ReadonlyMap<string, string> = new Map();
  #placed: Promise<void> = Promise.resolve();

  constructor(options: PlacingOptions) {
    this.#options = options;
  }

  /** Takes a text, unless its key is on its way. Throws what placing an earlier portion threw. */
  async take(key: string, text: string): Promise<void> {
    if (this.#gathered.has(key) || this.#sent.has(key)) return;
    this.#gathered.set(key, text);
    this.#length += text.length;
    if (this.#length >= PORTION_LENGTH) await this.#send();
  }

  /** Resolves once all is placed. Throws what placing threw. */
  async end(): Promise<void> {
    await this.#send();
    await this.#placed;
  }

  async #send(): Promise<void> {
    await this.#placed;
    const portion = this.#gathered;
    [this.#sent, this.#gathered, this.#length] = [portion, new Map(), 0];
    if (portion.size === 0) return;
    this.#placed = this.#place(portion);
    // The caller learns of it with the next portion.
    this.#placed.catch(() => undefined);
  }

  async #place(portion: ReadonlyMap<string, string>): Promise<void> {
    const vectors = await this.#options.place([...portion.values()]);
    await this.#options.add([...portion.keys()], vectors);
  }
}
