import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EmbedderChoice } from '../embeddings/embedder-choice.ts';
import { EmbedError, type Embedder, type EmbedKind, type WordEncoder } from '../embeddings/embedder.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import { searchInput, type SearchRow } from '../protocol/schemas/find.ts';
import type { IndexStatusOutput } from '../protocol/schemas/maintenance.ts';
import { createDiskEngine, type DiskEngineOptions } from '../engine/disk-engine.ts';
import { until } from '../engine/engine-test-kit.ts';
import type { EngineHost } from '../engine/engine.ts';

const DIMENSIONS = 1024;
const SYNONYMS: Record<string, string> = {
  automobile: 'car',
  vehicle: 'car',
  feline: 'cat',
  kitten: 'cat',
  cellar: 'basement',
  wine: 'drink',
  beverage: 'drink',
};

export interface ToyEmbedderOptions {
  model?: string;
  maxTokens?: number;
  readsEnglishOnly?: boolean;
  /** Does single words, too. */
  hasWords?: boolean;
  /** Called before each text: may throw or wait. */
  before?: (text: string) => unknown;
}

/** An embedder that places words by their letters, and a few synonyms in one place. A token is a word. */
export class ToyEmbedder implements Embedder {
  readonly identity;
  readonly maxTokens: number;
  readonly pace = { textsPerCall: 2, callsAtOnce: 2 };
  readonly texts: Record<EmbedKind, string[]> = { query: [], document: [] };
  readonly words?: WordEncoder;
  /** Words it was asked for alone. */
  readonly alone: string[] = [];
  retries = 0;
  /** As if the model's server were gone. */
  isDown = false;
  readonly #before: (text: string) => unknown;

  constructor({ model = 'toy', maxTokens = 100, hasWords = false, before = () => undefined }: ToyEmbedderOptions = {}) {
    this.identity = { provider: 'toy', model, dimensions: DIMENSIONS, prefixes: { query: '', document: '' } };
    this.maxTokens = maxTokens;
    this.#before = before;
    if (hasWords)
      this.words = {
        space: model,
        dimensions: DIMENSIONS,
        embed: (words) => {
          if (this.isDown) return Promise.reject(new VaultLoomError('embedder_unavailable', 'The toy is broken.'));
          this.alone.push(...words);
          return Promise.resolve(words.map(vectorOf));
        },
      };
  }

  countTokens(text: string): number {
    return wordsOf(text).length;
  }

  async embed(texts: readonly string[], kind: EmbedKind): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      await this.#before(text);
      if (this.isDown) throw new VaultLoomError('embedder_unavailable', 'The toy is broken.');
      if (text.includes('undigestible')) throw new EmbedError('embed-error', 'The text is undigestible.');
      this.texts[kind].push(text);
      vectors.push(vectorOf(text));
    }
    return vectors;
  }

  state(): { phase: 'ready' } {
    return { phase: 'ready' };
  }

  retry(): void {
    this.retries++;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

export function chosen(
  embedder: Embedder,
  { readsEnglishOnly = false }: ToyEmbedderOptions = {},
): () => Promise<EmbedderChoice> {
  return () => Promise.resolve({ embedder, readsEnglishOnly, prefixSource: 'none', overrideApplied: false });
}

/** A vault and a data folder, with the engines started on them. */
export class Bench {
  readonly folder: string;
  readonly #open = new Set<EngineHost>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async with(files: Record<string, string>): Promise<Bench> {
    const bench = new Bench(await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-embedding-'))));
    await mkdir(bench.vault);
    for (const [path, text] of Object.entries(files)) await bench.write(path, text);
    return bench;
  }

  get vault(): string {
    return join(this.folder, 'vault');
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.vault, path)), { recursive: true });
    await writeFile(join(this.vault, path), text);
  }

  /**
   * @param modelFolders where the built-in model's file may be
   * @param log gets what is logged, after its level
   */
  async start(
    embeddings: DiskEngineOptions['embeddings'],
    modelFolders: string[] = [],
    log: string[] = [],
  ): Promise<EngineHost> {
    const engine = await createDiskEngine({
      vaultPath: this.vault,
      env: { VAULT_LOOM_DATA_DIR: join(this.folder, 'data') },
      modelFolders,
      log: (level, message) => void log.push(`${level}: ${message}`),
      ...(embeddings === undefined ? {} : { embeddings }),
    });
    this.#open.add(engine);
    await engine.start();
    await engine.whenReady({ timeoutMs: 20_000 });
    return engine;
  }

  async stop(engine: EngineHost): Promise<void> {
    this.#open.delete(engine);
    await engine.close();
  }

  async vectors(): Promise<string> {
    const [name = ''] = await readdir(join(this.folder, 'data', 'vaults'));
    return join(this.folder, 'data', 'vaults', name, 'index', 'vectors');
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#open].map((engine) => engine.close()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** An engine over these files, all of them embedded by the toy embedder; it is closed when the test ends. */
export async function startEmbedded(files: Record<string, string>): Promise<EngineHost> {
  const bench = await Bench.with(files);
  onTestFinished(() => bench.remove());
  const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
  await caughtUp(engine, Object.keys(files).length);
  return engine;
}

export function find(engine: EngineHost, query: string, more: object = {}): Promise<SearchRow[]> {
  return engine.search(searchInput.parse({ query, ...more })).then(({ rows }) => rows);
}

/** Waits until all that can be embedded is, and returns the engine's status. */
export async function caughtUp(engine: EngineHost, notes: number): Promise<IndexStatusOutput> {
  let status = await engine.status();
  await until(async () => {
    status = await engine.status();
    const done = status.notesWithEmbeddings + status.notesMissingEmbeddings + (status.notesInOtherLanguages ?? 0);
    if (status.embeddingInProgress || done < notes) throw new Error(`not caught up: ${status.summary}`);
  });
  return status;
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of wordsOf(text)) {
    let place = 7;
    for (const letter of SYNONYMS[word] ?? word) place = (place * 131 + letter.charCodeAt(0)) % 1_000_003;
    vector[place % DIMENSIONS] = (vector[place % DIMENSIONS] ?? 0) + 1;
  }
  return vector;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
