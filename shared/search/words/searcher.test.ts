import { expect, it } from 'vitest';
import { indexOf } from './search-test-kit.ts';

const MB = 1024 * 1024;

it('keeps no buffers of a query of very many words, and answers the next one', () => {
  const words = Array.from({ length: 300 }, (_, i) => `word${i}`);
  const index = indexOf(Array.from({ length: 400 }, () => words.join(' ').repeat(20)));
  expect(index.search('word7', { limit: 1 })).toHaveLength(1);
  const few = index.keptBytes;
  expect(few).toBeGreaterThan(0);

  expect(index.search(words.join(' '), { limit: 1 })).toHaveLength(1);
  expect(index.keptBytes).toBeLessThan(4 * MB);
  expect(index.search('word7', { limit: 1 })).toHaveLength(1);
  expect(index.keptBytes).toBeLessThanOrEqual(few);

  expect(index.searchChunks(words.join(' '), { limit: 1 })).toHaveLength(1);
  expect(index.keptBytes).toBeLessThan(4 * MB);
});
