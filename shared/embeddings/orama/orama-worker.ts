import { type EmbeddingScope, serveEmbeddings } from '../pool/serve-embeddings.ts';
import { unpack } from '../use/unpack.ts';
import type { UseParts } from '../use/use-parts.ts';
import { MAX_CHARACTERS, readableText } from '../use/use-text.ts';
import { provideModel } from './local-encoder.ts';
import { readTask } from './orama-task.ts';
import type { VectorDatabase } from './vector-database.ts';
import { openVectorDatabase } from './vector-database.ts';

declare const self: EmbeddingScope<UseParts>;
let database: VectorDatabase | null = null;

// The plugin prints the vector of every query, but the host's stdout may carry a protocol.
Object.assign(globalThis.console, { log: () => undefined });

serveEmbeddings(self, { load, embed });

async function load({ vocabulary, weights, ...packed }: UseParts): Promise<void> {
  const [graph, wasm] = await Promise.all([unpack(packed.graph), unpack(packed.wasm)]);
  provideModel({ graph, weights, wasm, vocabulary });
  database = await openVectorDatabase();
}

async function embed(task: string): Promise<Float32Array> {
  if (database === null) throw new Error('The model is not loaded.');
  const { text, kind } = readTask(task);
  return database.vectorOf(readableText(text.slice(0, MAX_CHARACTERS)), kind);
}
