import type { OramaPluginSync } from '@orama/orama';
import { create, insert, remove, search } from '@orama/orama';
import { embeddingsType, pluginEmbeddings } from '@orama/plugin-embeddings';
import type { EmbedKind } from '../embedder.ts';

/** Makes vectors through the hooks of @orama/plugin-embeddings, with a database that stays empty. */
export interface VectorDatabase {
  /** The vector of a text, not blank: 512 numbers, of length 1. One text at a time. */
  vectorOf(text: string, kind: EmbedKind): Promise<Float32Array>;
}

export async function openVectorDatabase(): Promise<VectorDatabase> {
  const plugin = await pluginEmbeddings({
    embeddings: { defaultProperty: VECTOR, onInsert: { generate: true, properties: [TEXT] } },
  });
  const database = create({ schema: { [TEXT]: 'string', [VECTOR]: embeddingsType }, plugins: [awaited(plugin)] });
  return {
    vectorOf: async (text, kind) =>
      Float32Array.from(await (kind === 'query' ? vectorOfQuery(text) : vectorOfDocument(text))),
  };

  async function vectorOfDocument(text: string): Promise<number[]> {
    const document: { id: string; [TEXT]: string; [VECTOR]?: number[] } = { id: 'only', [TEXT]: text };
    await insert(database, document);
    await remove(database, document.id);
    return document[VECTOR] ?? [];
  }

  async function vectorOfQuery(term: string): Promise<number[]> {
    // The hook sets the vector, but Orama's type requires one.
    const query = {
      mode: 'vector',
      term,
      vector: { property: VECTOR, value: undefined as unknown as number[] },
    } as const;
    await search(database, query);
    return query.vector.value;
  }
}

const TEXT = 'text';
const VECTOR = 'vector';

/** The plugin's hooks return promises, but Orama awaits only functions declared `async`. */
function awaited({ name, beforeInsert, beforeSearch }: OramaPluginSync): OramaPluginSync {
  return {
    name,
    beforeInsert: async (...args) => {
      await beforeInsert?.(...args);
    },
    beforeSearch: async (...args) => {
      await beforeSearch?.(...args);
    },
  };
}
