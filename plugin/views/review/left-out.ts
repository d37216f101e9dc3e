import { sideOf, type NoteDiff } from '../diff/diff-sides.ts';

/** The parts of changes that the person leaves out. A part is recognised by the lines that it removes and adds. */
export class LeftOut {
  /** By the ids of changes. */
  readonly #parts = new Map<string, ReadonlySet<string>>();

  /** Whether any part of a change was left out, as it was shown before. */
  isAny(id: string): boolean {
    return this.#parts.has(id);
  }

  /** The changes of which a part is left out. */
  get ids(): string[] {
    return [...this.#parts.keys()];
  }

  /** The indexes of the hunks that are left out. */
  of(id: string, diff: NoteDiff): Set<number> {
    const leftOut = this.#parts.get(id);
    return new Set(keysOf(diff).flatMap((key, hunk) => (leftOut?.has(key) === true ? [hunk] : [])));
  }

  set(id: string, diff: NoteDiff, hunks: ReadonlySet<number>): void {
    if (hunks.size === 0) this.#parts.delete(id);
    else this.#parts.set(id, new Set(keysOf(diff).filter((_key, hunk) => hunks.has(hunk))));
  }

  /** Forgets all changes but these. */
  keep(ids: readonly string[]): void {
    for (const id of [...this.#parts.keys()]) if (!ids.includes(id)) this.#parts.delete(id);
  }
}

/** One key for each hunk. Hunks that remove and add the same lines are told apart by their order. */
function keysOf({ lines, hunks }: NoteDiff): string[] {
  const seen = new Map<string, number>();
  return hunks.map(({ start, end }) => {
    const sides = (['before', 'after'] as const).map((side) =>
      lines
        .slice(start, end)
        .map((line) => sideOf(line, side))
        .join(''),
    );
    const key = JSON.stringify(sides);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${count} ${key}`;
  });
}
