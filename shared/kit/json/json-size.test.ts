import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBytes } from './json-size.ts';

const written = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc.string({ minLength: 990, maxLength: 1_010 }),
);

describe('the size of JSON', () => {
  it('is that of a string as written, escapes and lone surrogates included', () => {
    for (const each of ['', '"\\\b\t\n\f\r\u0000\u001f\u007f', 'é€🐌', '\ud800', '\udc00\ud800', '🐌'.repeat(600)])
      expect([each, jsonBytes(each)]).toEqual([each, written(each)]);
    fc.assert(fc.property(text, (each) => jsonBytes(each) === written(each)));
  });

  it('of plain data is never less than as written, and two commas more a level at most', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const size = written(value);
        expect(jsonBytes(value)).toBeGreaterThanOrEqual(size);
        expect(jsonBytes(value)).toBeLessThanOrEqual(size + (JSON.stringify(value).match(/[[{]/g) ?? []).length + 1);
      }),
    );
  });

  it('is infinite above a bound, and for what JSON cannot express', () => {
    expect(jsonBytes(['abc', 'def'], 12)).toBe(Infinity);
    expect(jsonBytes({ a: NaN })).toBe(Infinity);
    let deep: unknown = 1;
    for (let i = 0; i < 200; i++) deep = [deep];
    expect(jsonBytes(deep)).toBe(Infinity);
  });
});
