import { expect, it } from 'vitest';
import { withoutAccents } from './without-accents.ts';

it.each([
  ['réunion d’équipe', 'reunion d’equipe'],
  ['müller', 'muller'],
  ['tiếng việt', 'tieng viet'],
  ['Ἀθήνα', 'Αθηνα'],
  ['plain', 'plain'],
  ['がく', 'がく'],
  ['мой', 'мой'],
  ['हिन्दी', 'हिन्दी'],
])('of %s: %s', (text, expected) => {
  expect(withoutAccents(text)).toBe(expected);
});
