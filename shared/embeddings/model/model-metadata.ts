import { isRecord } from '../../kit/json/is-record.ts';
import { parseJson } from '../../kit/json/parse-json.ts';
import type { Pooling } from './model-overrides.ts';
import { POOLINGS } from './model-overrides.ts';
import type { Prefixes } from './known-prefixes.ts';

/** What a model's own files say; null for what is not stated. */
export interface ModelFacts {
  dimensions: number | null;
  maxTokens: number | null;
  /** `unsupported` if not available here. */
  pooling: Pooling | 'unsupported' | null;
}

/** The files that {@link readModelFacts} understands, as sentence-transformers and transformers write them. */
export const FACT_FILES = [
  'config.json',
  'tokenizer_config.json',
  'sentence_bert_config.json',
  '1_Pooling/config.json',
] as const;
export type FactTexts = Readonly<Record<(typeof FACT_FILES)[number], string | null>>;

/** Never throws: a damaged file says nothing. */
export function readModelFacts(texts: FactTexts): ModelFacts {
  const config = object(texts['config.json']);
  const pooling = object(texts['1_Pooling/config.json']);
  return {
    dimensions:
      firstCount(config, ['hidden_size', 'd_model', 'dim', 'n_embd']) ??
      firstCount(pooling, ['word_embedding_dimension']),
    maxTokens: least([
      firstCount(object(texts['sentence_bert_config.json']), ['max_seq_length']),
      firstCount(object(texts['tokenizer_config.json']), ['model_max_length']),
      positions(config),
    ]),
    pooling: poolingOf(pooling),
  };
}

/**
 * The prompts for search in `config_sentence_transformers.json`; null if there are none, or both are empty, as the
 * library writes them for every model.
 */
export function promptsOf(text: string | null): Prefixes | null {
  const { prompts, default_prompt_name: usual } = object(text);
  if (!isRecord(prompts)) return null;
  const always = typeof usual === 'string' ? prompt(prompts, [usual]) : null;
  const query = prompt(prompts, QUERY_PROMPTS) ?? always ?? '';
  const document = prompt(prompts, DOCUMENT_PROMPTS) ?? always ?? '';
  return query === '' && document === '' ? null : { query, document };
}

/** The model that `config.json` says it was made from, if it looks like a hub's name. */
export function baseModelOfConfig(text: string | null): string | null {
  const { _name_or_path: name } = object(text);
  return typeof name === 'string' && /^[\w-][\w.-]*\/[\w-][\w.-]*$/.test(name) ? name : null;
}

const QUERY_PROMPTS = ['query', 'search_query', 'retrieval.query', 'retrieval_query', 'web_search_query', 's2p_query'];
const DOCUMENT_PROMPTS = [
  'document',
  'passage',
  'search_document',
  'retrieval.passage',
  'retrieval_document',
  'corpus',
];
const MAX_PROMPT = 2_000;
/** Larger values mean no limit. */
const MAX_SENSIBLE_TOKENS = 10_000_000;

function object(text: string | null): Record<string, unknown> {
  const value = parseJson(text ?? '');
  return isRecord(value) ? value : {};
}

function prompt(prompts: Record<string, unknown>, names: readonly string[]): string | null {
  const found = names
    .map((name) => (Object.hasOwn(prompts, name) ? prompts[name] : null))
    .find((value) => typeof value === 'string');
  return typeof found === 'string' && found.length <= MAX_PROMPT ? found : null;
}

function firstCount(values: Record<string, unknown>, names: readonly string[]): number | null {
  const isSensible = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_SENSIBLE_TOKENS;
  return names.map((name) => values[name]).find(isSensible) ?? null;
}

function least(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** The RoBERTa family reserves the positions up to the padding's. */
function positions(config: Record<string, unknown>): number | null {
  const count = firstCount(config, ['max_position_embeddings', 'n_positions', 'max_sequence_length']);
  if (count === null || !/roberta|camembert|mpnet/.test(String(config.model_type))) return count;
  const { pad_token_id: padding } = config;
  return count - (typeof padding === 'number' && Number.isInteger(padding) ? padding : 1) - 1;
}

function poolingOf(config: Record<string, unknown>): ModelFacts['pooling'] {
  const modes = Object.entries(config).filter(([key, value]) => key.startsWith('pooling_mode_') && value === true);
  if (modes.length === 0)
    return typeof config.pooling_mode === 'string'
      ? (POOLINGS.find((mode) => mode === config.pooling_mode) ?? 'unsupported')
      : null;
  const known = modes.map(([key]) => POOLING_FLAGS[key]);
  return known.length === 1 && known[0] !== undefined ? known[0] : 'unsupported';
}

const POOLING_FLAGS: Readonly<Record<string, Pooling>> = {
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_cls_token: 'cls',
  pooling_mode_lasttoken: 'last_token',
};
