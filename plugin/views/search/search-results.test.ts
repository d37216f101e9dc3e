import { expect, it, vi } from 'vitest';
import { SearchResults } from './search-results.ts';

it('asks and draws nothing more once the box is closed', () => {
  const ask = vi.fn(() => new Promise<never>(() => undefined));
  const show = vi.fn();
  const results = new SearchResults({
    ask,
    mode: () => 'both',
    offered: () => ({ searches: [], recent: [] }),
    chosen: () => null,
    show,
    onProgress: () => undefined,
  });
  results.search('');
  expect(show).toHaveBeenCalledTimes(1);
  results.stop();
  results.searchAgain('');
  results.searchAgain('garden');
  results.companionChanged(true, 'garden');
  expect(show).toHaveBeenCalledTimes(1);
  expect(ask).not.toHaveBeenCalled();
});
