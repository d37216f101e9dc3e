import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksumText, crc32, crc32InScript } from './checksum.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('crc32', () => {
  it('gives the check value of the CRC-32 catalogue', () => {
    expect(checksumText(crc32(utf8('123456789')))).toBe('cbf43926');
    expect(checksumText(crc32InScript(utf8('123456789')))).toBe('cbf43926');
  });

  it('is the same natively and in script, whole and in slices', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, cut) => {
        const whole = crc32(bytes);
        expect(crc32InScript(bytes)).toBe(whole);
        expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(whole);
        expect(crc32InScript(bytes.subarray(cut), crc32InScript(bytes.subarray(0, cut)))).toBe(whole);
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it('is written in eight digits', () => {
    expect(checksumText(0)).toBe('00000000');
    expect(checksumText(0xffffffff)).toBe('ffffffff');
  });
});
