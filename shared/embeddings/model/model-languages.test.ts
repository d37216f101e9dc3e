import { describe, expect, it } from 'vitest';
import type { ModelFiles } from './model-files.ts';
import { readsEnglishOnly } from './model-languages.ts';

const withCard = (card: string): ModelFiles => ({
  read: (_model, file) => Promise.resolve(file === 'README.md' ? card : null),
});
const broken: ModelFiles = { read: () => Promise.reject(new Error('no network')) };

describe('whether a model reads only English', () => {
  it.each([
    ['all-minilm', true],
    ['nomic-embed-text', true],
    ['nomic-ai/nomic-embed-text-v2-moe', false],
    ['BAAI/bge-small-en-v1.5', true],
    ['BAAI/bge-small-zh-v1.5', false],
    ['bge-m3', false],
    ['intfloat/e5-small-v2', true],
    ['intfloat/multilingual-e5-small', false],
    ['snowflake-arctic-embed:33m', true],
    ['snowflake-arctic-embed2', false],
    ['sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2', false],
    ['jinaai/jina-embeddings-v2-base-en', true],
    ['jinaai/jina-embeddings-v2-base-de', false],
    ['granite-embedding:30m', false],
    ['ada/one', false],
  ])('is known by its name: %s', async (model, english) => {
    expect(await readsEnglishOnly(model, [], null)).toBe(english);
  });

  it('is taken from the server first', async () => {
    expect(await readsEnglishOnly('ada/one', ['en'], null)).toBe(true);
    expect(await readsEnglishOnly('all-minilm', ['en', 'de'], null)).toBe(false);
  });

  it('is taken from its card', async () => {
    expect(await readsEnglishOnly('ada/one', [], withCard('---\nlanguage: en\n---\n'))).toBe(true);
    expect(await readsEnglishOnly('ada/one', [], withCard('---\nlanguage:\n- en\n- es\n---\n'))).toBe(false);
    expect(await readsEnglishOnly('ada/one', [], withCard('# One\n'))).toBe(false);
    expect(await readsEnglishOnly('ada/one', [], broken)).toBe(false);
  });
});
