import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSegment } from './open-segment.ts';
import { newSegmentKey, segmentFileName, segmentKeyOf } from './segment-name.ts';
import { writeSegment } from './write-segment.ts';
import { flipBit, removeFolder, temporaryFolder } from './store-test-kit.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => removeFolder(folder));

const KEY = 'segment0001';

describe('a segment file', () => {
  it('gives back each section as it was written, whole or in pieces', async () => {
    const numbers = Uint32Array.from({ length: 1000 }, (_, i) => i * 7);
    const pieces = [Uint8Array.of(1, 2, 3), new Uint8Array(0), Float64Array.of(0.5)];
    const info = await writeSegment(folder, KEY, 'notes', { numbers, pieces, empty: new Uint8Array(0) }, { notes: 3 });
    const reader = await openSegment(folder, info);

    expect(info).toMatchObject({ key: KEY, kind: 'notes', meta: { notes: 3 } });
    const bytes = await reader.section('numbers');
    expect(new Uint32Array(bytes.buffer, bytes.byteOffset, 1000)).toEqual(numbers);
    expect([...(await reader.section('pieces'))]).toEqual([1, 2, 3, ...new Uint8Array(Float64Array.of(0.5).buffer)]);
    expect((await reader.section('empty')).length).toBe(0);
    await reader.close();
  });

  it('gives sections in separate buffers that any typed array can view', async () => {
    const info = await writeSegment(
      folder,
      KEY,
      'notes',
      { odd: new Uint8Array(3), doubles: Float64Array.of(1, 2) },
      {},
    );
    const reader = await openSegment(folder, info);
    const bytes = await reader.section('doubles');
    expect({ offset: bytes.byteOffset, buffer: bytes.buffer.byteLength }).toEqual({ offset: 0, buffer: 16 });
    expect([...new Float64Array(bytes.buffer)]).toEqual([1, 2]);
    await reader.close();
  });

  it('stores sections larger than one write', async () => {
    const large = Uint8Array.from({ length: 3_200_001 }, (_, i) => (i * 31) >> 3);
    const info = await writeSegment(folder, KEY, 'notes', { before: [Uint8Array.of(9)], large }, {});
    const reader = await openSegment(folder, info);
    expect(Buffer.compare(await reader.section('large'), large)).toBe(0);
    expect([...(await reader.range('large', 1_048_570, 20))]).toEqual([...large.subarray(1_048_570, 1_048_590)]);
    await reader.close();
  });

  it('has a directory of any length', async () => {
    const names = Array.from({ length: 300 }, (_, i) => `section-${i}`);
    const info = await writeSegment(
      folder,
      KEY,
      'notes',
      Object.fromEntries(names.map((name, i) => [name, Uint16Array.of(i)])),
      {},
    );
    const reader = await openSegment(folder, info);
    expect([...(await reader.section('section-299'))]).toEqual([43, 1]);
    await reader.close();
  });

  it('round-trips any sections, and any range of them', async () => {
    const sections = fc.dictionary(fc.string(), fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 4 }), {
      maxKeys: 5,
    });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(sections, fc.nat(), fc.nat(), async (written, from, to) => {
        const info = await writeSegment(folder, `property${count++}`, 'notes', written, {});
        const reader = await openSegment(folder, info);
        for (const [name, pieces] of Object.entries(written)) {
          const whole = Buffer.concat(pieces);
          expect(Buffer.from(await reader.section(name))).toEqual(whole);
          const start = from % (whole.length + 1);
          const length = to % (whole.length - start + 1);
          expect(Buffer.from(await reader.range(name, start, length))).toEqual(whole.subarray(start, start + length));
        }
        await reader.close();
      }),
      { numRuns: 40, seed: 2 },
    );
  });

  it('refuses ranges outside a section, and sections it does not have', async () => {
    const info = await writeSegment(folder, KEY, 'notes', { a: new Uint8Array(10), b: new Uint8Array(10) }, {});
    const reader = await openSegment(folder, info);
    for (const [offset, length] of [
      [0, 11],
      [10, 1],
      [-1, 2],
      [0, -1],
      [0.5, 1],
      [0, Number.MAX_SAFE_INTEGER],
      [Number.NaN, 1],
    ] as const) {
      await expect(reader.range('a', offset, length)).rejects.toThrow(/outside section "a"/);
    }
    await expect(reader.section('c')).rejects.toThrow(/no section "c"/);
    await reader.close();
  });

  it('is read on after its file was removed, until it is closed', async () => {
    const info = await writeSegment(folder, KEY, 'notes', { a: Uint8Array.of(1, 2) }, {});
    const reader = await openSegment(folder, info);
    await rm(join(folder, segmentFileName(KEY)));
    expect([...(await reader.section('a'))]).toEqual([1, 2]);

    const reading = reader.range('a', 0, 2);
    await reader.close();
    expect([...(await reading)]).toEqual([1, 2]);
    await expect(reader.range('a', 0, 2)).rejects.toThrow(/was closed/);
  });

  it('leaves nothing behind if it cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(writeSegment(join(folder, 'file'), KEY, 'notes', {}, {})).rejects.toMatchObject({ code: 'internal' });
    await expect(writeSegment(folder, '../outside', 'notes', {}, {})).rejects.toThrow(/not a segment key/);
    const unserialisable = [
      new Proxy(new Uint8Array(1), {
        get: () => {
          throw new Error('no bytes');
        },
      }),
    ];
    await expect(writeSegment(folder, KEY, 'notes', { unserialisable }, {})).rejects.toThrow('no bytes');
    expect(await readdir(folder)).toEqual(['file']);
  });
});

