import { expect, it } from 'vitest';
import { heldBytes } from '../../kit/memory/kept-test-kit.ts';
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

it('gives up its buffers when memory is collected, and answers the next query', async () => {
  const index = indexOf(['one word', 'another word']);
  expect(index.search('word', { limit: 2 })).toHaveLength(2);
  expect(index.keptBytes).toBeGreaterThan(0);
  // A reference holds its object until the task ends that has made or read it.
  await new Promise((resolve) => setImmediate(resolve));
  heldBytes();
  expect(index.keptBytes).toBe(0);
  expect(index.search('word', { limit: 2 })).toHaveLength(2);
});
