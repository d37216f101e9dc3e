import { describe, expect, it } from 'vitest';
import type { ModelFacts } from './model-metadata.ts';
import { readModelFacts } from './model-metadata.ts';

const factsOf = (files: Record<string, unknown>): ModelFacts => {
  const text = (name: string): string | null => (name in files ? JSON.stringify(files[name]) : null);
  return readModelFacts({
    'config.json': text('config'),
    'tokenizer_config.json': text('tokenizer'),
    'sentence_bert_config.json': text('sentence'),
    '1_Pooling/config.json': text('pooling'),
  });
};

describe('the capacity in a model’s files', () => {
  it.each([
    [{ config: { max_position_embeddings: 512 } }, 512],
    [{ config: { max_position_embeddings: 512 }, sentence: { max_seq_length: 256 } }, 256],
    [{ config: { max_position_embeddings: 8192 }, tokenizer: { model_max_length: 2048 } }, 2048],
    [{ config: { max_position_embeddings: 512 }, tokenizer: { model_max_length: 1e30 } }, 512],
    [{ config: { model_type: 'xlm-roberta', max_position_embeddings: 514, pad_token_id: 1 } }, 512],
    [{ config: { model_type: 'mpnet', max_position_embeddings: 514 } }, 512],
    [{ config: { max_position_embeddings: '512' } }, null],
    [{ config: { max_position_embeddings: -1 } }, null],
    [{}, null],
  ])('is the smallest value they state: %j', (files, tokens) => {
    expect(factsOf(files).maxTokens).toBe(tokens);
  });
});

describe('the rest of what a model’s files say', () => {
  it('is how long its vectors are', () => {
    expect(factsOf({ config: { hidden_size: 384 } }).dimensions).toBe(384);
    expect(factsOf({ config: { dim: 768 } }).dimensions).toBe(768);
    expect(factsOf({ pooling: { word_embedding_dimension: 256 } }).dimensions).toBe(256);
    expect(factsOf({ config: {} }).dimensions).toBeNull();
  });

  it.each([
    [{ pooling_mode_mean_tokens: true, pooling_mode_cls_token: false }, 'mean'],
    [{ pooling_mode_mean_tokens: false, pooling_mode_cls_token: true }, 'cls'],
    [{ pooling_mode_lasttoken: true }, 'last_token'],
    [{ pooling_mode: 'cls' }, 'cls'],
    [{ pooling_mode_max_tokens: true }, 'unsupported'],
    [{ pooling_mode_mean_tokens: true, pooling_mode_cls_token: true }, 'unsupported'],
    [{ pooling_mode: 'max' }, 'unsupported'],
    [{}, null],
  ])('includes the pooling of vectors: %j', (pooling, way) => {
    expect(factsOf({ pooling }).pooling).toBe(way);
  });

  it('is empty if the files are damaged', () => {
    const damaged = {
      'config.json': '{',
      'tokenizer_config.json': 'null',
      'sentence_bert_config.json': '[]',
      '1_Pooling/config.json': '"x"',
    };
    expect(readModelFacts(damaged)).toEqual({ dimensions: null, maxTokens: null, pooling: null });
  });
});
