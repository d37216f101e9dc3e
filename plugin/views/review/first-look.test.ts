import { expect, it } from 'vitest';
import { FirstLook, LOOK_MS } from './first-look.ts';

it('asks for a moment again each time something else is shown', () => {
  let now = 0;
  const look = new FirstLook(() => now);
  look.show('one');
  expect(look.leftMs).toBe(LOOK_MS);
  now = LOOK_MS - 1;
  look.show('one');
  expect(look.leftMs).toBe(1);
  now = LOOK_MS;
  expect(look.leftMs).toBe(0);
  look.show('two');
  expect(look.leftMs).toBe(LOOK_MS);
});
