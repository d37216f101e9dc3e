import { describe, expect, it } from 'vitest';
import { baseModelsOfCard, languagesOfCard, prefixesOfCard } from './model-card.ts';

describe('what a model card says about prefixes', () => {
  it.each([
    ['texts = ["query: how much protein", "passage: As a guideline"]', 'query: ', 'passage: '],
    ["input = ['search_query: who?', 'search_document: she']", 'search_query: ', 'search_document: '],
    ['Put `query:` before questions, `document:` before texts.', 'query: ', 'document: '],
    ['query_prefix = "ask this: "\ndocument_prefix = "say this: "', 'ask this: ', 'say this: '],
    ['"query_instruction": "Find: "', 'Find: ', ''],
    ["query_prompt = 'Instruct: find\\nQuery: '", 'Instruct: find\nQuery: ', ''],
    [
      "q = 'Represent this sentence for searching relevant passages: ' + text",
      'Represent this sentence for searching relevant passages: ',
      '',
    ],
  ])('is read: %s', (card, query, document) => {
    expect(prefixesOfCard(card)).toEqual({ query, document });
  });

  it.each([
    'Each query: a question. Each passage: a text.',
    'It answers a "query: …" best.',
    'query_prefix = query_prefix_of(model)',
    'query_prompt = ""',
    'f"{query_prefix}: {text}"',
    '',
  ])('is not made up: %s', (card) => {
    expect(prefixesOfCard(card)).toBeNull();
  });
});

describe('what a model card says about its base', () => {
  it.each([
    ['---\nbase_model: ada/one\n---\n', ['ada/one']],
    ['---\r\nbase_model:\r\n  - ada/one\r\n  - ada/two\r\n---\r\n', ['ada/one', 'ada/two']],
    ['---\nbase_model: [7, {a: b}, ada/one]\n---\n', ['ada/one']],
    ['---\nlicense: mit\n---\n', []],
    ['---\n: : [\n---\n', []],
    ['---\n- a list\n---\n', []],
    ['# No front matter\nbase_model: ada/one\n', []],
    ['', []],
  ])('is read: %j', (card, bases) => {
    expect(baseModelsOfCard(card)).toEqual(bases);
  });
});

describe('what a model card says about languages', () => {
  it.each([
    ['---\nlanguage: en\n---\n', ['en']],
    ['---\nlanguage:\n- en\n- no\n- 7\n---\n', ['en', 'no']],
    ['---\nlicense: mit\n---\n', []],
  ])('is read: %j', (card, languages) => {
    expect(languagesOfCard(card)).toEqual(languages);
  });
});
