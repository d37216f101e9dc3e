import { Script } from 'node:vm';
import { eventLoopYield } from '../../../shared/kit/concurrency/slices.ts';
import { QuietTimer } from '../../../shared/kit/time/quiet-timer.ts';
import { CacheFile, writeCacheFile } from './cache-file.ts';

/** A piece of the bundle (build/chunks/in-pieces.mjs) that is about to be evaluated. */
export interface Piece {
  /** Unique in the bundle; stack traces have it. */
  name: string;
  /** An expression. */
  code: string;
  /** Where it begins in the bundle, from 0. */
  line: number;
}

export interface CodeCacheOptions {
  /** Absolute. Belongs to the person, since what is in it gets run. */
  folder: string;
  /** Tells one bundle from another: V8 compares nothing but the length of a piece. */
  bundle: string;
  /** How long nothing must have been compiled before what is new is saved. */
  quietMs?: number;
}

/**
 * Once nothing has been compiled for so long, all that a start needs has been, functions first called late included.
 */
const QUIET_MS = 1_000;
const LATEST_MS = 60_000;

/**
 * Keeps V8's code of the bundle's pieces between starts: compiling them takes a third of the time to `initialize`.
 * Whatever is wrong with the file, the pieces are compiled as without it.
 */
export class CodeCache {
  readonly #folder: string;
  readonly #id: string;
  readonly #atRest: QuietTimer;
  /** Read again when a piece is first needed late. */
  #known: CacheFile | null = null;
  readonly #fresh = new Map<string, Script>();
  readonly #yieldToLoop = eventLoopYield();

  constructor({ folder, bundle, quietMs = QUIET_MS }: CodeCacheOptions) {
    this.#folder = folder;
    this.#id = `${bundle}-${process.version}-${process.arch}`;
    this.#atRest = new QuietTimer(quietMs, LATEST_MS, () => void this.#rest().catch(() => undefined));
  }

  /** The value of a piece's code. Throws what compiling or evaluating it throws. */
  evaluate({ name, code, line }: Piece): unknown {
    this.#atRest.touch();
    this.#known ??= new CacheFile(this.#folder, this.#id);
    const cachedData = this.#known.code(name);
    const script = new Script(code, {
      filename: name,
      lineOffset: line,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected === true) this.#fresh.set(name, script);
    return script.runInThisContext();
  }

  async #rest(): Promise<void> {
    await this.save();
    this.#known = null;
  }

  /** Saves what is new, at the end of a process that does not live as long as `quietMs`. Throws the system's error. */
  async save(): Promise<void> {
    if (this.#fresh.size === 0) return;
    // As it is by now: another process may have written it.
    const pieces = new CacheFile(this.#folder, this.#id).all();
    const fresh = [...this.#fresh];
    this.#fresh.clear();
    for (const [name, script] of fresh) {
      await this.#yieldToLoop();
      pieces.set(name, script.createCachedData());
    }
    await writeCacheFile(this.#folder, this.#id, pieces);
  }
}
