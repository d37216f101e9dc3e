import { brotliDecompressSync, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeRecord, encodeRecord, hashOf, type ChangeRecord, type Step } from './change-record.ts';

const WRITER = { pid: 1, bootId: 'machine', pidNamespace: 'pid:[1]', startTime: '1' };
const ID = { ino: '1', birthtimeMs: 1 };

function record(steps: Step[]): ChangeRecord {
  return {
    id: '20260101-000000-000-abcdef',
    time: 0,
    tool: 'edit_note',
    client: 'a test',
    writer: WRITER,
    inPart: false,
    steps,
  };
}

const edit = (before: Uint8Array, after: Uint8Array): Step => ({
  do: 'edit',
  path: 'a.md',
  place: 'a.md',
  id: ID,
  before,
  after,
});
const create = (after: Uint8Array): Step => ({ do: 'create', path: 'b.md', place: 'b.md', temporary: 'b.tmp', after });

it('survives a round trip through its bytes, wherever an edit changes the text', async () => {
  const bytes = fc.uint8Array({ maxLength: 40, max: 2 });
  await fc.assert(
    fc.asyncProperty(bytes, bytes, bytes, bytes, bytes, async (start, old, fresh, end, other) => {
      const [before, after] = [old, fresh].map((passage) => new Uint8Array(Buffer.concat([start, passage, end]))) as [
        Uint8Array,
        Uint8Array,
      ];
      const written = record([edit(before, after), create(other), edit(after, before)]);
      expect(await decodeRecord(Buffer.concat(await encodeRecord(written)))).toEqual(written);
    }),
  );
});

it('is read as the first version wrote it, deflated', async () => {
  const written = record([edit(Buffer.from('old text'), Buffer.from('new text')), create(Buffer.from('other'))]);
  const [, meta = Buffer.of(), payload = Buffer.of()] = await encodeRecord(written);
  const deflated = deflateRawSync(brotliDecompressSync(payload));
  const header = `vault-loom-change 1 ${meta.length} ${deflated.length} ${hashOf(meta)} ${hashOf(deflated)}\n`;
  const decoded = await decodeRecord(Buffer.concat([Buffer.from(header), meta, deflated]));
  expect(decoded).toEqual(await decodeRecord(Buffer.concat(await encodeRecord(written))));
  expect(decoded?.steps).toMatchObject([{ do: 'edit' }, { do: 'create' }]);
});

it('stores the text an edit leaves alone once, not twice', async () => {
  const before = new Uint8Array(
    Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 1_000_003).join(' ')),
  );
  const after = new Uint8Array(Buffer.concat([before, Buffer.from('one line more\n')]));
  const sizeOf = async (step: Step): Promise<number> => Buffer.concat(await encodeRecord(record([step]))).length;
  expect(await sizeOf(edit(before, after))).toBeLessThan((await sizeOf(create(before))) + 400);
});

it('is not read if one of its bytes is changed or missing', async () => {
  const whole = Buffer.concat(await encodeRecord(record([edit(Buffer.from('old text'), Buffer.from('new text'))])));
  for (let i = 0; i < whole.length; i++) {
    const damaged = Buffer.from(whole);
    damaged[i] = (damaged[i] ?? 0) ^ 1;
    expect(await decodeRecord(damaged).catch(() => null)).toBeNull();
  }
  expect(await decodeRecord(whole.subarray(0, -1))).toBeNull();
});
