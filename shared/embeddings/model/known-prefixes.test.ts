import { describe, expect, it } from 'vitest';
import { familyPrefixes, seedPrefixes } from './known-prefixes.ts';

const REPRESENT = 'Represent this sentence for searching relevant passages: ';

describe('the table of well-known models', () => {
  it.each([
    ['intfloat/multilingual-e5-small', 'query: ', 'passage: '],
    [
      'intfloat/multilingual-e5-large-instruct',
      'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ',
      '',
    ],
    ['Xenova/e5-small-v2', 'query: ', 'passage: '],
    ['BAAI/bge-small-en-v1.5', REPRESENT, ''],
    ['bge-large', REPRESENT, ''],
    ['bge-m3', '', ''],
    ['nomic-embed-text', 'search_query: ', 'search_document: '],
    ['nomic-embed-text:v1.5', 'search_query: ', 'search_document: '],
    ['nomic-embed-text:137m-v1.5-fp16', 'search_query: ', 'search_document: '],
    ['hub.test/nomic-ai/nomic-embed-text-v1.5-GGUF:Q4_K_M', 'search_query: ', 'search_document: '],
    ['mxbai-embed-large', REPRESENT, ''],
    ['mixedbread-ai/mxbai-embed-large-v1', REPRESENT, ''],
    ['snowflake-arctic-embed:33m', REPRESENT, ''],
    ['snowflake-arctic-embed2', 'query: ', ''],
    ['Snowflake/snowflake-arctic-embed-l-v2.0', 'query: ', ''],
    ['thenlper/gte-small', '', ''],
    [
      'Alibaba-NLP/gte-Qwen2-1.5B-instruct',
      'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ',
      '',
    ],
    ['jinaai/jina-embeddings-v2-base-en', '', ''],
    [
      'jinaai/jina-embeddings-v3',
      'Represent the query for retrieving evidence documents: ',
      'Represent the document for retrieval: ',
    ],
    [
      'qwen3-embedding:0.6b',
      'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:',
      '',
    ],
    ['embeddinggemma', 'task: search result | query: ', 'title: none | text: '],
    ['all-minilm:22m', '', ''],
  ])('knows %s', (model, query, document) => {
    expect(seedPrefixes(model)).toEqual({ query, document });
  });

  it.each(['ada/my-e5', 'e5', 'bge', 'nomic', 'one', '', '/', ':', 'granite'])('does not claim to know %s', (model) => {
    expect(seedPrefixes(model)).toBeNull();
  });

  it.each([
    ['ada/german-e5-large', 'query: '],
    ['ada/bge_finetuned', REPRESENT],
    ['ada/nomic-embed-notes', 'search_query: '],
    ['ada/snowflake-arctic-embed-german', REPRESENT],
  ])('guesses by the family in a name: %s', (model, query) => {
    expect(familyPrefixes(model)?.query).toBe(query);
  });

  it.each(['ada/e55', 'ada/re5', 'ada/one', 'bgem'])('sees no family in %s', (model) => {
    expect(familyPrefixes(model)).toBeNull();
  });
});
