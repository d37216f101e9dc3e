import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

it('reads JSON, and gives undefined for anything else', () => {
  expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] });
  expect(parseJson('null')).toBeNull();
  expect(parseJson('')).toBeUndefined();
  expect(parseJson('{a:1}')).toBeUndefined();
});
