import type { SearchInput } from '../../protocol/schemas/find.ts';
import type { Ranked, RankingRequest, VectorKind } from './ranked-hit.ts';

type Rank = (request: RankingRequest) => Promise<Ranked>;

const KEPT = 200;

/**
 * Remembers what ranked the first pages of recent searches. Vectors that are loaded only later, or a model that then
 * answers in time, would rank the next page differently: rows would be repeated or lost.
 */
export class FirstPages {
  readonly #kinds = new Map<string, readonly VectorKind[]>();

  /** Ranks a page, a later one by the kinds of vectors that ranked the first. */
  ranker({ limit: _limit, offset = 0, ...search }: SearchInput, rank: Rank): Rank {
    return async (request) => {
      const key = JSON.stringify([request.query, search]);
      const kinds = offset === 0 ? undefined : this.#kinds.get(key);
      if (kinds !== undefined) return rank({ ...request, kinds });
      const ranked = await rank(request);
      if (ranked.kinds !== undefined) this.#remember(key, ranked.kinds);
      return ranked;
    };
  }

  #remember(key: string, kinds: readonly VectorKind[]): void {
    this.#kinds.delete(key);
    this.#kinds.set(key, kinds);
    for (const oldest of this.#kinds.keys()) {
      if (this.#kinds.size <= KEPT) break;
      this.#kinds.delete(oldest);
    }
  }
}
