import { within } from '../../kit/time/deadline.ts';
import { foldPath } from '../../vault/paths.ts';
import { pathsOf } from '../../writing/change/file-change.ts';
import type { NoteWriter } from '../write/parts/writing-parts.ts';

/**
 * The order in which calls that write to notes they name have come. Their lookups take turns of their own, so a later
 * call may be ready first: it waits here until those before it on its notes have joined the writer's queue.
 */
export class Arrivals {
  readonly #calls = new Set<Arrival>();

  /** A call, as soon as it comes. The caller ends it. */
  enter(): Arrival {
    const arrival = new Arrival([...this.#calls], (ended) => this.#calls.delete(ended));
    this.#calls.add(arrival);
    return arrival;
  }
}

/** The place of one call among those that came before it. */
export class Arrival {
  #earlier: readonly Arrival[];
  readonly #forget: (ended: Arrival) => void;
  /** What it may write; null until that is known. */
  #keys: ReadonlySet<string> | null = null;
  #hasLeft = false;
  #changed = signal();
  readonly #ended = signal();
  #hasEnded = false;

  constructor(earlier: readonly Arrival[], forget: (ended: Arrival) => void) {
    this.#earlier = earlier;
    this.#forget = forget;
  }

  /** Says which notes the call is about, so that calls on others do not wait for it. */
  names(paths: readonly string[]): void {
    if (!this.#hasLeft) this.#claim(new Set(paths.map(foldPath)));
  }

  /** Gives up the place: later calls need not wait. */
  leave(): void {
    this.#hasLeft = true;
    this.#claim(new Set());
  }

  /** Called when the call is over. */
  end(): void {
    this.#hasEnded = true;
    this.leave();
    // Otherwise calls that always overlap would keep each other forever.
    this.#earlier = [];
    this.#ended.tell();
    this.#forget(this);
  }

  /** Resolves once no earlier call may still join the queue of one of these paths. */
  async turn(paths: readonly string[]): Promise<void> {
    const keys = paths.map(foldPath);
    for (const earlier of this.#earlier) while (earlier.#mayWrite(keys)) await earlier.#changed.told;
  }

  /** Resolves once the earlier calls have ended, or after `ms`. False if all had ended before. */
  async earlierEnded(ms: number): Promise<boolean> {
    const running = this.#earlier.filter((earlier) => !earlier.#hasEnded);
    if (running.length === 0) return false;
    await within(ms, Promise.all(running.map((earlier) => earlier.#ended.told)));
    return true;
  }

  #claim(keys: ReadonlySet<string>): void {
    this.#keys = keys;
    this.#changed.tell();
    this.#changed = signal();
  }

  #mayWrite(keys: readonly string[]): boolean {
    const own = this.#keys;
    return own === null || keys.some((key) => own.has(key));
  }
}

/**
 * A writer that a call reaches in its turn. An edit keeps its place in the writer's queue. Any other change keeps the
 * place of its call until it is made, as the call may go on with an edit if it fails.
 */
export function inTurn(writer: NoteWriter, arrival: Arrival): NoteWriter {
  return {
    history: writer.history,
    warnings: () => writer.warnings(),
    read: (path) => writer.read(path),
    plan: (change) => writer.plan(change),
    planUndo: (ids, options) => writer.planUndo(ids, options),
    undo: (ids, options) => writer.undo(ids, options),
    apply: async (change) => {
      await arrival.turn(pathsOf(change.files));
      const applied = await writer.apply(change);
      arrival.leave();
      return applied;
    },
    withPaths: async (paths, work) => {
      await arrival.turn(paths);
      const working = writer.withPaths(paths, work);
      arrival.leave();
      return working;
    },
  };
}

interface Signal {
  told: Promise<void>;
  tell: () => void;
}

function signal(): Signal {
  let tell = (): void => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  return { told, tell };
}
