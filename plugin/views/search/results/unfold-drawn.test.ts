import { expect, it } from 'vitest';
import { isInFolded } from './unfold-drawn.ts';

const LINES = `The kea flies.
> [!note] Open
> The tui sings.
> > [!tip]- Within
> > The kaka eats.

> [!note]- Folded
> The kakapo sleeps.
>> The weka too.

> [!faq]+ Unfolded
> The moa is gone.`.split('\n');

it.each([
  ['kea', false],
  ['tui', false],
  ['kaka eats', true],
  ['kakapo', true],
  ['weka', true],
  ['moa', false],
])('%s lies in a folded callout: %j', (word, isFolded) => {
  const line = LINES.findIndex((text) => text.includes(word));
  expect(isInFolded(LINES, line)).toBe(isFolded);
});
