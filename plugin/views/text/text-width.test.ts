import { expect, it } from 'vitest';
import { widthOf } from './text-width.ts';

/** As DejaVu Sans, one of the broadest fonts that apps are shown in, draws them at 13 pixels. */
it.each([
  ['202301011348', 99.3],
  ['2025-05-01', 75.6],
  ['Жизнь и природа', 120.6],
  ['გამარჯობა მსოფლიო', 136.8],
])('%s is not taken for narrower than a broad font draws it', (name, pixels) => {
  expect(widthOf(name)).toBeGreaterThanOrEqual(pixels);
});
