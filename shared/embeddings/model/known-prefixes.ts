import { plainModelName } from './model-name.ts';

/** What a model expects before a query and before a text; empty for nothing. */
export interface Prefixes {
  query: string;
  document: string;
}

/**
 * The prefixes from the cards of well-known models; null for others. Owner, tag, format and quantisation do not matter:
 * `nomic-embed-text:v1.5` is `nomic-ai/nomic-embed-text-v1.5`.
 */
export function seedPrefixes(model: string): Prefixes | null {
  const name = plainModelName(model);
  return SEEDS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** The prefixes of the family that an unknown model's name suggests, as derived models keep it. */
export function familyPrefixes(model: string): Prefixes | null {
  const name = plainModelName(model);
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

const NONE: Prefixes = { query: '', document: '' };
const E5: Prefixes = { query: 'query: ', document: 'passage: ' };
const NOMIC: Prefixes = { query: 'search_query: ', document: 'search_document: ' };
/** BAAI's for English bge, adopted by mxbai, arctic and UAE. */
const REPRESENT: Prefixes = { query: 'Represent this sentence for searching relevant passages: ', document: '' };
const BGE_CHINESE: Prefixes = { query: '为这个句子生成表示以用于检索相关文章：', document: '' };
const QUERY_ALONE: Prefixes = { query: 'query: ', document: '' };
const WEB_TASK = 'Instruct: Given a web search query, retrieve relevant passages that answer the query';
const INSTRUCT: Prefixes = { query: `${WEB_TASK}\nQuery: `, document: '' };
/** Qwen3's card has no space after the colon, and stella's a full stop after the task. */
const QWEN3: Prefixes = { query: `${WEB_TASK}\nQuery:`, document: '' };
const STELLA: Prefixes = { query: `${WEB_TASK}.\nQuery: `, document: '' };
const GEMMA: Prefixes = { query: 'task: search result | query: ', document: 'title: none | text: ' };
const JINA3: Prefixes = {
  query: 'Represent the query for retrieving evidence documents: ',
  document: 'Represent the document for retrieval: ',
};

/** The first match counts. */
const SEEDS: readonly (readonly [RegExp, Prefixes])[] = [
  [/^(?:multilingual-e5-large-instruct|e5-mistral-7b-instruct)$/, INSTRUCT],
  [/^(?:e5-(?:small|base|large)(?:-unsupervised)?(?:-v2)?|multilingual-e5-(?:small|base|large))$/, E5],
  [/^bge-(?:small|base|large)(?:-en)?(?:-v1\.5)?$/, REPRESENT],
  [/^bge-(?:small|base|large)-zh(?:-v1\.5)?$/, BGE_CHINESE],
  [/^bge-m3$/, NONE],
  [/^nomic-embed-text(?:-v1|-v1\.5|-v2-moe)?$/, NOMIC],
  [/^(?:mxbai-embed-large(?:-v1)?|mxbai-embed-2d-large-v1|uae-large-v1)$/, REPRESENT],
  [/^snowflake-arctic-embed(?:2|-[ml]-v2\.0)$/, QUERY_ALONE],
  [/^snowflake-arctic-embed(?:-(?:xs|s|m|l|m-long|m-v1\.5))?$/, REPRESENT],
  [/^gte-qwen2-[\d.]+b-instruct$/, INSTRUCT],
  [/^gte-(?:(?:small|base|large)(?:-zh|-en-v1\.5)?|multilingual-base|modernbert-base)$/, NONE],
  [/^jina-embeddings-v3$/, JINA3],
  [/^jina-embeddings?-(?:v2|[sbl]-en-v1).*$/, NONE],
  [/^qwen3-embedding(?:-[\d.]+b)?$/, QWEN3],
  [/^stella-en-[\d.a-z]+-v5$/, STELLA],
  [/^embeddinggemma(?:-300m)?(?:-qat.*)?$/, GEMMA],
  [/^granite-embedding.*$/, NONE],
  [/^(?:all-minilm|all-mpnet|all-distilroberta|all-roberta|paraphrase|multi-qa|msmarco|distiluse|labse).*$/, NONE],
];

const FAMILIES: readonly (readonly [RegExp, Prefixes])[] = [
  [/(?:^|-)e5(?:-|$).*instruct/, INSTRUCT],
  [/(?:^|-)e5(?:-|$)/, E5],
  [/(?:^|-)bge-m3(?:-|$)/, NONE],
  [/(?:^|-)bge(?:-.*)?-zh(?:-|$)/, BGE_CHINESE],
  [/(?:^|-)bge(?:-|$)/, REPRESENT],
  [/(?:^|-)nomic-embed(?:-|$)/, NOMIC],
  [/(?:^|-)(?:mxbai-embed|uae-large)(?:-|$)/, REPRESENT],
  [/(?:^|-)arctic-embed2?(?:-|$).*v2/, QUERY_ALONE],
  [/(?:^|-)arctic-embed(?:-|$)/, REPRESENT],
  [/(?:^|-)qwen3-embedding(?:-|$)/, QWEN3],
  [/(?:^|-)embeddinggemma(?:-|$)/, GEMMA],
];