describe('a damaged segment file', () => {
  it('is noticed, for any flipped bit', async () => {
    const info = await writeSegment(
      folder,
      KEY,
      'notes',
      { a: new Uint8Array(100).fill(5), b: Uint16Array.of(1, 2, 3) },
      {},
    );
    const file = join(folder, segmentFileName(KEY));
    const sound = await readFile(file);
    const isPadding = (byte: number): boolean => sound[byte] === 0 && byte >= 24;
    await fc.assert(
      fc.asyncProperty(fc.nat(sound.length * 8 - 1), async (bit) => {
        fc.pre(!isPadding(bit >> 3));
        await flipBit(file, sound, bit);
        await expect(readAll()).rejects.toMatchObject({ code: 'internal' });
      }),
      { numRuns: 120, seed: 3 },
    );
    await writeFile(file, sound);
    await expect(readAll()).resolves.toBe(106);

    async function readAll(): Promise<number> {
      const reader = await openSegment(folder, info);
      try {
        return (await reader.section('a')).length + (await reader.section('b')).length;
      } finally {
        await reader.close();
      }
    }
  });

  it('is noticed when cut short, also to the length that its info names', async () => {
    const info = await writeSegment(folder, KEY, 'notes', { a: new Uint8Array(5000).fill(1) }, {});
    const file = join(folder, segmentFileName(KEY));
    for (const length of [4000, 100, 24, 20, 0]) {
      await truncate(file, length);
      await expect(openSegment(folder, info)).rejects.toThrow(/bytes where/);
      await expect(openSegment(folder, { ...info, bytes: length })).rejects.toThrow(/damaged/);
    }
  });

  it('is noticed when it is missing or another', async () => {
    const first = await writeSegment(folder, 'first0001', 'notes', { a: new Uint8Array(1) }, {});
    await expect(openSegment(folder, { ...first, key: 'other0001' })).rejects.toThrow(/ENOENT/);
    await expect(openSegment(folder, { ...first, kind: 'vectors' })).rejects.toThrow(/another segment/);
  });
});

describe('segment keys', () => {
  it('are recognizable as file names', () => {
    const key = newSegmentKey();
    expect(segmentKeyOf(segmentFileName(key))).toBe(key);
    expect(newSegmentKey()).not.toBe(key);
    for (const name of [
      'manifest.json',
      'segment-.bin',
      'segment-ABCDEFGH.bin',
      'segment-../../abcdefgh.bin',
      `x${segmentFileName(key)}`,
      `${segmentFileName(key)}x`,
    ]) {
      expect(segmentKeyOf(name)).toBeUndefined();
    }
  });
});
