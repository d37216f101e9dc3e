/** A piece of a long text in a model; pieces of a field come in order. */
export interface ModelPiece {
  field: string;
  text: string;
}

/**
 * Cuts the long texts of a model into pieces to send one by one, as copying a message blocks the sender for about 5 ms
 * per million characters on a slow machine. Empty strings take their place.
 */
export function inPieces(model: unknown): { pieces: ModelPiece[]; rest: unknown } {
  if (typeof model !== 'object' || model === null) return { pieces: [], rest: model };
  const pieces: ModelPiece[] = [];
  const rest: Record<string, unknown> = { ...model };
  for (const [field, text] of Object.entries(rest)) {
    if (typeof text !== 'string' || text.length <= PIECE_CHARACTERS) continue;
    for (let at = 0; at < text.length; at += PIECE_CHARACTERS)
      pieces.push({ field, text: text.slice(at, at + PIECE_CHARACTERS) });
    rest[field] = '';
  }
  return { pieces, rest };
}

/** In the worker: holds the pieces until the rest of the model arrives. */
export class ModelPieces {
  #texts = new Map<string, string[]>();

  add({ field, text }: ModelPiece): void {
    const texts = this.#texts.get(field) ?? [];
    texts.push(text);
    this.#texts.set(field, texts);
  }

  /** The model before {@link inPieces}; releases the pieces. */
  joined<Model extends object>(rest: Model): Model {
    const model = { ...rest, ...Object.fromEntries([...this.#texts].map(([field, texts]) => [field, texts.join('')])) };
    this.#texts = new Map();
    return model;
  }
}

const PIECE_CHARACTERS = 1_000_000;
