interface Piece {
  id: number;
  piece: string;
  score: number;
}

/**
 * A node of a trie of pieces, which grows where it is walked: the whole of 8,000 pieces takes a long moment to make.
 */
export class PieceNode {
  /** Of the piece that ends here; 0 if none does. */
  id = 0;
  score = 0;
  /** Length of the way to this node, in UTF-16 units. */
  readonly #depth: number;
  #beyond: Piece[] = [];
  #children: Map<number, PieceNode> | null = null;

  constructor(depth: number) {
    this.#depth = depth;
  }

  /** Adds a piece that goes by this node. All are added before the node is walked. */
  add(piece: Piece): void {
    if (piece.piece.length > this.#depth) this.#beyond.push(piece);
    else [this.id, this.score] = [piece.id, piece.score];
  }

  /** The node after one more code point. */
  next(point: number): PieceNode | undefined {
    this.#children ??= this.#grown();
    return this.#children.get(point);
  }

  #grown(): Map<number, PieceNode> {
    const children = new Map<number, PieceNode>();
    for (const piece of this.#beyond) {
      const point = piece.piece.codePointAt(this.#depth) ?? 0;
      let child = children.get(point);
      if (child === undefined) children.set(point, (child = new PieceNode(this.#depth + (point > 0xffff ? 2 : 1))));
      child.add(piece);
    }
    this.#beyond = [];
    return children;
  }
}
