import { isNotePath } from '../vault/paths.ts';

/** Where the notes went that this process moved a moment ago: a call sent before the answer may still name their old paths. */
export class RecentMoves {
  readonly #moves = new Map<string, { to: string; untilMs: number }>();
  readonly #clock: () => number;

  /** @param clock milliseconds that never run backwards */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  add(from: string, to: string): void {
    for (const [path, { untilMs }] of this.#moves) if (untilMs < this.#clock()) this.#moves.delete(path);
    this.#moves.delete(to);
    this.#moves.set(from, { to, untilMs: this.#clock() + REMEMBERED_MS });
  }

  /** The path that the note at `path` (with or without `.md`) has now, or null where none was moved from there a moment ago. */
  find(path: string): string | null {
    const bare = path.trim().replace(/^\/+/, '');
    let found: string | null = null;
    for (let at = isNotePath(bare) ? bare : `${bare}.md`, steps = 0; steps < MOST_STEPS; steps++) {
      const move = this.#moves.get(at);
      if (move === undefined || move.untilMs < this.#clock()) break;
      at = found = move.to;
    }
    return found;
  }
}

const REMEMBERED_MS = 5_000;
const MOST_STEPS = 10;
