import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageIds } from './message-ids.ts';

describe('ids found in passing', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"x"}', [7]],
    ['{"params":{"id":1,"a":["id",{"id":2}]},"id":"late"}', ['late']],
    ['[{"id":1,"params":{"id":9}},{"method":"n"},{"id":"b"}]', [1, 'b']],
    ['{ "id" : "with \\"quotes\\" and }" , "x":1}', ['with "quotes" and }']],
    ['{"id":null}', []],
    ['{"id":{"id":3}}', []],
    ['{"method":"id","x":"\\"id\\":5"}', []],
    ['"id"', []],
    ['', []],
  ])('of %s', (text, ids) => {
    expect(found([Buffer.from(text)])).toEqual(ids);
  });

  it('are the same wherever the bytes are split, and in any JSON', () => {
    const params = fc.jsonValue();
    const message = fc.record({
      id: fc.oneof(fc.string({ maxLength: 20 }), fc.integer()),
      method: fc.string(),
      params,
    });
    fc.assert(
      fc.property(
        fc.oneof(message, fc.array(message, { minLength: 1 })),
        fc.integer({ min: 1, max: 20 }),
        (value, size) => {
          const bytes = Buffer.from(JSON.stringify(value));
          const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.subarray(at * size, (at + 1) * size),
          );
          expect(found(parts)).toEqual([value].flat().map(({ id }) => (Object.is(id, -0) ? 0 : id)));
        },
      ),
    );
  });
});

function found(parts: Uint8Array[]): unknown[] {
  const ids = new MessageIds();
  for (const part of parts) ids.take(part);
  return ids.found;
}
