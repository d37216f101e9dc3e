import { expect, it } from 'vitest';
import { asLink } from './as-link.ts';

it.each([
  ['[[Home]]', undefined, '[[Home]]'],
  ['[[Home|now]]', 'now', '[[Home|now]]'],
  ['![[Plan.canvas]]', undefined, '[[Plan.canvas]]'],
  ['![[Plan.canvas|now]]', 'now', '[[Plan.canvas|now]]'],
  ['![[Plan.canvas]]', '$&', '[[Plan.canvas|$&]]'],
  ['![](Plan.canvas)', undefined, '[Plan \\[1\\]](Plan.canvas)'],
  ['![](Plan.canvas)', 'now', '[now](Plan.canvas)'],
  ['![now](Plan.canvas)', 'now', '[now](Plan.canvas)'],
])('a canvas is linked to, not embedded, and under its label: %j, %j', (made, label, wanted) => {
  expect(asLink(made, 'Plan [1]', label)).toBe(wanted);
});
