import type { MissingModel } from '../../embedder.ts';
import { missingModel, missingModelError } from './missing-model.ts';
import { glanceAtModel, ModelFault, readWeights, type ModelFile } from './model-file.ts';

/**
 * The weights of the built-in model: reads them when needed, from the first folder that has them, and knows what is
 * missing.
 */
export class ModelWeights {
  readonly #file: ModelFile;
  readonly #folders: readonly string[];
  /** Files that were found damaged, by folder: they are not read again. */
  readonly #damaged = new Map<string, { stamp: string | undefined; fault: ModelFault }>();
  #missing: MissingModel | null = null;

  /** @param folders where the file may be, in order of search; absolute */
  constructor(file: ModelFile, folders: readonly string[]) {
    this.#file = file;
    this.#folders = folders;
  }

  /** What was missing at the last look; null if nothing. */
  get missing(): MissingModel | null {
    return this.#missing;
  }

  /** Looks whether a file that may be the model's is there, without reading it. True if so. Never rejects. */
  async look(): Promise<boolean> {
    for (const folder of this.#folders) {
      const glance = await glanceAtModel(folder, this.#file);
      if (glance === null) this.#damaged.delete(folder);
      else if (glance.fault !== null) this.#damaged.set(folder, { stamp: glance.stamp, fault: glance.fault });
      else if (this.#damaged.get(folder)?.stamp !== glance.stamp) {
        this.#missing = null;
        return true;
      }
    }
    this.#missing = this.#describe();
    return false;
  }

  /**
   * The weights and the space of words, whole and as the build made them; in memory of their own.
   * @throws VaultLoomError `embedder_unavailable`, named `ModelMissingError` or `ModelDamagedError`
   */
  async read(): Promise<Uint8Array<ArrayBuffer>> {
    this.#damaged.clear();
    for (const folder of this.#folders) {
      const glance = await glanceAtModel(folder, this.#file);
      try {
        const weights = await readWeights(folder, this.#file);
        this.#missing = null;
        return weights;
      } catch (error) {
        if (!(error instanceof ModelFault)) throw error;
        if (error.kind === 'damaged') this.#damaged.set(folder, { stamp: glance?.stamp, fault: error });
      }
    }
    const missing = this.#describe();
    this.#missing = missing;
    throw missingModelError(missing);
  }

  #describe(): MissingModel {
    const [damaged] = this.#damaged;
    return missingModel(this.#file, damaged === undefined ? null : { folder: damaged[0], fault: damaged[1].fault });
  }
}
